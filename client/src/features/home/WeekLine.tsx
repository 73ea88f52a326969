/** The week's race in a line: who leads it, and what is left of it. */
import { ArrowRight } from 'lucide-react';
import { styled } from 'styled-components';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDeltaDollars } from '../../../../common/values/figures.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { PanelLink } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { weekLink } from '../../views/paths.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { WeekClock } from '../../views/weeks/week-parts.tsx';

/** As high as the space reserved for it: a title, and a row. */
const Line = styled.div`
  display: grid;
  grid-template: 1.75rem 2.25rem / auto minmax(0, 1fr) auto;
  gap: 0 var(--space-2);
  align-items: center;
`;

export function WeekLine() {
  const week = useThisWeek();
  const { data } = useWeek(week);
  if (!data) return null;
  const { champion } = data.season;
  return (
    <Line>
      <Row $justify="space-between" style={{ gridColumn: '1 / -1' }}>
        <Caption>
          <span>This week ends in </span>
          <WeekClock week={week} />
        </Caption>
        <PanelLink to={weekLink(week)}>
          The race <ArrowRight size={14} aria-hidden />
        </PanelLink>
      </Row>
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
