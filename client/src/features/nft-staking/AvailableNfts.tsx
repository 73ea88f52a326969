/** Unstaked NFTs of the player's own nation in the wallet, and the button to stake them. */
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { NftKind } from '../../../../common/protocol/nfts.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { configQuery } from '../../api/config.ts';
import { POLL_INTERVAL_MS } from '../../api/query-client.ts';
import { verifyNftQuery } from '../../api/verify-nft.ts';
import { territoryQuery } from '../../api/stakes.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ListBlock, ListCaption, ListTitle } from '../../ui/StakedList.tsx';
import { lateOnPress } from '../../ui/late.tsx';
import { TokenPicture } from '../../ui/atlas/TokenPicture.tsx';
import { UNKNOWN } from '../../views/earnings.ts';
import { usePrefill } from '../../views/use-prefill.ts';
import { forecastText } from '../../views/forecast/forecast-text.ts';
import { movedNft } from '../../views/forecast/moved-stake.ts';
import { OfferLine } from '../../views/forecast/OfferLine.tsx';
import { useForecast } from '../../views/forecast/use-forecast.ts';
import { copiesText } from '../../views/staked.ts';
import { tokenOf } from '../../views/token-of.ts';
import { useNftBalances } from '../../wallet/nft-balances.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { WORDS } from './collections.ts';
import { availableCopies, bonusTexts, isWorthKnown, unknownWorthText } from './holdings.ts';
import { BonusLine, Muted, Name } from './parts.tsx';

const StakeNftDialog = lateOnPress(() =>
  import('./StakeNftDialog.tsx').then((module) => module.StakeNftDialog),
);

const Card = styled.div`
  display: grid;
  grid-template-columns: 8.5rem minmax(0, 1fr);
  gap: var(--space-4);
  min-block-size: 8.5rem;

  @media (max-width: 30rem) {
    grid-template-columns: 6.5rem minmax(0, 1fr);
    min-block-size: 10rem;
  }
`;

const Facts = styled.div`
  display: flex;
  flex-direction: column;
  align-items: start;
  gap: var(--space-1);

  > button {
    margin-block-start: auto;
  }
`;

/** What staking one copy now brings. */
const Earns = styled.p`
  font-size: var(--text-caption);
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

/** As tall as the card that may replace it. */
const Empty = styled.div`
  display: flex;
  flex-direction: column;
  align-items: start;
  justify-content: center;
  gap: var(--space-3);
  min-block-size: 8.5rem;
  max-inline-size: 40ch;

  @media (max-width: 30rem) {
    min-block-size: 10rem;
  }
`;

const Failure = styled.p`
  color: var(--fall);
  font-weight: 500;
