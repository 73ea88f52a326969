/**
 * The top three players [SCR43]: a band of three steps, one below the other on a phone; an
 * unclaimed place is shown open.
 */
import { Crown } from 'lucide-react';
import { memo, useMemo } from 'react';
import { styled } from 'styled-components';
import type { Address } from '../../../../common/values/address.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { culturalNfts, Glow, NationLink, presidentNamesOf } from '../../views/row-parts.tsx';
import { CARDS } from './row-layout.ts';
import type { RankedRow } from './week-rows.ts';

const RANKS = [1, 2, 3] as const;
type PodiumRank = (typeof RANKS)[number];

/** What a place of the podium is called; nobody is the champion of a week that runs. */
export function honourOf({ rank, week }: Pick<RankedRow, 'rank' | 'week'>): string {
  if (rank === 1) return week && !week.isFinal ? 'First' : 'Champion';
  return rank === 2 ? 'Second' : 'Third';
}

/** Px, by rank, where its GDP stands beside a player, and where it stands below. */
const STEP = { 1: 124, 2: 116, 3: 108 } as const;
const NARROW_STEP = { 1: 156, 2: 148, 3: 140 } as const;
/** Px. */
const LINES = 64;
const MEDIUM = '(width < 1080px)';

const Frame = styled.div`
  container-type: inline-size;
`;

const Stage = styled.ol<{ readonly $hasCards: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr) minmax(0, 1fr);
  align-items: end;
  gap: var(--space-3);
  block-size: ${STEP[1]}px;

  @container ${MEDIUM} {
    gap: var(--space-2);
    block-size: ${NARROW_STEP[1]}px;
  }

  @container ${CARDS} {
    display: ${({ $hasCards }) => ($hasCards ? 'none' : 'grid')};
    grid-template: repeat(3, minmax(0, 1fr)) / minmax(0, 1fr);
    gap: 0;
    block-size: ${3 * LINES}px;
  }
`;

/**
 * DOM order is first to third; displayed second, first, third. Below each other, display order is
 * DOM order. Each has its place before the others have been parsed.
 */
const Step = styled.li<{ $rank: PodiumRank; $isOpen?: boolean }>`
  position: relative;
  isolation: isolate;
  grid-area: 1 / ${({ $rank }) => ({ 1: 2, 2: 1, 3: 3 })[$rank]};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 1px var(--space-3);
  align-content: center;
  align-items: center;
  min-inline-size: 0;
  block-size: ${({ $rank }) => STEP[$rank]}px;
  padding-inline: var(--space-4);
  border: 1px ${({ $isOpen }) => ($isOpen ? 'dashed' : 'solid')} var(--rule);
  border-block-start: 3px solid
    ${({ $rank }) => ($rank === 1 ? 'var(--action)' : 'var(--rule-strong)')};
  background: ${({ $isOpen }) => ($isOpen ? 'none' : 'var(--surface-raised)')};

  &[data-found] {
    box-shadow: inset 3px 0 0 var(--action);
  }

  @container ${MEDIUM} {
    block-size: ${({ $rank }) => NARROW_STEP[$rank]}px;
    gap: 3px 0;
    padding-inline: var(--space-2);
  }

  @container ${CARDS} {
    grid-area: ${({ $rank }) => $rank} / 1;
    block-size: ${LINES}px;
    column-gap: var(--space-2);
    border-block-start-width: 1px;

    &:not(:last-child) {
      border-block-end: 0;
    }
  }
`;

const Numeral = styled.span<{ $rank: PodiumRank }>`
  grid-row: 1 / 4;
  inline-size: ${({ $rank }) => ($rank === 1 ? '2.5rem' : '2rem')};
  color: ${({ $rank }) => ($rank === 1 ? 'var(--action)' : 'var(--ink-faint)')};
  font-family: var(--font-display);
  font-size: ${({ $rank }) => ($rank === 1 ? 'var(--text-display)' : 'var(--text-title)')};
  font-variation-settings: 'opsz' 144;
  /* No higher than the lines beside it, in the middle of which it stands. */
  line-height: 0;

  @container ${MEDIUM} {
    grid-row-end: 2;
    inline-size: 1.5rem;
    font-size: var(--text-heading);
  }

  @container ${CARDS} {
    grid-row-end: 4;
  }
`;

const Line = styled.div`
  display: flex;
  grid-area: 1 / 2;
  gap: var(--space-2);
  align-items: center;
  min-inline-size: 0;
  white-space: nowrap;

  > a {
    min-block-size: 26px;
  }

  > a [data-lead] {
    font-weight: 600;
  }

  /* One's own has the badge in its place. */
  > a:not(:last-child) [data-end] {
    display: none;
  }

  &[data-part='nation'] {
    grid-row: 2;
    font-size: var(--text-caption);
  }

  > a + span {
    flex: none;
  }

  @media (max-width: 89.99rem) {
    > a + span > svg {
      display: none;
    }
  }

  @container ${MEDIUM} {
    grid-column-end: -1;

    &[data-part='nation'] {
      grid-column-start: 1;
    }

    [data-avatar] {
      display: none;
    }
  }

  @container ${CARDS} {
    grid-column-end: auto;

    &[data-part='nation'] {
      grid-column-start: 2;

      /* Its flag stands for it where the name has no room. */
      > a {
        flex-wrap: wrap;
        overflow: hidden;
        block-size: 1.25rem;
      }
    }
  }
