/**
 * The form to stake DENA: the amount, what it adds to the GDP, what one consents to, and the
 * button.
 */
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import { useQuery } from '@tanstack/react-query';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import { useRules } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldFrame, Label } from '../../ui/field.ts';
import { durationText, formatCount } from '../../../../common/values/figures.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { BigFigure, Caption, Words } from '../../ui/text.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { Checking } from '../../views/Checking.tsx';
import { ledgerOf } from '../../views/dena-ledger.ts';
import { ENDS_IF_MOVED } from '../../views/facts.ts';
import { newDena } from '../../views/forecast/forecast.ts';
import { ForecastTable } from '../../views/forecast/ForecastTable.tsx';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { showField, useProposals } from '../../views/proposals.ts';
import { Announced } from '../../views/rule-changes.tsx';
import { failedTo, STAKED } from '../../views/stake-words.ts';
import { useCommand } from '../../views/use-command.ts';
import { stakeDena } from '../../wallet/mutations/commands.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { useIsOffline } from '../../lib/offline.ts';
import { useDenaBalance } from '../../wallet/balances.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { type Available, bonusOf, leftText, readiness, understood } from './stake-form.ts';

const AMOUNT = 'stake-amount';
const WORDS = 'stake-words';
const TERMS = 'stake-terms';

const Box = styled(Row)`
  padding-inline-end: var(--space-1);
  ${fieldFrame}

  > input {
    padding: 0 var(--space-4);
    /* In sight together with the words below it. */
    scroll-margin-block-end: calc(var(--window-foot) + var(--space-9));
  }

  > input::placeholder {
    color: var(--ink-faint);
    opacity: 1;
  }
`;

/**
 * What is typed and sent, and beside it what that brings, for which there is room before it is
 * known; on a phone in the order in which one decides.
 */
const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-3) var(--space-6);

  @media (min-width: 48rem) {
    grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 1fr);
    min-block-size: 13rem;

    > :nth-child(2) {
      grid-area: 1 / 2 / 3;
    }
  }
`;

/** What is consented to stands at the end. */
const Brings = styled(Stack)`
  grid-template-rows: auto 1fr auto;
  align-content: stretch;
`;

export function StakeForm({ player }: { readonly player: PlayerNationView }) {
  const [text, setText] = useState('');
  const available = useAvailableDena();
  const stake = useCommand(stakeDena, {
    done() {
      setText('');
      showDone(...STAKED.dena);
    },
    failed: (error) => showFailure(...failedTo('stake', 'dena', error)),
    doneLate: () => setText(''),
  });
  const { isLocked, checking, whyNot } = stake;
  const rules = useRules();
  const field = useRef<HTMLInputElement>(null);
  const state = readiness(text, available);
  const isReady = state.status === 'ready';
  const isEmpty = text.trim() === '';
  const bonus = bonusOf(text, available, rules);
  const forecast = useForecast(
    player,
    isReady ? { does: 'stake', stake: newDena(state.amountWei, rules) } : null,
    isLocked,
  );

  // The dashboard's next move fills in the amount and links here.
  useProposals((proposal) => {
    if (proposal.what !== 'dena') return false;
    if (!isLocked) setText(proposal.amount);
    showField(field.current);
    return true;
  });

  const attempt = (): void => {
    if (isLocked || whyNot !== null) return;
    if (state.status === 'failing') showFailure(state.title, state.reason);
    if (state.status === 'ready') stake.run({ amount: formatDena(state.amountWei) });
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    attempt();
  };
  // A disabled button blocks form submission, but pressing Enter should still say why.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || (isReady && whyNot === null)) return;
    event.preventDefault();
    attempt();
  };

  // An empty field is not an error.
  const isWrong = state.status === 'blocked' && !isEmpty && available.status === 'known';
  const isProblem = whyNot === null && (isWrong || bonus === 0n || state.status === 'failing');
  const words = isReady
    ? understood(state.amountWei, rules)
    : isEmpty && available.status === 'known'
      ? leftText(available.wei, ledgerOf(0n, player.playerNation).spentWei)
      : state.reason;
  return (
    <Form onSubmit={onSubmit} noValidate aria-label="Stake DENA">
      <Stack $gap={2}>
        <Label htmlFor={AMOUNT}>Amount</Label>
        <Box $gap={2}>
          <input
            ref={field}
            id={AMOUNT}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            aria-describedby={`${WORDS} ${TERMS}`}
            aria-invalid={isWrong || undefined}
            readOnly={checking !== null}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
          />
          <Caption>DENA</Caption>
          <Button
            tone="quiet"
            disabled={available.status !== 'known' || available.wei === 0n || checking !== null}
            onClick={() => available.status === 'known' && setText(formatDena(available.wei))}
          >
            Max
          </Button>
        </Box>
        <Words id={WORDS} $tone={isProblem ? 'fall' : 'muted'} aria-live="polite">
          {whyNot ?? words}
        </Words>
      </Stack>
      <Brings $gap={3}>
        <Row
          as="output"
          $justify="space-between"
          $align="baseline"
          htmlFor={AMOUNT}
          aria-label="GDP bonus"
        >
          <span>GDP bonus</span>
          <BigFigure $size="lead">{bonus === null ? '–' : `+$${formatCount(bonus)}`}</BigFigure>
        </Row>
        <ForecastTable forecast={forecast} of="dena" />
        <Caption as="p" id={TERMS} style={{ gridRow: 3 }}>
          <span>{`It stays in your wallet, locked for ${durationText(rules.lockMs)}. ${ENDS_IF_MOVED}`}</span>
          <Announced of={['lockMs', 'denaPerDollar', 'maxStakesPerKind']} />
        </Caption>
      </Brings>
      <Stack $gap={3} style={{ alignContent: 'end' }}>
        {checking && <Checking {...checking} />}
        <Button
          type="submit"
          tone="primary"
          disabled={!isReady || whyNot !== null}
          pending={isLocked}
          aria-describedby={whyNot === null ? undefined : WORDS}
        >
          {stake.isRunning ? 'Staking…' : 'Stake DENA'}
        </Button>
      </Stack>
    </Form>
  );
}

/**
 * How much of the wallet's DENA can be staked: its on-chain balance, less what the server's ledger
 * holds.
 */
export function useAvailableDena(): Available {
  const { walletAddress, isWrongNetwork } = useWallet();
  const { balanceWei, problem } = useDenaBalance();
  const isOffline = useIsOffline();
  const player = useQuery(playerNationQuery(walletAddress)).data;
  if (isWrongNetwork) return { status: 'wrong-network' };
  if (problem !== null) return { status: isOffline ? 'offline' : 'unreadable' };
  if (balanceWei === null || !player) return { status: 'loading' };
  return { status: 'known', wei: ledgerOf(balanceWei, player.playerNation).freeWei };
}
