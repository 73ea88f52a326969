/** Held, staked, spent, free: one bar, with figures that add up. */
import { styled } from 'styled-components';
import { formatDena } from '../../../common/values/amount.ts';
import { figuresOf, type DenaLedger } from './dena-ledger.ts';

const Whole = styled.section`
  display: grid;
  gap: var(--space-3);
  font-variant-numeric: tabular-nums;
`;

const Bar = styled.div`
  display: flex;
  gap: 2px;
  block-size: 0.75rem;
  background: var(--surface-hover);
`;

const Part = styled.div`
  min-inline-size: 3px;
  transition: flex-grow var(--motion-slow) var(--ease);
`;

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, auto);
  gap: var(--space-1) var(--space-4);
  justify-content: space-between;

  @media (max-width: 30rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  dt {
    display: flex;
    gap: var(--space-2);
    align-items: center;
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dt > [aria-hidden] {
    inline-size: 0.75rem;
    block-size: 0.75rem;
  }

  dd {
    margin: 0;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;

const Note = styled.p`
  color: var(--ink-muted);
  font-size: var(--text-caption);
`;

const Short = styled.output`
  color: var(--fall);
  font-size: var(--text-caption);
`;

/** Each part has its own pattern, so that the bar reads without its colours. */
const PARTS = [
  { name: 'Staked', of: 'stakedWei', ink: 'var(--action-fill)' },
  {
    name: 'Spent',
    of: 'spentWei',
    ink: 'repeating-linear-gradient(45deg, var(--ink-muted) 0 2px, transparent 2px 5px)',
  },
  { name: 'Free', of: 'freeWei', ink: 'var(--rule-strong)' },
] as const;

export function DenaBar({
  ledger,
  note,
  className,
}: {
  readonly ledger: DenaLedger;
  /** Where the figures come from, if not from the wallet. */
  readonly note?: string;
  readonly className?: string;
}) {
  const { heldWei, shortWei } = ledger;
  const text = figuresOf(ledger);
  return (
    <Whole aria-label="Your DENA" className={className}>
      <Bar aria-hidden>
        {PARTS.filter(({ of }) => ledger[of] > 0n).map(({ name, of, ink }) => (
          <Part key={name} style={{ flexGrow: shareOf(ledger[of], ledger), background: ink }} />
        ))}
      </Bar>
      <Figures>
        <div>
          <dt>Held</dt>
          <dd title={`${formatDena(heldWei)} DENA`}>{text(heldWei)}</dd>
        </div>
        {PARTS.map(({ name, of, ink }) => (
          <div key={name}>
            <dt>
              <span style={{ background: ink }} aria-hidden />
              <span>{name}</span>
            </dt>
            <dd title={`${formatDena(ledger[of])} DENA`}>{text(ledger[of])}</dd>
          </div>
        ))}
      </Figures>
      {note && <Note>{note}</Note>}
      {shortWei > 0n && (
        <Short>
          {`Your wallet holds ${text(shortWei)} DENA less than is staked and spent. Your newest stakes end unless it comes back.`}
        </Short>
      )}
    </Whole>
  );
}

/** In thousandths of the bar: shares that add up to less than 1 would leave part of it empty. */
function shareOf(wei: bigint, { stakedWei, spentWei, freeWei }: DenaLedger): number {
  return Number((wei * 1000n) / (stakedWei + spentWei + freeWei)) || 1;
}
