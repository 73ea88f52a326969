/** The ranking before anyone plays [SCR47]: says so first, then shows what it will look like. */
import { styled } from 'styled-components';
import { Badge } from '../../ui/Badge.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { FlowTable } from './RankingTable.tsx';
import { SAMPLE_ROWS } from './sample-rows.ts';

const Empty = styled.p`
  margin-block: var(--space-4) var(--space-5);
  font-family: var(--font-display);
  font-size: var(--text-heading);
`;

const TITLE = 'Sample ranking';

export function SampleRanking() {
  return (
    <div>
      <Empty>No rankings available yet</Empty>
      <Panel title={TITLE} flush aside={<Badge $tone="action">None of these players exist</Badge>}>
        <FlowTable rows={SAMPLE_ROWS} label={TITLE} />
      </Panel>
    </div>
  );
}
