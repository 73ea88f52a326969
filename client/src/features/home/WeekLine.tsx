/** The week's race in a line: who leads it, and what is left of it. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDeltaDollars } from '../../ui/format.ts';
import { Person } from '../../ui/Person.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { weekLink } from '../../views/paths.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';

/** As high as what it replaces. */
const Line = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 0 var(--space-2);
  align-items: center;
  block-size: 100%;

  > :nth-child(1),
  > :nth-child(2) {
    line-height: 1.5rem;
  }

  > :nth-child(2) {
    grid-column: 2 / -1;
    justify-self: end;
  }

  > :nth-child(3) {
    grid-row: 2;
  }
`;

export function WeekLine() {
  const week = useThisWeek();
  const { data } = useWeek(week);
  if (!data) return null;
  const { champion } = data.season;
  return (
    <Line>
      <Link to={weekLink(week)}>This week</Link>
      <Caption>
        <span>ends in </span>
        <WeekClock week={week} />
      </Caption>
      {champion ? (
        <>
          <Flag nation={champion.nationId} height={16} />
          <Person wallet={champion.walletAddress} name={champion.name} avatar={20} />
          <Strong>{formatDeltaDollars(champion.gained)}</Strong>
        </>
      ) : (
        <Caption style={{ gridColumn: '1 / -1' }}>Open: the first to gain anything leads.</Caption>
      )}
    </Line>
  );
}
