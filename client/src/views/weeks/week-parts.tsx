/** How much is left of a week. */
import { css, styled } from 'styled-components';
import { weekBegins } from '../../../../common/values/week.ts';
import { useGameNow } from '../../api/config.ts';
import { formatCountdown } from '../../ui/format.ts';
import { useCountdown } from '../../ui/motion/use-tick.ts';

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
