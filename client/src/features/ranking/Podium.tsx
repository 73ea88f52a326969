/** The first three (SPEC.md §2), standing as high as they rank; a place nobody has taken stands open. */
import { Crown } from 'lucide-react';
import { memo } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { NeatlineRule } from '../../ui/atlas/neatline.ts';
import { formatDollars, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { culturalNfts, figures, Glow } from '../../views/row-parts.tsx';

const PLACES = [1, 2, 3] as const;
const HONOURS = { 1: 'Champion', 2: 'Second', 3: 'Third' } as const;
type Place = (typeof PLACES)[number];

const Stage = styled.ol`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.25fr) minmax(0, 1fr);
  align-items: end;
  gap: var(--space-4);

  @media (max-width: 40rem) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    align-items: stretch;
    gap: var(--space-4) var(--space-3);
  }
`;

/** Read first to third, standing second, first, third. */
const Step = styled.li<{ $place: Place }>`
  position: relative;
  order: ${({ $place }) => ({ 1: 2, 2: 1, 3: 3 })[$place]};
  display: flex;
  flex-direction: column;
  min-inline-size: 0;

  @media (max-width: 40rem) {
    order: ${({ $place }) => $place};
    grid-column: ${({ $place }) => ($place === 1 ? '1 / -1' : 'auto')};
  }
`;

const Portrait = styled.div<{ $place: Place }>`
  block-size: ${({ $place }) => ($place === 1 ? '12.5rem' : '9rem')};
  padding-block-end: var(--space-4);

  > svg {
    inline-size: 100%;
    block-size: 100%;
  }

  @media (max-width: 40rem) {
    block-size: ${({ $place }) => ($place === 1 ? '9rem' : '6rem')};
  }
`;

const Block = styled.div<{ $place: Place; $isOpen: boolean }>`
  position: relative;
  isolation: isolate;
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr) auto;
  align-content: start;
  gap: var(--space-1) var(--space-4);
  min-block-size: ${({ $place }) => ({ 1: '17rem', 2: '14.5rem', 3: '13rem' })[$place]};
  padding: var(--space-4) clamp(var(--space-3), 2vw, var(--space-5)) var(--space-5);
  border: 1px ${({ $isOpen }) => ($isOpen ? 'dashed' : 'solid')} var(--rule);
  border-block-start: 0;
  background: ${({ $isOpen }) => ($isOpen ? 'none' : 'var(--surface-raised)')};

  @media (max-width: 40rem) {
    min-block-size: 0;
    padding: var(--space-3);
  }
`;

const Numeral = styled.span<{ $place: Place }>`
  grid-row: 1 / 4;
  grid-column: 2;
  color: ${({ $place }) => ($place === 1 ? 'var(--action)' : 'var(--ink-faint)')};
  font-family: var(--font-display);
  font-size: ${({ $place }) => ($place === 1 ? 'var(--text-display)' : 'var(--text-title)')};
  font-variation-settings: 'opsz' 144;
  font-weight: 400;
  line-height: 0.9;

  @media (max-width: 64rem) {
    ${({ $place }) => $place !== 1 && 'grid-row: 1; font-size: var(--text-heading);'}
  }

  @media (max-width: 40rem) {
    grid-row: 1;
    font-size: var(--text-heading);
  }
`;

const Name = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-2);
  font-size: var(--text-lead);
  font-weight: 600;

  @media (max-width: 64rem) {
    /* Below the numeral's head, where a long name meets nothing of it. */
    grid-area: 2 / 1 / auto / -1;
    font-size: var(--text-body);
  }
`;

const Gdp = styled.p<{ $place: Place }>`
  font-size: ${({ $place }) => ($place === 1 ? 'var(--text-display)' : 'var(--text-title)')};
  font-weight: 600;
  letter-spacing: -0.03em;
  line-height: 1.15;
  ${figures}
`;

const Small = styled.p`
  grid-column: 1 / -1;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  > span {
    white-space: nowrap;
  }
`;

const Honour = styled.p`
  grid-column: 1;
`;

const Open = styled.p`
  grid-column: 1;
  max-inline-size: 24ch;
  color: var(--ink-muted);
`;

export function Podium({
  rows,
  you,
  isPending,
}: {
  readonly rows: readonly LeaderboardEntry[];
  readonly you: Address | null;
  readonly isPending: boolean;
}) {
  return (
    <Stage aria-label="Top 3" aria-busy={isPending || undefined}>
      {PLACES.map((place) => {
        const entry = rows[place - 1];
        return (
          <PodiumStep
            key={place}
            place={place}
            entry={entry}
            isYou={entry !== undefined && entry.walletAddress === you}
            isPending={isPending}
          />
        );
      })}
    </Stage>
  );
}

/** Most changes of the ranking leave the podium as it is. */
const PodiumStep = memo(function PodiumStep({
  place,
  entry,
  isYou,
  isPending,
}: {
  readonly place: Place;
  readonly entry: LeaderboardEntry | undefined;
  readonly isYou: boolean;
  readonly isPending: boolean;
}) {
  return (
    <Step $place={place}>
      <Portrait $place={place}>
        {entry && (
          <NationMap nation={entry.nationId} light={place === 1 ? 1 : 0.5} small={place !== 1} />
        )}
      </Portrait>
      <NeatlineRule />
      <Block $place={place} $isOpen={!entry && !isPending}>
        <Numeral $place={place} aria-hidden>
          {place}
        </Numeral>
        {isPending ? (
          <PodiumSkeleton />
        ) : entry ? (
          <Holder entry={entry} place={place} isYou={isYou} />
        ) : (
          <Open>This place is open.</Open>
        )}
      </Block>
    </Step>
  );
});

function Holder({
  entry,
  place,
  isYou,
}: {
  readonly entry: LeaderboardEntry;
  readonly place: Place;
  readonly isYou: boolean;
}) {
  const { nationId, nationName, walletAddress, gdp, presidentWallet, presidentStakedCount } = entry;
  return (
    <>
      <Glow value={gdp} />
      <Honour>
        <Badge $tone={place === 1 ? 'action' : 'plain'}>
          {place === 1 && <Crown size={13} aria-hidden />}
          {HONOURS[place]}
        </Badge>
      </Honour>
      <Name>
        <Flag nation={nationId} height={16} />
        {nationName}
        {isYou && <Badge $tone="action">You</Badge>}
      </Name>
      <Gdp $place={place} title={formatDollars(gdp)}>
        <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
      </Gdp>
      <Small title={walletAddress}>{shortAddress(walletAddress)}</Small>
      <Small title={presidentWallet ?? undefined}>
        {presidentWallet ? (
          <>
            President <span>{shortAddress(presidentWallet)}</span>
          </>
        ) : (
          'No President yet'
        )}
      </Small>
      <Small>{culturalNfts(presidentStakedCount)} staked</Small>
    </>
  );
}

function PodiumSkeleton() {
  return (
    <>
      <Honour>
        <Skeleton $width="6rem" $height="1.5rem" />
      </Honour>
      <Name>
        <Skeleton $width="8rem" />
      </Name>
      <Gdp $place={2}>
        <Skeleton $width="6rem" />
      </Gdp>
      <Small>
        <Skeleton $width="9rem" />
      </Small>
      <Small>
        <Skeleton $width="9rem" />
      </Small>
      <Small>
        <Skeleton $width="9rem" />
      </Small>
    </>
  );
}
