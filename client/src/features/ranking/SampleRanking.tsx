/** The ranking before anyone plays [SCR47]: says so first, then shows what it will look like. */
import { styled } from 'styled-components';
import { Badge } from '../../ui/Badge.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RankingRow } from './RankingRow.tsx';
import { RankingHead, RankingRows, RankingTable } from './RankingTable.tsx';
import { SAMPLE_ROWS } from './sample-rows.ts';
import { useRowHeight } from './use-row-height.ts';

const Empty = styled.p`
  margin-block-end: var(--space-6);
  font-family: var(--font-display);
  font-size: var(--text-heading);
`;

const TITLE = 'Sample ranking';

export function SampleRanking() {
  const height = useRowHeight();
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
          <RankingRows style={{ height: SAMPLE_ROWS.length * height }}>
            {SAMPLE_ROWS.map((entry, i) => (
              <RankingRow
                key={entry.walletAddress}
                entry={entry}
                index={i}
                isYou={false}
                moved={0}
                top={i * height}
                height={height}
              />
            ))}
          </RankingRows>
        </RankingTable>
      </Panel>
    </>
  );
}
