/** The staked NFTs beside the map: picture, what each adds, and how long it stays locked. */
import { LockOpen, Lock } from 'lucide-react';
import { styled } from 'styled-components';
import type { NftStakeView } from '../../../../common/protocol/nfts.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { nftName } from '../../../../common/values/nft-names.ts';
import { useGameNow } from '../../api/config.ts';
import { TokenPicture } from '../../ui/atlas/TokenPicture.tsx';
import { formatCount, formatCountdown, formatMoment } from '../../ui/format.ts';
import { useCountdown } from '../../ui/motion/use-countdown.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { movedNft } from '../../views/forecast/moved-stake.ts';
import { copiesText, worthOf } from '../../views/staked.ts';
import { Unstake } from '../../views/Unstake.tsx';
import { unstaked, unstakingFailed } from '../../views/unstaked-words.ts';
import { useUnstakeNft } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';

const List = styled.ul`
  border-block-start: 1px solid var(--rule-strong);
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: 5.5rem minmax(0, 1fr);
  gap: var(--space-4);
  position: relative;
  isolation: isolate;
  padding-block: var(--space-3);
  border-block-end: 1px solid var(--rule);
  scroll-margin-block: calc(var(--header-height) + var(--space-4));

  /* The highlight extends a little beyond the text, into the page's margin. */
  &::before {
    content: '';
    position: absolute;
    inset: 0 calc(-1 * var(--space-3));
    z-index: -1;
    background: var(--surface-hover);
    opacity: 0;
    transition: opacity var(--motion-fast) var(--ease);
  }

  &[data-lit]::before {
    opacity: 1;
  }

  &:focus {
    outline: none;
  }

  &:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
`;

const Name = styled.h3`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--space-3);
  font-size: var(--text-lead);

  > span + span {
    color: var(--rise);
    font: 600 var(--text-body) / 1.4 var(--font-sans);
    letter-spacing: 0;
    font-variant-numeric: tabular-nums;
  }

  @media (max-width: 30rem) {
    flex-direction: column;
  }
`;

const Facts = styled.p`
  color: var(--ink-muted);
  font-variant-numeric: tabular-nums;
`;

const Until = styled.p`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: var(--space-2);
  margin-block-start: var(--space-1);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  > svg {
    margin-block-start: 3px;
  }

  strong {
    color: var(--ink);
    font-weight: 600;
  }
`;

export function HoldingsList({
  stakes,
  player,
  litStakeId,
  onLight,
}: {
  readonly stakes: readonly NftStakeView[];
  readonly player: PlayerNationView;
  readonly litStakeId: string | null;
  readonly onLight: (stakeId: string | null) => void;
}) {
  return (
    <List aria-label="Your holdings">
      {stakes.map((stake) => (
        <HoldingItem
          key={stake.id}
          stake={stake}
          player={player}
          isLit={stake.id === litStakeId}
          onLight={onLight}
        />
      ))}
    </List>
  );
}

/** The id of a holding's row, for the map to link to. */
export function holdingId(stakeId: string): string {
  return `holding-${stakeId}`;
}

function HoldingItem({
  stake,
  player,
  isLit,
  onLight,
}: {
  readonly stake: NftStakeView;
  readonly player: PlayerNationView;
  readonly isLit: boolean;
  readonly onLight: (stakeId: string | null) => void;
}) {
  const at = new Date(stake.unstakeableAt);
  const leftMs = useCountdown(at, useGameNow());
  const isLocked = leftMs > 0;
  const { nation } = player;
  const isLand = stake.nftType === 'national';
  const { territoryKm2, production, gdp } = worthOf(stake, nation.startingGdp);
  const unstake = useUnstakeNft();
  const unanswered = useUnanswered('/api/nft/unstake');
  return (
    <Item
      id={holdingId(stake.id)}
      tabIndex={-1}
      data-lit={isLit || undefined}
      onPointerEnter={() => onLight(stake.id)}
      onPointerLeave={() => onLight(null)}
    >
      <TokenPicture src={stake.imageUrl} nation={nation.id} kind={isLand ? 'land' : 'culture'} />
      <div>
        <Name>
          <span>{nftName(stake.nftType, nation.id)}</span>
          <span>{`+$${formatCount(gdp)} GDP`}</span>
        </Name>
        <Facts>
          <span>{`${isLand ? 'National NFT' : 'Cultural NFT'} · ${copiesText(stake.quantity)}`}</span>
          {isLand && (
            <span>{` · ${formatCount(territoryKm2)} km² · +${production.toFixed(2)}x production`}</span>
          )}
        </Facts>
        <Until>
          {isLocked ? <Lock size={14} aria-hidden /> : <LockOpen size={14} aria-hidden />}
          {isLocked ? (
            <span>
              <strong>{formatCountdown(leftMs)}</strong> to unlock ·{' '}
              <time dateTime={stake.unstakeableAt}>{formatMoment(at)}</time>
            </span>
          ) : (
            <span>Unlocked. Still earning until you unstake.</span>
          )}
        </Until>
        {!isLocked && (
          <Unstake
            player={player}
            what={`${copiesText(stake.quantity)} of ${nftName(stake.nftType, nation.id)}`}
            stake={movedNft(stake.nftType, stake, stake.quantity)}
            isLocked={false}
            send={() => unstake.mutateAsync({ stakeId: stake.id })}
            done={unstaked(stake.nftType)}
            failed={(error) => unstakingFailed(stake.nftType, error)}
            unanswered={unanswered}
          />
        )}
      </div>
    </Item>
  );
}

export function HoldingsSkeleton({ nationId }: { readonly nationId: NationId }) {
  return (
    <List aria-busy>
      {[0, 1].map((i) => (
        <Item key={i}>
          <TokenPicture src={null} nation={nationId} kind="land" />
          <div>
            <Name as="p">
              <Skeleton $width="8rem" />
            </Name>
            <Facts>
              <Skeleton $width="14rem" />
            </Facts>
            <Until>
              <Skeleton $width="11rem" />
            </Until>
          </div>
        </Item>
      ))}
    </List>
  );
}
