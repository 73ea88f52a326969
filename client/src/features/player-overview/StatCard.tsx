/** One figure of the dashboard with its 24-hour change [SCR28]. */
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { PercentChange, RankMove } from '../../ui/Delta.tsx';
import { Figure } from '../../ui/motion/Figure.tsx';

const Stat = styled.section`
  display: grid;
  align-content: start;
  gap: var(--space-1);
  min-inline-size: 0;
  padding: var(--space-4) var(--space-5);
  /* A balance to the last wei. */
  overflow-wrap: anywhere;

  & + & {
    border-inline-start: 1px solid var(--rule);
  }

  @media (max-width: 56rem) {
    padding: var(--space-3) var(--space-4);

    &:nth-child(odd) {
      border-inline-start: 0;
      padding-inline-start: 0;
    }

    &:nth-child(n + 3) {
      border-block-start: 1px solid var(--rule);
    }
  }
`;

const Title = styled.h2`
  color: var(--ink-muted);
  font: 400 var(--text-caption) / 1.5 var(--font-sans);
  letter-spacing: 0;
`;

const Value = styled.p`
  font-size: clamp(1.5rem, 1.2rem + 1.2vw, 2.25rem);
  font-weight: 600;
  letter-spacing: -0.02em;
  line-height: 1.25;
`;

const Since = styled.div`
  display: flex;
  align-items: end;
  justify-content: space-between;
  gap: var(--space-3);
  min-inline-size: 0;
`;

const Changes = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-2);
`;

/** Its space is reserved while it is unknown. */
const Joining = styled.p`
  min-block-size: 1.5em;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
`;

/** On the same line as the change, so that a chart makes the card no taller. */
const Chart = styled.div`
  flex: 0 1 7rem;
  block-size: 1.75rem;
  min-inline-size: 0;
  margin-block-start: -0.5rem;
  color: var(--ink-muted);
`;

export function StatCard({
  title,
  value,
  text,
  prefix = '',
  exact,
  percent,
  places = 0,
  sinceJoining,
  chart,
  note,
}: {
  readonly title: string;
  readonly value: number | bigint;
  /** `value`, formatted. */
  readonly text: string;
  readonly prefix?: string;
  /** The full figure, if `text` abbreviates it. */
  readonly exact?: string;
  /** Change over 24 hours; null if there is nothing to compare with. */
  readonly percent: number | null;
  /** For a rank: places gained or lost over 24 hours. */
  readonly places?: number;
  /** The change since the player joined: shown on the first day, under 'No change'. */
  readonly sinceJoining?: ReactNode;
  /** The figure's history as a chart; omitted if it never changed. */
  readonly chart?: ReactNode;
  /** What makes up the figure. */
  readonly note?: string;
}) {
  const id = useId();
  return (
    <Stat aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <Value title={exact}>
        <Figure value={value} text={`${prefix}${text}`} />
      </Value>
      <Since>
        <Changes>
          {percent !== undefined && <PercentChange percent={percent} />}
          <RankMove places={places} />
        </Changes>
        {chart && <Chart>{chart}</Chart>}
      </Since>
      {note && <Note>{note}</Note>}
      {percent === null && sinceJoining !== undefined && <Joining>{sinceJoining}</Joining>}
    </Stat>
  );
}

const Note = styled.p`
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;
  text-wrap: balance;
`;

/** All cards side by side, separated by rules instead of boxes. */
export const StatRow = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  border-block: 1px solid var(--rule-strong);

  > ${Stat}:first-child {
    padding-inline-start: 0;
  }

  @media (max-width: 56rem) {
    grid-auto-flow: row;
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
