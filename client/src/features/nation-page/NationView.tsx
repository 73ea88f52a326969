/** A nation's whole page: its standing, its work, its best players, its president and challengers, its plates. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { useStandings } from '../../live/standings.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { BestPlayers } from './BestPlayers.tsx';
import { FourNations } from './FourNations.tsx';
import { NationHead } from './NationHead.tsx';
import { Failed, NationWork } from './NationWork.tsx';
import { NationWorks } from './NationWorks.tsx';
import { PresidentRace } from './PresidentRace.tsx';
import { useNation } from './use-nation.ts';

const Grid = styled.div`
  display: grid;
  gap: var(--space-5);
  margin-block-start: var(--space-6);

  > * {
    min-inline-size: 0;
  }

  @media (min-width: 72rem) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    align-items: start;
  }
`;

const Column = styled.div`
  display: grid;
  gap: var(--space-5);

  > * {
    min-inline-size: 0;
  }
`;

export function NationView({
  nationId,
  you,
  watching,
  chart,
  activity,
}: {
  readonly nationId: NationId;
  readonly you: Address | null;
  readonly watching?: ReactNode;
  /** The nations' totals over time. */
  readonly chart: ReactNode;
  /** Its players' recent actions. */
  readonly activity: ReactNode;
}) {
  const standings = useStandings();
  const { nation, isError, isFetching, refetch } = useNation(nationId);
  const ownNation = useOwnRow()?.nationId;
  return (
    <>
      <NationHead nationId={nationId} standings={standings} watching={watching} />
      <NationWork
        nationId={nationId}
        nation={nation}
        you={you}
        canContribute={ownNation === undefined || ownNation === nationId}
      />
      <Grid>
        <Column>
          {isError && !nation ? (
            <Panel title="The race for President">
              <Failed role="alert">
                The race could not be loaded. Check your connection, then try again.
                <Button pending={isFetching} onClick={refetch}>
                  Try again
                </Button>
              </Failed>
            </Panel>
          ) : (
            <PresidentRace
              nationId={nationId}
              candidates={nation?.candidates ?? null}
              you={ownNation === nationId ? you : null}
            />
          )}
          <BestPlayers nationId={nationId} you={you} />
          {chart}
        </Column>
        <Column>
          <FourNations nationId={nationId} standings={standings} />
          {activity}
        </Column>
      </Grid>
      <NationWorks nationId={nationId} culturalStaked={nation?.culturalStaked ?? null} />
    </>
  );
}
