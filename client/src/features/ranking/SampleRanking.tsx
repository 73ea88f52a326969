/** The ranking before anyone plays [SCR47]: who comes first begins it, and what it will look like. */
import { styled } from 'styled-components';
import { weekNumber } from '../../../../common/values/week.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Row, Stack, Ways } from '../../ui/layout/boxes.ts';
import { Muted } from '../../ui/text.ts';
import { useThisWeek } from '../../views/weeks/use-weeks.ts';
import { Bar } from './RankingBar.tsx';
import { FlowTable, ListSheet } from './RankingTable.tsx';
import { SAMPLE_ROWS } from './sample-rows.ts';

const Begin = styled(Row)`
  margin-block: var(--space-4);
`;

export function Invitation() {
  return (
    <Begin as="section" $wrap $gap={4} $justify="space-between">
      <Stack $gap={1}>
        <h2>{`The first player begins week ${weekNumber(useThisWeek())}`}</h2>
        <Muted>No rankings available yet</Muted>
      </Stack>
      <Ways style={{ inlineSize: 'auto' }}>
        <ButtonLink to="/" tone="primary">
          Start Playing
        </ButtonLink>
      </Ways>
    </Begin>
  );
}

const TITLE = 'Sample ranking';

export function SampleBar() {
  return (
    <Bar data-lone>
      <h2>{TITLE}</h2>
      <Badge>None of these players exist</Badge>
    </Bar>
  );
}

export function SampleRanking() {
  return (
    <ListSheet aria-label={TITLE}>
      <FlowTable rows={SAMPLE_ROWS} label={TITLE} isStatic />
    </ListSheet>
  );
}
