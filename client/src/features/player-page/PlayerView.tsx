/** A player's whole page: the head; what the GDP is made of and how it came about; the rivals and what comes; the works. */
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import type { Address } from '../../../../common/values/address.ts';
import { Grid, Stack } from '../../ui/layout/boxes.ts';
import { PhoneFold } from '../../ui/Panel.tsx';
import type { Lit } from '../../views/territory-map/TerritoryMap.tsx';
import { Contribution } from './Contribution.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import { PlayerHistory } from './PlayerHistory.tsx';
import { lineId, Receipt } from './Receipt.tsx';
import { receiptBlocks } from './receipt.ts';
import { Rivals } from './Rivals.tsx';
import { UnlockList } from './UnlockList.tsx';
import { Works } from './Works.tsx';

const Columns = styled(Grid)`
  margin-block: var(--space-6) var(--space-5);

  @media (max-width: 71.99rem) {
    grid-template-columns: minmax(0, 1fr);
  }
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
      <Columns $columns="minmax(0, 7fr) minmax(0, 5fr)" $gap={5} $align="start">
        <Stack $gap={5}>
          <Receipt
            total={player?.receipt.total ?? null}
            blocks={blocks}
            litStakeId={lit?.stakeId ?? null}
            onLight={(stakeId) => setLit(stakeId === null ? null : { stakeId, parcel: null })}
          />
          <PlayerHistory player={player} />
          <PhoneFold value="folded">
            <Contribution player={player} />
          </PhoneFold>
        </Stack>
        <Stack $gap={5}>
          <Rivals wallet={wallet} />
          <PhoneFold value="folded">
            <UnlockList blocks={blocks} />
            {activity}
          </PhoneFold>
        </Stack>
      </Columns>
      <PhoneFold value="folded">
        <Works player={player} lit={lit} onLight={setLit} onPick={goTo} />
      </PhoneFold>
    </>
  );
}
