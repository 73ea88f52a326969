/** The form to stake DENA: the amount, what it adds to the GDP, and the button. */
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { formatDena } from '../../../../common/values/amount.ts';
import { failureReason } from '../../api/api-error.ts';
import { useLockMs } from '../../api/stakes.ts';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { formatCount, formatDenaAmount } from '../../ui/format.ts';
import { showToast } from '../../ui/toasts/toast.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useStakeDena } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';
import { AnswerLost } from '../../wallet/wallet-errors.ts';
import { Checking } from '../../views/Checking.tsx';
import { ENDS_IF_MOVED, lockText } from '../../views/facts.ts';
import { ForecastTable } from '../../views/forecast/ForecastTable.tsx';
import { showField, usePrefill } from '../../views/use-prefill.ts';
import { bonusOf, readiness, understood } from './stake-form.ts';
import { useAvailableDena } from './use-available-dena.ts';

const STAKE_AMOUNT_ID = 'stake-amount';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: var(--space-4);
`;

const Label = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--space-4);
  margin-block-end: var(--space-2);

  > label {
    font-weight: 500;
  }

  > span {
    color: var(--ink-muted);
    font-variant-numeric: tabular-nums;
  }
`;

const Field = styled.div`
  display: flex;
  align-items: center;
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  background: var(--surface-sunken);

  &:focus-within {
    border-color: var(--action);
    outline: 1px solid var(--action);
  }
`;

const Input = styled.input`
  flex: 1;
  inline-size: 100%;
  min-inline-size: 0;
  block-size: 3.25rem;
  padding: 0 var(--space-4);
  border: 0;
  background: none;
  font-size: var(--text-lead);
  font-variant-numeric: tabular-nums;

  &:focus {
    outline: none;
  }

  &::placeholder {
    color: var(--ink-faint);
    opacity: 1;
  }
`;

const Unit = styled.span`
  padding-inline-end: var(--space-2);
  color: var(--ink-muted);
  font-size: var(--text-caption);
`;

const Preview = styled.output`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: var(--space-4);
  padding-block: var(--space-3);
  border-block: 1px solid var(--rule);

  > strong {
    font-size: var(--text-heading);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

const Hint = styled.p<{ $isProblem: boolean }>`
  min-block-size: 1.5em;
  color: ${({ $isProblem }) => ($isProblem ? 'var(--fall)' : 'var(--ink-muted)')};
  font-size: var(--text-caption);
`;

/** @param player null for a visitor, who sees what an amount would add. */
export function StakeForm({ player }: { readonly player: PlayerNationView | null }) {
  const [text, setText] = useState('');
  const available = useAvailableDena();
  const stake = useStakeDena();
  const unanswered = useUnanswered('/api/dena/stake', () => setText(''));
  const lockMs = useLockMs();
  const field = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const state = readiness(text, available);
  const isReady = state.status === 'ready';
  const bonus = bonusOf(text, available);

  // The dashboard's next move fills in the amount and links here.
  usePrefill('dena', (amount) => {
    if (!unanswered) setText(amount);
    showField(field.current);
  });

  const attempt = useSingleFlight(async () => {
    if (unanswered) return;
    if (state.status === 'failing') {
      showToast({ title: state.title, description: state.reason, tone: 'destructive' });
    }
    if (state.status !== 'ready') return;
    try {
      await stake.mutateAsync({ amountWei: state.amountWei });
    } catch (error) {
      if (error instanceof AnswerLost) return;
      showToast({
        title: 'Staking Failed',
        description: 'Failed to stake DENA',
        reason: failureReason(error),
        tone: 'destructive',
      });
      return;
    }
    setText('');
    showToast({
      title: 'DENA Staked Successfully',
      description: 'Your GDP has been increased!',
      tone: 'success',
    });
  });

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    attempt.run();
  };
  // A disabled button blocks form submission, but pressing Enter should still say why.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isReady) return;
    event.preventDefault();
    attempt.run();
  };

  const hint = isReady
    ? `${understood(state.amountWei)} It stays in your wallet, locked for ${lockText(lockMs)}. ${ENDS_IF_MOVED}`
    : state.reason;
  const isLocked = attempt.isRunning || unanswered !== null;
  // An empty field is not an error.
  const isWrong = state.status === 'blocked' && text.trim() !== '' && available.status === 'known';
  const isVisitor = available.status === 'no-wallet' || available.status === 'not-connected';
  const isProblem = isWrong || bonus === 0n || (state.status === 'failing' && !isVisitor);
  return (
    <Form onSubmit={onSubmit} noValidate aria-label="Stake DENA">
      <div>
        <Label>
          <label htmlFor={STAKE_AMOUNT_ID}>Amount</label>
          <span>
            <span>
              {available.status === 'known' &&
                `${formatDenaAmount(formatDena(available.wei))} to stake`}
            </span>
            {available.status === 'loading' && <Skeleton $width="8rem" />}
          </span>
        </Label>
        <Field>
          <Input
            ref={field}
            id={STAKE_AMOUNT_ID}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={text}
            aria-describedby={hintId}
            aria-invalid={isWrong || undefined}
            readOnly={unanswered !== null}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <Unit>DENA</Unit>
          <Button
            tone="quiet"
            disabled={available.status !== 'known' || available.wei === 0n || unanswered !== null}
            onClick={() => available.status === 'known' && setText(formatDena(available.wei))}
          >
            Max
          </Button>
        </Field>
      </div>
      <Preview htmlFor={STAKE_AMOUNT_ID} aria-label="GDP bonus">
        GDP bonus
        <strong>{bonus === null ? '–' : `+$${formatCount(bonus)}`}</strong>
      </Preview>
      {player && (
        <StakeForecast
          player={player}
          amountWei={isReady ? state.amountWei : null}
          isHeld={isLocked}
        />
      )}
      <Button type="submit" tone="primary" disabled={!isReady} pending={isLocked}>
        {attempt.isRunning ? 'Staking…' : 'Stake DENA'}
      </Button>
      {unanswered && !attempt.isRunning ? (
        <Checking id={hintId} {...unanswered} />
      ) : (
        <Hint id={hintId} $isProblem={isProblem} aria-live="polite">
          {hint}
        </Hint>
      )}
    </Form>
  );
}

function StakeForecast({
  player,
  amountWei,
  isHeld,
}: {
  readonly player: PlayerNationView;
  /** Null if nothing can be staked. */
  readonly amountWei: bigint | null;
  /** True while a stake request is in flight. */
  readonly isHeld: boolean;
}) {
  const forecast = useForecast(
    player,
    amountWei === null ? null : { does: 'stake', stake: { kind: 'dena', amountWei } },
    { isHeld },
  );
  return <ForecastTable forecast={forecast} />;
}
