/**
 * The ranking before anyone plays [SCR47]: who comes first begins it, and what it will look like.
 */
import type { ReactNode } from 'react';
import { weekNumber } from '../../../../common/values/week.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Row, Stack, ButtonRow } from '../../ui/layout/boxes.ts';
import { Muted } from '../../ui/text.ts';
import { useThisWeek } from '../../views/weeks/use-weeks.ts';
import { Podium } from './Podium.tsx';
import { Bar } from './RankingBar.tsx';
import { FlowTable, ListSheet } from './RankingTable.tsx';
import { SAMPLE_ROWS } from './sample-rows.ts';

const TITLE = 'Sample ranking';

/** What is to be won, and with `children` how. */
export function Invitation({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <Row
        as="section"
        $wrap
        $gap={4}
        $justify="space-between"
        style={{ marginBlock: 'var(--space-4)' }}
      >
        <Stack $gap={1}>
          <h2>{`The first player begins week ${weekNumber(useThisWeek())}`}</h2>
          <Muted>No rankings available yet</Muted>
        </Stack>
        {children}
      </Row>
      <Podium rows={[]} you={null} hasCards={children !== undefined} />
    </>
  );
}

export function EmptyRanking() {
  return (
    <>
      <Invitation>
        <ButtonRow>
          <ButtonLink to="/" tone="primary">
            Start Playing
          </ButtonLink>
          <ButtonLink to="/dashboard">Build your nation</ButtonLink>
          <ButtonLink to="/learn">Learn How to Play</ButtonLink>
        </ButtonRow>
      </Invitation>
      <Bar data-lone>
        <h2>{TITLE}</h2>
        <Badge>None of these players exist</Badge>
      </Bar>
      <ListSheet aria-label={TITLE} style={{ maxInlineSize: '60rem' }}>
        <FlowTable rows={SAMPLE_ROWS} label={TITLE} isStatic />
      </ListSheet>
    </>
  );
}
