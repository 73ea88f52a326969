/** The head of the dashboard: the nation, what to do next, and the nation's land. */
import { useQuery } from '@tanstack/react-query';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { Muted } from '../../ui/text.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { activeOf } from '../../views/staked.ts';
import { NationLink } from '../../views/row-parts.tsx';
import { TerritoryMap } from '../../views/territory-map/TerritoryMap.tsx';
import { NextMove } from './NextMove.tsx';

const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
  gap: var(--space-2) var(--space-5);

  @media (max-width: 42rem) {
    position: relative;
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Nation = styled(Row)`
  @media (max-width: 42rem) {
    max-inline-size: calc(100% - 5.5rem);
  }
`;

/** As high as the words beside it. */
const Land = styled.div`
  position: relative;
  min-block-size: 10rem;

  > :first-child {
    position: absolute;
    inset: calc(-1 * var(--space-3)) 0 0;
    container-type: size;
    display: grid;
    overflow: hidden;
    mask-image: linear-gradient(90deg, transparent, #000 20% 80%, transparent);
  }

  /* A phone has no room to spare: the map lies behind the end of the title, beside the nation's line. */
  @media (max-width: 42rem) {
    position: static;
    min-block-size: 0;

    > :first-child {
      inset: calc(-1 * var(--space-2)) calc(-1 * var(--space-3)) auto auto;
      z-index: -1;
      inline-size: 6.5rem;
      block-size: 6.5rem;
      opacity: 0.5;
    }

    [data-graticule] {
      display: none;
    }
  }
`;

export function NationHead({ player }: { readonly player: PlayerNationView }) {
  const { nation, playerNation } = player;
  const stakes = useQuery(territoryQuery(playerNation.walletAddress)).data;
  return (
    <Head>
      <Stack $gap={3}>
        <h1>Build your nation</h1>
        <Nation $gap={[1, 3]} $wrap>
          <NationLink nationId={nation.id} name={nation.name} />
          <Muted>{nation.bonus}</Muted>
        </Nation>
        <NextMove player={player} />
      </Stack>
      <Land>
        <div>
          <TerritoryMap nationId={nation.id} land={activeOf(stakes ?? [], 'national')} />
        </div>
      </Land>
    </Head>
  );
}