`;

/** What gives way to a long GDP is the player and the nation; the President has their own line. */
const Small = styled(Line)`
  grid-area: auto / 2 / auto / -1;
  flex-wrap: wrap;
  gap: 0 var(--space-5);
  overflow: hidden;
  color: var(--ink-muted);
  font-size: var(--text-caption);

  /* In the gap, or out of sight in front of a line. */
  > :last-child::before {
    content: '·';
    display: inline-block;
    inline-size: var(--space-5);
    margin-inline-start: calc(-1 * var(--space-5));
    text-align: center;
  }

  @container ${MEDIUM} {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-column-start: 1;
    margin-block-start: var(--space-1);

    > :last-child::before {
      content: none;
    }
  }
`;

const Gdp = styled.p<{ $rank: PodiumRank }>`
  display: grid;
  grid-area: 1 / 3 / 3 / 3;
  justify-items: end;
  font-size: ${({ $rank }) => ($rank === 1 ? '1.875rem' : 'var(--text-heading)')};
  font-weight: 600;
  letter-spacing: -0.02em;
  line-height: 1.15;
  white-space: nowrap;

  > small {
    color: var(--ink-muted);
    font-size: var(--text-caption);
    font-weight: 400;
    letter-spacing: 0;
    line-height: 1.25;
  }

  @media (max-width: 89.99rem) {
    font-size: ${({ $rank }) => ($rank === 1 ? 'var(--text-heading)' : 'var(--text-lead)')};
  }

  @container ${MEDIUM} {
    grid-area: 3 / 1 / auto / -1;
    display: flex;
    flex-wrap: wrap;
    /* What has no room in the line is far out of sight. */
    gap: 8em var(--space-2);
    align-items: baseline;
    block-size: 1.2em;
    overflow: hidden;
  }

  @container ${CARDS} {
    display: contents;
    font-size: var(--text-lead);

    > * {
      grid-column: 3;
      justify-self: end;
    }
  }
`;

export function Podium({
  rows,
  you,
  found,
  hasCards = false,
}: {
  /** Null while unknown. */
  readonly rows: readonly RankedRow[] | null;
  readonly you: Address | null;
  /** Whom the page's address is about. */
  readonly found?: Address | null | undefined;
  /** The list below it is as wide; where that is one of cards, its first three are the podium. */
  readonly hasCards?: boolean;
}) {
  const presidentNames = useMemo(() => presidentNamesOf(rows ?? []), [rows]);
  return (
    <Frame>
      <Stage aria-label="Top 3" aria-busy={!rows} $hasCards={hasCards}>
        {RANKS.map((rank) => {
          const entry = rows?.[rank - 1];
          if (entry) {
            return (
              <PodiumStep
                key={rank}
                rank={rank}
                entry={entry}
                isYou={entry.walletAddress === you}
                isFound={entry.walletAddress === found}
                presidentName={presidentNames[entry.nationId]}
              />
            );
          }
          return (
            <Step key={rank} $rank={rank} $isOpen={rows !== null}>
              <Numeral $rank={rank} aria-hidden>
                {rank}
              </Numeral>
              {rows ? (
                <span style={{ gridRow: '1 / 4' }}>Nobody’s yet</span>
              ) : (
                <>
                  <Line>
                    <Skeleton $width="12rem" />
                  </Line>
                  <Line data-part="nation">
                    <Skeleton $width="9rem" />
                  </Line>
                </>
              )}
            </Step>
          );
        })}
      </Stage>
    </Frame>
  );
}

/** Memoised: most ranking changes leave the podium as it is. */
const PodiumStep = memo(function PodiumStep({
  rank,
  entry,
  isYou,
  isFound,
  presidentName,
}: {
  readonly rank: PodiumRank;
  readonly entry: RankedRow;
  readonly isYou: boolean;
  readonly isFound: boolean;
  readonly presidentName: string | null;
}) {
  const { nationId, walletAddress, name, gdp, week, presidentWallet, presidentStakedCount } = entry;
  return (
    <Step $rank={rank} data-lines data-found={isFound || undefined}>
      <Glow value={gdp} />
      <Numeral $rank={rank} aria-hidden>
        {rank}
      </Numeral>
      <Line>
        <Person wallet={walletAddress} name={name} avatar={20} hasAddress />
        {isYou && <Badge $tone="action">You</Badge>}
      </Line>
      <Line data-part="nation">
        <NationLink nationId={nationId} />
        <Badge $tone={rank === 1 ? 'action' : 'plain'}>
          {rank === 1 && <Crown size={13} aria-hidden />}
          <span>{honourOf(entry)}</span>
        </Badge>
      </Line>
      <Gdp $rank={rank} title={formatDollars(gdp)}>
        <Figure
          value={week?.gained ?? gdp}
          text={week ? formatDeltaDollars(week.gained) : formatDollars(gdp)}
        />
        <small>
          <Figure value={gdp} text={week ? `to ${formatDollars(gdp)}` : `$${formatGdpK(gdp)}`} />
        </small>
      </Gdp>
      {!week && (
        <Small>
          <President wallet={presidentWallet} name={presidentName} />
          <span>{culturalNfts(presidentStakedCount)}</span>
        </Small>
      )}
    </Step>
  );
});

/** No link: the nation's leads to them. */
function President({
  wallet,
  name,
}: {
  readonly wallet: Address | null;
  readonly name: string | null;
}) {
  if (!wallet) return <span>No President</span>;
  return (
    <span style={{ display: 'flex', minInlineSize: 0 }}>
      <span>{'President\u00A0'}</span>
      <Person wallet={wallet} name={name} hasAddress avatar={0} isLink={false} hasLaurel={false} />
    </span>
  );
}
