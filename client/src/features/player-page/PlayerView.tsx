/** A player's page: the head; the receipt beside the rivals; the history; land and NFTs. */
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import type { Address } from '../../../../common/values/address.ts';
import { useRules } from '../../api/config.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { Columns } from '../../ui/layout/sections.ts';
import { Panel, PhoneFold } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LandAndNfts } from './LandAndNfts.tsx';
import { LedgerSeal } from './LedgerSeal.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import { PlayerHistory } from './PlayerHistory.tsx';
import { PlayerWeeks } from './PlayerWeeks.tsx';
import { Receipt } from './Receipt.tsx';
import { receiptBlocks } from './receipt.ts';
import { Rivals } from './Rivals.tsx';

export function PlayerView({
  wallet,
  player,
  isYou,
}: {
  readonly wallet: Address;
  readonly player: PlayerPageView;
  readonly isYou: boolean;
}) {
  return (
    <>
      <PlayerHead wallet={wallet} player={player} isYou={isYou} />
      <Columns>
        <Receipt
          total={player.receipt.total}
          blocks={receiptBlocks(player.receipt, useRules())}
          below={<LedgerSeal player={player} />}
        />
        <Stack $gap={5}>
          <Rivals wallet={wallet} />
          {player.seasons && <PlayerWeeks wallet={wallet} places={player.seasons} />}
        </Stack>
      </Columns>
      <Stack $gap={5}>
        <PlayerHistory player={player} />
        <PhoneFold value>
          <LandAndNfts player={player} />
        </PhoneFold>
      </Stack>
    </>
  );
}

/** As high, before the player is known and in the prerendered page, which knows no wallet. */
export function PlayerSkeleton({ wallet }: { readonly wallet: Address | null }) {
  return (
    <>
      <PlayerHead wallet={wallet} player={null} isYou={false} />
      <Columns>
        <Panel title="Receipt">
          <Skeleton $width="100%" $height="24rem" />
        </Panel>
        <Panel title="Rivals">
          <Skeleton $width="100%" $height="24rem" />
        </Panel>
      </Columns>
      <Panel title="History">
        <Skeleton $width="100%" $height="22rem" />
      </Panel>
    </>
  );
}
