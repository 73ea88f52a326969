/** The player's land, as large as the dashboard has room for it: the way to their territory. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { neatlineFrame } from '../../ui/atlas/neatline.ts';
import { activeOf } from '../../views/staked.ts';
import { TerritoryMap } from '../../views/territory-map/TerritoryMap.tsx';

const Plate = styled(Link)`
  display: grid;
  grid-template-rows: minmax(0, 1fr) auto;
  min-inline-size: 0;
  min-block-size: 13rem;
  padding: 5px;
  ${neatlineFrame}
  background-color: var(--surface);
  text-decoration: none;

  > :first-child {
    container-type: size;
    display: grid;
    padding: var(--space-3);
    overflow: hidden;
  }

  > :last-child {
    position: relative;
    padding: 0 var(--space-4) var(--space-2);
    color: var(--action);
    font-size: var(--text-caption);
    text-align: end;
    text-decoration: underline;
  }
`;

export function OwnLand({ player: { nation, playerNation } }: { player: PlayerNationView }) {
  const stakes = useQuery(territoryQuery(playerNation.walletAddress)).data;
  return (
    <Plate to="/territory">
      <div>
        <TerritoryMap nationId={nation.id} land={activeOf(stakes ?? [], 'national')} />
      </div>
      <span>See your territory</span>
    </Plate>
  );
}
