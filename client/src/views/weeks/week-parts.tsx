/** Parts of pages about weeks: how much is left of one, and its people. */
import { css, styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { NATIONS } from '../../../../common/values/nations.ts';
import { weekBegins } from '../../../../common/values/week.ts';
import { useGameNow } from '../../api/config.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount, formatDeltaDollars } from '../../../../common/values/figures.ts';
import { formatCountdown } from '../../ui/format.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { FourColumns } from '../../ui/layout/sections.ts';
import { useCountdown } from '../../ui/motion/use-tick.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption, Muted, Strong } from '../../ui/text.ts';
import { WEEK_GUIDE } from './week-text.ts';

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
              <Stack $align="end">
                <Strong>{formatDeltaDollars(gained)}</Strong>
                <Caption>{`#${formatCount(rank)}`}</Caption>
              </Stack>
            </PanelRow>
          ))}
        </PanelRows>
      )}
    </Panel>
  );
}

/** The rules of the race, side by side. */
export function WeekGuide() {
  return (
    <FourColumns $gap={5} $single>
      {WEEK_GUIDE.map(({ title, text }) => (
        <Stack as="li" key={title} $gap={2}>
          <strong>{title}</strong>
          <Muted>{text}</Muted>
        </Stack>
      ))}
    </FourColumns>
  );
}
