/** Unstaked NFTs of the player's own nation in the wallet, and the button to stake them. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { configQuery } from '../../api/config.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { verifyNftQuery } from '../../api/verify-nft.ts';
import { TokenPicture } from '../../ui/atlas/TokenPicture.tsx';
import { Button } from '../../ui/Button.tsx';
import { lateOnPress } from '../../ui/late.tsx';
import { Stack } from '../../ui/layout/boxes.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PartTitle } from '../../ui/StakedList.tsx';
import { Caption, Muted, Subheading } from '../../ui/text.ts';
import { landText, UNKNOWN } from '../../views/earnings.ts';
import { forecastText } from '../../views/forecast/forecast-text.ts';
import { movedNft } from '../../views/forecast/forecast.ts';
import { OfferLine } from '../../views/forecast/OfferLine.tsx';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { copiesText, worthOf } from '../../views/staked.ts';
import { tokenOf } from '../../views/use-token.ts';
import { useProposals } from '../../views/proposals.ts';
import { useNftBalances } from '../../wallet/nft-balances.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { availableCopies, isWorthKnown, unknownWorthText, WORDS } from './collections.ts';

const StakeNftDialog = lateOnPress(() =>
  import('./StakeNftDialog.tsx').then((module) => module.StakeNftDialog),
);

/** As high whatever is in it. */
const Place = styled(Stack)`
  grid-template-columns: 7rem minmax(0, 1fr);
  gap: var(--space-4);
  min-block-size: 8.5rem;

  > div:only-child {
    grid-column: 1 / -1;
    align-content: center;
  }
`;

const Earns = styled(Caption)`
  color: var(--ink);
  font-weight: 600;
`;

const Failure = styled.p`
  color: var(--fall);
  font-weight: 500;
`;

interface Props {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
}

export function AvailableNfts({ kind, player }: Props) {
  const { nation, playerNation } = player;
  const { isWrongNetwork } = useWallet();
  const balances = useNftBalances(nation.id);
  const stakes = useQuery(territoryQuery(playerNation.walletAddress));
  const owned = kind === 'national' ? balances.national : balances.cultural;
  const available =
    owned === null || !stakes.data ? null : availableCopies(owned, stakes.data, kind);
  const isUnreadable = isWrongNetwork || (balances.isError && owned === null);

  const content = (): ReactNode => {
    if (isUnreadable) {
      return (
        <Stack $gap={3} $align="start">
          <div>
            <Failure>Failed to load NFT balance</Failure>
            <Muted>Make sure you&apos;re connected to the correct network</Muted>
          </div>
          {/* On the wrong network the page already says above how to switch. */}
          {!isWrongNetwork && <Button onClick={balances.refetch}>Try again</Button>}
        </Stack>
      );
    }
    if (stakes.isError && !stakes.data) {
      return (
        <Stack>
          <Muted>Your stakes could not be loaded, so you can’t stake more right now.</Muted>
        </Stack>
      );
    }
    if (available === null) return <TokenSkeleton kind={kind} player={player} />;
    if (available > 0) return <Token kind={kind} player={player} available={available} />;
    if (owned === 0n) return <None kind={kind} player={player} />;
    return (
      <Stack>
        <Muted>All your copies are staked.</Muted>
      </Stack>
    );
  };
  const isOffered = !isUnreadable && available !== null && available > 0;
  return (
    <Stack $gap={2} aria-busy={(!isUnreadable && available === null) || undefined}>
      <PartTitle aside={isOffered && copiesText(available)}>Available to Stake</PartTitle>
      <Place>{content()}</Place>
    </Stack>
  );
}

/** What owning one would bring. */
function None({ kind, player }: Props) {
  const token = useOwnToken(kind, player).data?.metadata ?? UNKNOWN;
  return (
    <Stack $gap={2}>
      <Muted>{WORDS[kind].noneAvailable(player.nation.id, token)}</Muted>
      <OfferLine kind={kind} player={player} token={token} />
    </Stack>
  );
}

/** The player's nation's token, null while its contract is unknown, and its on-chain data. */
function useOwnToken(kind: NftKind, { nation, playerNation }: PlayerNationView) {
  const contracts = useQuery(configQuery()).data?.contracts;
  const token = contracts ? tokenOf(kind, nation.id, contracts) : null;
  const { data, isError } = useQuery({
    ...verifyNftQuery(
      playerNation.walletAddress,
      token?.tokenId ?? '',
      token?.contractAddress ?? null,
    ),
    // Its metadata may be read later, or corrected.
    refetchInterval: ({ state: { data: read } }) =>
      read && isWorthKnown(kind, read.metadata) ? false : POLL_INTERVAL_MS,
  });
  return { token, data, isError };
}

function Token({ kind, player, available }: Props & { readonly available: number }) {
  const { nation } = player;
  /** How many copies the dialog proposes; null: it is closed. */
  const [proposed, setProposed] = useState<number | null>(null);
  useProposals((proposal) => {
    if (proposal.what !== kind) return false;
    setProposed(proposal.copies);
    return true;
  });
  const { token, data, isError } = useOwnToken(kind, player);
  const metadata = data?.metadata;
  const isKnown = metadata !== undefined && isWorthKnown(kind, metadata);
  const isUnknown = kind === 'national' && !isKnown && (metadata !== undefined || isError);
  const forecast = useForecast(
    player,
    isKnown ? { does: 'stake', stake: movedNft(kind, metadata, 1) } : null,
    { purpose: 'offer' },
  );
  if (!token) return <TokenSkeleton kind={kind} player={player} />;
  const name = nftName(kind, nation.id);
  const close = () => setProposed(null);
  return (
    <>
      <TokenPicture src={metadata?.image ?? (isError ? '' : null)} nation={nation.id} kind={kind} />
      <Stack $gap={1} $align="start">
        <Subheading as="p">{name}</Subheading>
        {isKnown ? (
          <>
            {/* A work of art adds only GDP, which the line below says. */}
            {kind === 'national' && (
              <Caption>
                <span>Each copy adds </span>
                <Caption $tone="rise">{landText(worthOf({ ...metadata, quantity: 1 }, 0))}</Caption>
              </Caption>
            )}
            {forecast && <Earns>{forecastText(forecast)}</Earns>}
          </>
        ) : (
          <Caption>
            {isUnknown ? (
              unknownWorthText(metadata)
            ) : isError ? (
              'Its worth is shown once it is staked.'
            ) : (
              <Skeleton $width="9rem" />
            )}
          </Caption>
        )}
        <Button
          onClick={() => setProposed(1)}
          disabled={isUnknown}
          onPointerEnter={() => void StakeNftDialog.load()}
          aria-label={`Stake ${name}`}
        >
          Stake
        </Button>
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

function TokenSkeleton({ kind, player }: Props) {
  return (
    <>
      <TokenPicture src={null} nation={player.nation.id} kind={kind} />
      <Stack $gap={2}>
        <Skeleton $width="10rem" />
        <Skeleton $width="8rem" />
      </Stack>
    </>
  );
}
