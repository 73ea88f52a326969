/** How much is left of a week. */
import { styled } from 'styled-components';
import { weekBegins } from '../../../../common/values/week.ts';
import { useGameNow } from '../../api/config.ts';
import { formatCountdown } from '../../ui/format.ts';
import { useCountdown } from '../../ui/motion/use-tick.ts';

const Left = styled.strong`
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

export function WeekClock({ week }: { readonly week: number }) {
  const leftMs = useCountdown(new Date(weekBegins(week + 1)), useGameNow());
  return (
    <Left role="timer" aria-label="Time left of the week">
      {formatCountdown(leftMs)}
    </Left>
  );
}
