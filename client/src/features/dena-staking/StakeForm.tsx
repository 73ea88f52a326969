/** The form to stake DENA: the amount, what it adds to the GDP, what one consents to, and the button. */
import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useQuery } from '@tanstack/react-query';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { formatDena, parseDena } from '../../../../common/values/amount.ts';
import { useLockMs } from '../../api/stakes.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, fieldFrame, wordsId } from '../../ui/Field.tsx';
import { formatCount } from '../../../../common/values/figures.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BigFigure, Caption } from '../../ui/text.ts';
import { showDone, showFailure } from '../../ui/toasts/toast.ts';
import { Checking } from '../../views/Checking.tsx';
import { denaText, ledgerOf } from '../../views/dena-ledger.ts';
import { ENDS_IF_MOVED, lockText, STAKE_ADDS } from '../../views/facts.ts';
import { ForecastTable } from '../../views/forecast/ForecastTable.tsx';
import type { Forecast } from '../../views/forecast/forecast.ts';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { showField, useProposals } from '../../views/proposals.ts';
import { failedTo, STAKED } from '../../views/stake-words.ts';
import { useCommand } from '../../views/use-command.ts';
import { stakeDena } from '../../wallet/mutations/commands.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { useIsOffline } from '../../lib/offline.ts';
import { useDenaBalance } from '../../wallet/balances.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { type Available, bonusOf, readiness, understood } from './stake-form.ts';

const AMOUNT = 'stake-amount';
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
 * What is typed and sent, and beside it what that brings, for which there is room before it is known; on a phone in
 * the order in which one decides.
 */
const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-3) var(--space-6);

  @media (min-width: 48rem) {
    &[data-wide] {
      grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 1fr);
      min-block-size: 13rem;

      > :nth-child(2) {
        grid-area: 1 / 2 / 3;
      }
    }
  }
`;

/** What is consented to stands at the end. */
const Brings = styled(Stack)`
  grid-template-rows: auto 1fr auto;
  align-content: stretch;
`;

/** @param player null for a visitor, who sees what an amount would add. */
export function StakeForm({ player }: { readonly player: PlayerNationView | null }) {
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
  const lockMs = useLockMs();
  const field = useRef<HTMLInputElement>(null);
  const state = readiness(text, available);
  const isReady = state.status === 'ready';
  const bonus = bonusOf(text, available);

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

  const words = whyNot ?? (isReady ? understood(state.amountWei) : state.reason);
  // An empty field is not an error.
  const isWrong = state.status === 'blocked' && text.trim() !== '' && available.status === 'known';
  const hasStaked = player !== null && parseDena(player.playerNation.totals.denaStaked) !== 0n;
  const isVisitor = available.status === 'no-wallet' || available.status === 'not-connected';
  const isProblem =
    whyNot === null && (isWrong || bonus === 0n || (state.status === 'failing' && !isVisitor));
  const form = (forecast: Forecast | null) => (
    <Form
      onSubmit={onSubmit}
      noValidate
      aria-label="Stake DENA"
      data-wide={player !== null || undefined}
    >
      <Field
        id={AMOUNT}
        label="Amount"
        aside={
          available.status === 'loading' ? (
            <Skeleton $width="8rem" />
          ) : (
            available.status === 'known' && `${denaText(available.wei)} DENA left to stake`
          )
        }
        problem={isProblem ? words : null}
        note={words}
      >
        <Box $gap={2}>
          <input
            ref={field}
            id={AMOUNT}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            aria-describedby={`${wordsId(AMOUNT)} ${TERMS}`}
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
      </Field>
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
        <div>
          {forecast ? (
            <ForecastTable forecast={forecast} of="dena" />
          ) : (
            !hasStaked && <Caption as="p">{STAKE_ADDS}</Caption>
          )}
        </div>
        <Caption as="p" id={TERMS}>
          {`It stays in your wallet, locked for ${lockText(lockMs)}. ${ENDS_IF_MOVED}`}
        </Caption>
      </Brings>
      <Stack $gap={3} style={{ alignContent: 'end' }}>
        {player && <Paid player={player} />}
        {checking && <Checking {...checking} />}
        <Button
          type="submit"
          tone="primary"
          disabled={!isReady || whyNot !== null}
          pending={isLocked}
          aria-describedby={whyNot === null ? undefined : wordsId(AMOUNT)}
        >
          {stake.isRunning ? 'Staking…' : 'Stake DENA'}
        </Button>
      </Stack>
    </Form>
  );
  if (!player) return form(null);
  return (
    <Foreseen player={player} amountWei={isReady ? state.amountWei : null} isHeld={isLocked}>
      {form}
    </Foreseen>
  );
}

/** [TRD1] Why less is left to stake than the wallet holds. */
function Paid({ player }: { readonly player: PlayerNationView }) {
  const { spentWei } = ledgerOf(0n, player.playerNation);
  if (spentWei === 0n) return null;
  return (
    <Caption as="p">
      {`${denaText(spentWei)} DENA paid for resources (counted by the game, not moved on the chain).`}
    </Caption>
  );
}

function Foreseen({
  player,
  amountWei,
  isHeld,
  children,
}: {
  readonly player: PlayerNationView;
  /** Null if nothing can be staked. */
  readonly amountWei: bigint | null;
  /** True while a stake request is in flight. */
  readonly isHeld: boolean;
  readonly children: (forecast: Forecast | null) => ReactNode;
}) {
  const forecast = useForecast(
    player,
    amountWei === null ? null : { does: 'stake', stake: { kind: 'dena', amountWei } },
    isHeld,
  );
  return children(forecast);
}

/** How much of the wallet's DENA can be staked: its on-chain balance, less what the server's ledger holds. */
export function useAvailableDena(): Available {
  const { walletAddress, isMetaMaskInstalled, isWrongNetwork } = useWallet();
  const { balanceWei, problem } = useDenaBalance();
  const isOffline = useIsOffline();
  const player = useQuery(playerNationQuery(walletAddress)).data;
  if (!isMetaMaskInstalled) return { status: 'no-wallet' };
  if (!walletAddress) return { status: 'not-connected' };
  if (isWrongNetwork) return { status: 'wrong-network' };
  if (problem !== null) return { status: isOffline ? 'offline' : 'unreadable' };
  if (balanceWei === null || !player) return { status: 'loading' };
  return { status: 'known', wei: ledgerOf(balanceWei, player.playerNation).freeWei };
}
