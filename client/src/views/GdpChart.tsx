/** A GDP over time, in its nation's colour, with its starting point below. */
import { styled } from 'styled-components';
import type { NationId } from '../../../common/values/nations.ts';
import { Chart } from '../ui/Chart.tsx';
import { NATION_STYLES } from '../ui/atlas/nation-style.ts';
import { formatDayTime, formatDollars } from '../ui/format.ts';
import type { HistoryPoint } from '../ui/step-path.ts';

const Frame = styled.figure<{ $tall: boolean }>`
  margin: var(--space-5) 0 0;

  > div {
    block-size: ${({ $tall }) => ($tall ? '14rem' : '5rem')};
    border-block-end: 1px solid var(--rule-strong);
  }

  > figcaption {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--space-3);
    margin-block-start: var(--space-2);
    color: var(--ink-faint);
    font-size: var(--text-caption);
  }
`;

/** `GDP history: $18,000 on 26 Nov, 07:32, $18,500 now` */
export function gdpHistoryText(name: string, first: HistoryPoint, last: HistoryPoint): string {
  const since = formatDayTime(new Date(first.atMs));
  return `${name}: ${formatDollars(first.value)} on ${since}, ${formatDollars(last.value)} now`;
}

/** Reserves its space while the history is unknown, so that nothing below it jumps. */
export function GdpChart({
  nationId,
  history,
  name,
  emptyText,
  tall = false,
}: {
  readonly nationId: NationId;
  /** Null while it is unknown; empty if nothing ever changed. */
  readonly history: readonly HistoryPoint[] | null;
  readonly name: string;
  readonly emptyText: string;
  readonly tall?: boolean;
}) {
  const first = history?.[0];
  const last = history?.at(-1);
  if (!first || !last) {
    return (
      <Frame $tall={tall}>
        <div />
        <figcaption>{history ? emptyText : '\u00A0'}</figcaption>
      </Frame>
    );
  }
  const since = formatDayTime(new Date(first.atMs));
  return (
    <Frame $tall={tall}>
      <div>
        <Chart
          isFilled
          lines={[{ key: name, points: history, colour: NATION_STYLES[nationId].colour }]}
          label={gdpHistoryText(name, first, last)}
        />
      </div>
      <figcaption>
        <span>{`${formatDollars(first.value)}, ${since}`}</span>
        <span>now</span>
      </figcaption>
    </Frame>
  );
}
