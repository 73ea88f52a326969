/** The ranking before anyone plays [SCR47]: says so first, then shows what it will look like. */
import { styled } from 'styled-components';
import { Badge } from '../../ui/Badge.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RankingRow } from './RankingRow.tsx';
import { FlowRows, RankingHead, RankingTable } from './RankingTable.tsx';
import { SAMPLE_ROWS } from './sample-rows.ts';

const Empty = styled.p`
  margin-block-end: var(--space-6);
  font-family: var(--font-display);
  font-size: var(--text-heading);
`;

const TITLE = 'Sample ranking';

export function SampleRanking() {
  return (
    <>
      <Empty>No rankings available yet</Empty>
      <Panel
        title={TITLE}
        flush
        aside={<Badge $tone="action">Sample: none of these players exist</Badge>}
      >
        <RankingTable aria-label={TITLE} aria-rowcount={SAMPLE_ROWS.length + 1}>
          <RankingHead />
          <FlowRows>
            {SAMPLE_ROWS.map((entry, i) => (
              <RankingRow
                key={entry.walletAddress}
                entry={entry}
                index={i}
                isYou={false}
                moved={0}
              />
            ))}
          </FlowRows>
        </RankingTable>
      </Panel>
    </>
  );
}
