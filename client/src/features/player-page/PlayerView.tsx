/** A player's whole page: the head, the receipt, the rivals, the contribution, the unlocks and the works. */
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { Lit } from '../../views/territory-map/TerritoryMap.tsx';
import { Contribution } from './Contribution.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import { PlayerHistory } from './PlayerHistory.tsx';
import { lineId, Receipt } from './Receipt.tsx';
import { receiptBlocks } from './receipt.ts';
import { Rivals } from './Rivals.tsx';
import { UnlockList } from './UnlockList.tsx';
import { Works } from './Works.tsx';

const Grid = styled.div`
  display: grid;
  gap: var(--space-5);
  margin-block: var(--space-6);

  > * {
    min-inline-size: 0;
  }

  @media (min-width: 72rem) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
    align-items: start;
  }
`;

const Beside = styled.div`
  display: grid;
  gap: var(--space-5);
`;

const Past = styled.div`
  margin-block-end: var(--space-6);
`;

export function PlayerView({
  wallet,
  player,
  isYou,
  activity,
}: {
  /** Null in the prerendered page, which is the same for everyone. */
  readonly wallet: Address | null;
  /** Null while unknown. */
  readonly player: PlayerPageView | null;
  readonly isYou: boolean;
  /** The player's activity feed. */
  readonly activity: ReactNode;
}) {
  const [lit, setLit] = useState<Lit | null>(null);
  const blocks = player && receiptBlocks(player.receipt, player.nation.startingGdp);
  const goTo = (stakeId: string): void => {
    const line = document.getElementById(lineId(stakeId));
    line?.scrollIntoView({ block: 'center' });
    line?.focus({ preventScroll: true });
    setLit({ stakeId, parcel: null });
  };
  return (
    <>
      <PlayerHead wallet={wallet} player={player} isYou={isYou} />
      <Grid>
        <Receipt
          total={player?.receipt.total ?? null}
          blocks={blocks}
          litStakeId={lit?.stakeId ?? null}
          onLight={(stakeId) => setLit(stakeId === null ? null : { stakeId, parcel: null })}
        />
        <Beside>
          <Rivals wallet={wallet} />
          <Contribution player={player} />
          <UnlockList blocks={blocks} />
        </Beside>
      </Grid>
      <Past>
        <PlayerHistory player={player} />
      </Past>
      <Works player={player} lit={lit} onLight={setLit} onPick={goTo} />
      {activity}
    </>
  );
}
