/** What else a week is remembered for: its records, the stages of landmarks finished in it, and its days. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { NATION_IDS } from '../../../../common/values/nations.ts';
import { WEEK_MS, weekAt, weekBegins } from '../../../../common/values/week.ts';
import { useGameNow } from '../../api/config.ts';
import { nationsHistoryQuery } from '../../api/nations.ts';
import { useWorks } from '../../live/use-works.ts';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import {
  formatCount,
  formatDeltaDollars,
  formatDollars,
} from '../../../../common/values/figures.ts';
import { formatDayTime } from '../../ui/format.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelRow, PanelRows } from '../../ui/PanelRows.tsx';
import { Caption } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { rewindLink } from '../../views/paths.ts';
import { closestFinish } from '../../views/weeks/week-text.ts';
import { finishedText } from '../../../../common/values/work-names.ts';

interface OfWeek {
  readonly week: number;
}

/** What the podium doesn't say, and its days. */
export function WeekRecords({
  week,
  data: { entries, own },
}: OfWeek & { readonly data: SeasonDetail }) {
  const closest = closestFinish(entries);
  const facts: Fact[] = [];
  if (own) {
    const value = `#${formatCount(own.rank)}`;
    facts.push({ label: 'You', value, note: formatDeltaDollars(own.gained) });
  }
  if (closest) {
    const { ahead, behind, gap } = closest;
    facts.push({
      label: 'Closest finish of the first ten',
      value: gap === 0 ? 'Level' : formatDollars(gap),
      note: `#${ahead.rank} ${nameOf(ahead)} before #${behind.rank} ${nameOf(behind)}`,
    });
  }
  facts.push({ label: 'The ranking as a day began', value: <WeekDays week={week} /> });
  return (
    <Panel title="Records">
      <Facts beside facts={facts} />
    </Panel>
  );
}

export function WeekLandmarks({ week }: OfWeek) {
  const { works } = useWorks();
  const finished = NATION_IDS.flatMap((nationId) =>
    (works[nationId]?.stages ?? []).flatMap(({ completedAt }, i) =>
      completedAt !== null && weekAt(instantOf(completedAt)) === week
        ? [{ nationId, stage: i + 1, completedAt }]
        : [],
    ),
  ).sort((a, b) => instantOf(a.completedAt) - instantOf(b.completedAt));
  if (finished.length === 0) return null;
  return (
    <Panel title="Built in it" flush>
      <PanelRows>
        {finished.map(({ nationId, stage, completedAt }) => (
          <PanelRow
            key={`${nationId} ${stage}`}
            $columns="auto minmax(0, 1fr) auto"
            $height="2.75rem"
          >
            <Flag nation={nationId} height={16} />
            <Link to={rewindLink(instantOf(completedAt))}>{finishedText(nationId, [stage])}</Link>
            <Caption>{formatDayTime(new Date(completedAt))}</Caption>
          </PanelRow>
        ))}
      </PanelRows>
    </Panel>
  );
}

const Days = styled(Row).attrs({ as: 'ol', $gap: [0, 4], $wrap: true })`
  color: var(--ink-faint);
  font-weight: 400;
`;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Each day of the game leads to the ranking as it was when that day began. */
function WeekDays({ week }: OfWeek) {
  const nowMs = useGameNow()();
  const begunAt = useQuery(nationsHistoryQuery('24h')).data?.begunAt;
  const begunMs = begunAt ? instantOf(begunAt) : Infinity;
  return (
    <Days aria-label="Rewind to the beginning of a day">
      {DAYS.map((day, i) => {
        const beginsMs = weekBegins(week) + (i * WEEK_MS) / 7;
        return (
          <li key={day}>
            {begunMs <= beginsMs && beginsMs < nowMs ? (
              <Link data-tap to={rewindLink(beginsMs)}>
                {day}
              </Link>
            ) : (
              <span>{day}</span>
            )}
          </li>
        );
      })}
    </Days>
  );
}