`;

interface Props {
  readonly kind: NftKind;
  readonly player: PlayerNationView;
}

/** `count` is null while unknown. */
function Available({
  count,
  children,
}: {
  readonly count: number | null;
  readonly children: ReactNode;
}) {
  return (
    <ListBlock aria-busy={count === null || undefined}>
      <ListTitle>
        Available to Stake {count !== null && count > 0 && <span>{copiesText(count)}</span>}
      </ListTitle>
      {children}
    </ListBlock>
  );
}

export function AvailableNfts({ kind, player }: Props) {
  const { nation, playerNation } = player;
  const { isWrongNetwork } = useWallet();
  const balances = useNftBalances(nation.id);
  const stakes = useQuery(territoryQuery(playerNation.walletAddress));
  const owned = kind === 'national' ? balances.national : balances.cultural;

  if (isWrongNetwork || (balances.isError && owned === null)) {
    return (
      <Available count={0}>
        <Unreadable isWrongNetwork={isWrongNetwork} onRetry={balances.refetch} />
      </Available>
    );
  }
  if (stakes.isError && !stakes.data) {
    return (
      <Available count={0}>
        <Empty>
          <Muted>Your stakes could not be loaded, so you can’t stake more right now.</Muted>
        </Empty>
      </Available>
    );
  }
  if (owned === null || !stakes.data) {
    return (
      <Available count={null}>
        <SkeletonCard nationId={nation.id} kind={kind} />
      </Available>
    );
  }
  const available = availableCopies(owned, stakes.data, kind);
  return (
    <Available count={available}>
      {available === 0 ? (
        <Empty>
          {owned > 0n ? (
            <Muted>All your copies are staked.</Muted>
          ) : (
            <None kind={kind} player={player} />
          )}
        </Empty>
      ) : (
        <Token kind={kind} player={player} available={available} />
      )}
    </Available>
  );
}

/** What owning one would bring. */
function None({ kind, player }: Props) {
  const token = useOwnToken(kind, player).data?.metadata ?? UNKNOWN;
  return (
    <>
      <Muted>{WORDS[kind].noneAvailable(player.nation.id, token)}</Muted>
      <OfferLine kind={kind} player={player} token={token} />
    </>
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

/** On the wrong network the page already says above how to switch. */
function Unreadable({
  isWrongNetwork,
  onRetry,
}: {
  readonly isWrongNetwork: boolean;
  readonly onRetry: () => void;
}) {
  return (
    <Empty>
      <div>
        <Failure>Failed to load NFT balance</Failure>
        <Muted>Make sure you&apos;re connected to the correct network</Muted>
      </div>
      {!isWrongNetwork && <Button onClick={onRetry}>Try again</Button>}
    </Empty>
  );
}

function Token({ kind, player, available }: Props & { readonly available: number }) {
  const { nation } = player;
  /** How many copies the dialog proposes; null: it is closed. */
  const [proposed, setProposed] = useState<number | null>(null);
  usePrefill(kind, setProposed);
  const { token, data, isError } = useOwnToken(kind, player);
  const metadata = data?.metadata;
  const isKnown = metadata !== undefined && isWorthKnown(kind, metadata);
  const isUnknown = kind === 'national' && !isKnown && (metadata !== undefined || isError);
  const forecast = useForecast(
    player,
    isKnown ? { does: 'stake', stake: movedNft(kind, metadata, 1) } : null,
    { purpose: 'offer' },
  );
  if (!token) return <SkeletonCard nationId={nation.id} kind={kind} />;
  const name = nftName(kind, nation.id);
  return (
    <Card>
      <TokenPicture
        src={metadata?.image ?? (isError ? '' : null)}
        nation={nation.id}
        kind={kind === 'national' ? 'land' : 'culture'}
      />
      <Facts>
        <Name>{name}</Name>
        <ListCaption>Each copy adds</ListCaption>
        {isKnown ? (
          <>
            {/* A work of art adds only GDP, which the line below says. */}
            {(kind === 'national' || !forecast) && (
              <BonusLine bonuses={bonusTexts(kind, metadata, 1)} />
            )}
            {forecast && <Earns>{forecastText(forecast)}</Earns>}
          </>
        ) : (
          <ListCaption>
            {isUnknown ? (
              unknownWorthText(metadata)
            ) : isError ? (
              'Its worth is shown once it is staked.'
            ) : (
              <Skeleton $width="9rem" />
            )}
          </ListCaption>
        )}
        <Button
          onClick={() => setProposed(1)}
          disabled={isUnknown}
          onPointerEnter={() => void StakeNftDialog.load()}
          aria-label={`Stake ${name}`}
        >
          Stake
        </Button>
      </Facts>
      {proposed !== null && (
        <StakeNftDialog.Component
          kind={kind}
          token={token}
          player={player}
          available={available}
          proposed={proposed}
          onClose={() => setProposed(null)}
          onMissing={() => setProposed(null)}
        />
      )}
    </Card>
  );
}

function SkeletonCard({
  kind,
  nationId,
}: {
  readonly kind: NftKind;
  readonly nationId: PlayerNationView['nation']['id'];
}) {
  return (
    <Card>
      <TokenPicture src={null} nation={nationId} kind={kind === 'national' ? 'land' : 'culture'} />
      <Facts>
        <Name>
          <Skeleton $width="10rem" />
        </Name>
        <ListCaption>
          <Skeleton $width="8rem" />
        </ListCaption>
        <ListCaption>
          <Skeleton $width="9rem" />
        </ListCaption>
      </Facts>
    </Card>
  );
}
