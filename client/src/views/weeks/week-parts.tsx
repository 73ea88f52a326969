/** Parts of pages about weeks: how much is left of one, its people, and what stands where there is none. */
import { css, styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { weekBegins } from '../../../../common/values/week.ts';
import { useGameNow } from '../../api/config.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { formatCountdown, phrases } from '../../ui/format.ts';
import { Notice } from '../../ui/layout/Notice.tsx';
import { useCountdown } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { weekLink, WEEKS } from '../paths.ts';
import { useThisWeek } from './use-weeks.ts';

export const LAST_HOUR_MS = 60 * 60_000;

const grown = css`
  color: var(--action);
  font-family: var(--font-display);
  font-size: var(--week-clock, 1.75rem);
  line-height: 1;
`;

const Left = styled.strong<{ readonly $isGrown: boolean }>`
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  ${({ $isGrown }) => $isGrown && grown}
`;

/** @param grows in the week's last hour, when it is what one reads first. */
export function WeekClock({ week, grows = false }: { readonly week: number; grows?: boolean }) {
  const leftMs = useCountdown(new Date(weekBegins(week + 1)), useGameNow());
  return (
    <Left role="timer" aria-label="Time left of the week" $isGrown={grows && leftMs < LAST_HOUR_MS}>
      {formatCountdown(leftMs)}
    </Left>
  );
}

export function NationsBest({ data: { best } }: { readonly data: SeasonDetail }) {
  return (
    <Panel title="Best of each nation" flush>
      {best.length === 0 ? (
        <PanelNote>Nobody has climbed yet.</PanelNote>
      ) : (
        <PanelRows>
          {best.map(({ nationId, walletAddress, name, rank, gained }) => (
            <PanelRow key={nationId} $columns="auto minmax(0, 1fr) auto" $height="3.25rem">
              <Flag nation={nationId} height={16} label={NATIONS[nationId].name} />
              <Person wallet={walletAddress} name={name} address="below" />
              <strong>{phrases([`#${formatCount(rank)}`, formatDeltaDollars(gained)])}</strong>
            </PanelRow>
          ))}
        </PanelRows>
      )}
    </Panel>
  );
}

const TEXTS = {
  'no-week': 'The address names no week. A week is written like 2026-W48.',
  'to-come': 'That week is still to come.',
  before: 'That week was before the game: there is no ranking of it.',
} as const;

function Ways() {
  const week = useThisWeek();
  return (
    <>
      <ButtonLink to={weekLink(week)} tone="primary">
        See this week
      </ButtonLink>
      <ButtonLink to={WEEKS}>All weeks</ButtonLink>
    </>
  );
}

export function NoWeek({ why }: { readonly why: keyof typeof TEXTS }) {
  return (
    <Notice title="Which week?" text={TEXTS[why]}>
      <Ways />
    </Notice>
  );
}

export function WeekFailed({
  isFetching,
  onRetry,
}: {
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}) {
  return (
    <Notice
      title="The week could not be loaded"
      text="The game server did not answer. Check your connection, then try again."
    >
      <Button tone="primary" pending={isFetching} onClick={onRetry}>
        Try again
      </Button>
      <ButtonLink to="/ranking">See the ranking</ButtonLink>
    </Notice>
  );
}
