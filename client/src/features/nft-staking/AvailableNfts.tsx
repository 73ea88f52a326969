/** Unstaked NFTs of the player's own nation in the wallet, and the button to stake them. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { counted, nftName } from '../../../../common/values/nft-names.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { useWhyNot } from '../../api/status.ts';
import type { NftRef } from '../../api/verify-nft.ts';
import { Button } from '../../ui/Button.tsx';
import { lateOnPress } from '../../ui/late.tsx';
import { Stack } from '../../ui/layout/boxes.ts';
import { Phrases } from '../../ui/Phrases.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PartTitle } from '../../ui/StakedList.tsx';
import { Caption, Muted, Strong, Subheading } from '../../ui/text.ts';
import { stakeBrings } from '../../views/earnings.ts';
import { PlatePicture } from '../../views/PlatePicture.tsx';
import { startingGdpOf, type CopyWorth } from '../../views/staked.ts';
import { useToken } from '../../views/use-token.ts';
import { useProposals } from '../../views/proposals.ts';
import { useNftBalances } from '../../wallet/balances.ts';
import { OFFLINE, useIsOffline } from '../../lib/offline.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { availableCopies, unknownWorthText, WORDS } from './collections.ts';

const StakeNftDialog = lateOnPress(() =>
  import('./StakeNftDialog.tsx').then((module) => module.StakeNftDialog),
);

/** As high whatever is in it. */
const Slot = styled(Stack)`
  grid-template-columns: 7rem minmax(0, 1fr);
  gap: var(--space-4);
  min-block-size: 8.5rem;

  > div:only-child {
    grid-column: 1 / -1;
    align-content: center;
  }

  > div > button {
    margin-block-start: var(--space-2);
  }
`;

interface Props {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
}

export function AvailableNfts({ kind, player }: Props) {
  const { nation, playerNation } = player;
  const { isWrongNetwork } = useWallet();
  const isOffline = useIsOffline();
  const balances = useNftBalances(nation.id);
  const stakes = useQuery(territoryQuery(playerNation.walletAddress));
  const read = useToken(nation.id, kind, playerNation.walletAddress);
  const owned = balances[kind];
  const available =
    owned === null || !stakes.data ? null : availableCopies(owned, stakes.data, kind);
  const isUnreadable = isWrongNetwork || (balances.isError && owned === null);

  const content = (): ReactNode => {
    if (isUnreadable) {
      return (
        <Stack $align="start">
          <Strong as="p" style={{ color: 'var(--fall)' }}>
            Failed to load NFT balance
          </Strong>
          <Muted>{isOffline ? OFFLINE : "Make sure you're connected to the correct network"}</Muted>
          {/* On the wrong network the page already says above how to switch. */}
          {!isWrongNetwork && <Button onClick={balances.refetch}>Try again</Button>}
        </Stack>
      );
    }
    if (stakes.isError && !stakes.data) {
      return said('Your stakes could not be loaded, so you can’t stake more right now.');
    }
    if (available === null || !read.token) {
      return (
        <>
          <PlatePicture kind={kind} nation={nation.id} />
          <Skeleton $width="10rem" />
        </>
      );
    }
    if (available > 0) {
      return (
        <Token kind={kind} player={player} read={read} token={read.token} available={available} />
      );
    }
    if (owned !== 0n) return said('All you have are staked.');
    return (
      <Stack $gap={2}>
        <Muted>{WORDS[kind].noneAvailable}</Muted>
        {read.worth && <Adds {...{ kind, player }} worth={read.worth} />}
      </Stack>
    );
  };
  return (
    <Stack $gap={2} aria-busy={(!isUnreadable && available === null) || undefined}>
      <PartTitle>Available to Stake</PartTitle>
      <Slot>{content()}</Slot>
    </Stack>
  );
}

function Token({
  kind,
  player,
  read: { metadata, picture, worth, isError },
  token,
  available,
}: Props & {
  readonly read: ReturnType<typeof useToken>;
  readonly token: NftRef;
  readonly available: number;
}) {
  const { nation } = player;
  const whyId = useId();
  /** How many the dialog proposes; null: it is closed. */
  const [proposed, setProposed] = useState<number | null>(null);
  useProposals((proposal) => {
    if (proposal.what !== kind) return false;
    setProposed(proposal.copies);
    return true;
  });
  const whyNot = useWhyNot();
  const isUnknown = !worth && (metadata !== undefined || isError);
  const name = nftName(kind, nation.id);
  const close = () => setProposed(null);
  return (
    <>
      <PlatePicture kind={kind} nation={nation.id} own={picture} />
      <Stack $gap={1} $align="start">
        <Subheading as="p">{counted(name, available)}</Subheading>
        {worth ? (
          <Adds {...{ kind, player, worth }} />
        ) : (
          <Caption>{isUnknown ? unknownWorthText(metadata) : <Skeleton $width="9rem" />}</Caption>
        )}
        <Button
          onClick={() => setProposed(1)}
          disabled={isUnknown || whyNot !== null}
          aria-describedby={whyNot === null ? undefined : whyId}
          onPointerEnter={() => void StakeNftDialog.load()}
          aria-label={`Stake ${name}`}
        >
          Stake
        </Button>
        {whyNot !== null && <Caption id={whyId}>{whyNot}</Caption>}
      </Stack>
      {proposed !== null && (
        <StakeNftDialog.Component
          kind={kind}
          token={token}
          player={player}
          available={available}
          proposed={proposed}
          onClose={close}
          onMissing={close}
        />
      )}
    </>
  );
}

/** What one adds [NFT1, NFT2]. */
function Adds({ kind, player, worth }: Props & { readonly worth: CopyWorth }) {
  const one = { ...worth, nftType: kind, quantity: 1 };
  return (
    <Caption>
      <span>Each adds </span>
      <Caption $tone="rise">
        <Phrases>{stakeBrings(one, startingGdpOf(player))}</Phrases>
      </Caption>
    </Caption>
  );
}

const said = (words: string) => (
  <Stack>
    <Muted>{words}</Muted>
  </Stack>
);
