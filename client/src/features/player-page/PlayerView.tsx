/** A player's whole page: the head; what the GDP is made of and how it came about; the rivals; the works. */
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import type { Address } from '../../../../common/values/address.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { Columns } from '../../ui/layout/sections.ts';
import { Panel, PhoneFold } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Contribution } from './Contribution.tsx';
import { LedgerSeal } from './LedgerSeal.tsx';
import { PlayerHead } from './PlayerHead.tsx';
import { PlayerHistory } from './PlayerHistory.tsx';
import { PlayerWeeks } from './PlayerWeeks.tsx';
import { Receipt } from './Receipt.tsx';
import { receiptBlocks } from './receipt.ts';
import { Rivals } from './Rivals.tsx';
import { Works } from './Works.tsx';

/** Both end at the same height: the history takes what is left. */
const Beside = styled(Columns)`
  align-items: stretch;

  > :first-child {
    grid-template-rows: auto 1fr;
    align-content: stretch;
  }
`;

export function PlayerView({
  wallet,
  player,
  isYou,
  activity,
}: {
  readonly wallet: Address;
  readonly player: PlayerPageView;
  readonly isYou: boolean;
  /** The player's activity feed. */
  readonly activity: ReactNode;
}) {
  return (
    <>
      <PlayerHead wallet={wallet} player={player} isYou={isYou} />
      <Beside>
        <Stack $gap={5}>
          <Receipt
            total={player.receipt.total}
            blocks={receiptBlocks(player.receipt, player.nation.startingGdp)}
            below={
              <>
                <LedgerSeal wallet={wallet} />
                <Contribution player={player} />
              </>
            }
          />
          <PlayerHistory player={player} />
        </Stack>
        <Stack $gap={5}>
          <Rivals wallet={wallet} />
          {player.seasons && <PlayerWeeks wallet={wallet} places={player.seasons} />}
          <PhoneFold value>{activity}</PhoneFold>
        </Stack>
      </Beside>
      <Stack $gap={5}>
        <PhoneFold value>
          <Works player={player} />
        </PhoneFold>
      </Stack>
    </>
  );
}

/** Before the player is known, and in the prerendered page, which knows no wallet: about as high. */
export function PlayerSkeleton({ wallet }: { readonly wallet: Address | null }) {
  return (
    <>
      <PlayerHead wallet={wallet} player={null} isYou={false} />
      <Columns>
        <Stack $gap={5}>
          <Panel title="Receipt">
            <Skeleton $width="100%" $height="24rem" />
          </Panel>
          <Panel title="History">
            <Skeleton $width="100%" $height="16rem" />
          </Panel>
        </Stack>
        <Stack $gap={5}>
          <Panel title="Rivals">
            <Skeleton $width="100%" $height="26rem" />
          </Panel>
        </Stack>
      </Columns>
    </>
  );
}
