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
import { Row, Stack } from '../../ui/layout/boxes.ts';
import { useCountdown } from '../../ui/motion/use-tick.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption, Muted, Strong } from '../../ui/text.ts';
import { movedNft } from '../../views/forecast/forecast.ts';
import { copiesText, worthOf } from '../../views/staked.ts';
import { Unstake } from '../../views/Unstake.tsx';
import { useUnstakeNft } from '../../wallet/mutations/commands.ts';
import { useUnanswered } from '../../wallet/use-sent-commands.ts';

const Item = styled.li`
  display: grid;
  grid-template-columns: 5rem minmax(0, 1fr);
  gap: var(--space-4);
  padding: var(--space-3) var(--card-gutter);
  scroll-margin-block: calc(var(--header-height) + var(--space-4));
  transition: background-color var(--motion-fast) var(--ease);

  & + & {
    border-block-start: 1px solid var(--rule);
  }

  &[data-lit] {
    background: var(--surface-hover);
  }

  &:focus {
    outline: none;
  }

  &:focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: -2px;
  }
`;

const Name = styled(Row)`
  > h3 {
    font-size: var(--text-lead);
  }

  > span {
    color: var(--rise);
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
    <ul aria-label="Your holdings">
      {stakes.map((stake) => (
        <HoldingItem
          key={stake.id}
          stake={stake}
          player={player}
          isLit={stake.id === litStakeId}
          onLight={onLight}
        />
      ))}
    </ul>
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
        <Name $gap={[0, 3]} $justify="space-between" $align="baseline" $wrap>
          <h3>{nftName(stake.nftType, nation.id)}</h3>
          <Strong as="span">{`+$${formatCount(gdp)} GDP`}</Strong>
        </Name>
        <Muted>
          <span>{`${isLand ? 'National NFT' : 'Cultural NFT'} · ${copiesText(stake.quantity)}`}</span>
          {isLand && (
            <span>{` · ${formatCount(territoryKm2)} km² · +${production.toFixed(2)}x production`}</span>
          )}
        </Muted>
        <Row $gap={2}>
          {isLocked ? <Lock size={14} aria-hidden /> : <LockOpen size={14} aria-hidden />}
          <Caption>
            {isLocked ? (
              <span>
                <Strong>{formatCountdown(leftMs)}</Strong> to unlock ·{' '}
                <time dateTime={stake.unstakeableAt}>{formatMoment(at)}</time>
              </span>
            ) : (
              <span>Unlocked. Still earning until you unstake.</span>
            )}
          </Caption>
        </Row>
        {!isLocked && (
          <Unstake
            player={player}
            what={`${copiesText(stake.quantity)} of ${nftName(stake.nftType, nation.id)}`}
            stake={movedNft(stake.nftType, stake, stake.quantity)}
            isLocked={false}
            send={() => unstake.mutateAsync({ stakeId: stake.id })}
            unanswered={unanswered}
          />
        )}
      </div>
    </Item>
  );
}

export function HoldingsSkeleton({ nationId }: { readonly nationId: NationId }) {
  return (
    <ul aria-busy>
      {[0, 1].map((i) => (
        <Item key={i}>
          <TokenPicture src={null} nation={nationId} kind="land" />
          <Stack $gap={2}>
            <Skeleton $width="8rem" $height="1.4rem" />
            <Skeleton $width="14rem" />
            <Skeleton $width="11rem" />
          </Stack>
        </Item>
      ))}
    </ul>
  );
}
