/** The top three players [SCR43], each as high as their rank; an unclaimed place is shown open. */
import { Crown } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { formatDollars, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { tapHeight } from '../../ui/tap-height.ts';
import { nationPath } from '../../views/nation-path.ts';
import { Person } from '../../ui/Person.tsx';
import { figures } from '../../ui/text.ts';
import { culturalNfts, Glow } from '../../views/row-parts.tsx';
import { LINES, Numeral, PODIUM_RANKS, Stage, Step, type PodiumRank } from './podium-parts.tsx';
import { PHONE } from './ranking-grid.ts';

const HONOURS = { 1: 'Champion', 2: 'Second', 3: 'Third' } as const;

const Facts = styled.div`
  display: grid;
  gap: 2px;
  align-content: center;
  min-inline-size: 0;

  @media ${LINES} {
    display: contents;

    > :nth-child(1) {
      grid-area: 1 / 2;
    }

    > :nth-child(2) {
      grid-area: 2 / 2;
    }

    > :nth-child(3) {
      grid-area: 3 / 2 / auto / -1;
    }
  }

  /* The nation and the GDP share the first line, so that the name has the second. */
  @media ${PHONE} {
    > :nth-child(1) {
      display: contents;
    }
  }
`;

const Line = styled.p`
  display: flex;
  align-items: center;
  gap: 0 var(--space-2);
  min-inline-size: 0;
  white-space: nowrap;

  @media ${LINES} {
    line-height: 1.25rem;

    > * > [data-badge] {
      line-height: 1.125rem;
    }
  }
`;

const NationLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: var(--space-2);
  font-weight: 600;
  text-decoration: none;

  &:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  @media ${LINES} {
    ${tapHeight}
  }

  @media ${PHONE} {
    grid-area: 1 / 2 / auto / -1;
    max-inline-size: calc(100% - 7.25rem);
    overflow: hidden;
  }
`;

const Badges = styled.span`
  display: inline-flex;
  gap: var(--space-2);

  @media ${PHONE} {
    grid-area: 2 / 3;
  }
`;

const Small = styled(Line)`
  flex-direction: column;
  align-items: start;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1.25;
  font-variant-numeric: tabular-nums;

  > span {
    display: inline-flex;
    flex: none;
    gap: var(--space-1);
    align-items: center;
    max-inline-size: 100%;
  }

  /* A long name gives way, not the works of art. */
  > :first-child {
    flex-shrink: 1;
    min-inline-size: 0;
  }

  /* On one line, a dot separates the two. */
  > [data-dot] {
    display: none;
  }

  @media ${LINES} {
    flex-direction: row;
    line-height: 1rem;

    > [data-dot] {
      display: inline;
    }
  }

  @media (max-width: 24rem) {
    svg {
      display: none;
    }
  }
`;

const Portrait = styled.div`
  display: none;

  @media (min-width: 80rem) {
    display: block;
    grid-area: 1 / 3;
    inline-size: 4.75rem;
    block-size: 4rem;

    > svg {
      inline-size: 100%;
      block-size: 100%;
    }
  }
`;

/** Across the band's foot: a GDP of billions leaves no room beside a name. */
const Gdp = styled.p<{ $rank: PodiumRank }>`
  grid-area: 2 / 2 / auto / -1;
  justify-self: end;
  font-size: ${({ $rank }) => ($rank === 1 ? 'var(--text-title)' : 'var(--text-heading)')};
  font-weight: 600;
  letter-spacing: -0.02em;
  line-height: 1.1;
  ${figures}

  @media ${LINES} {
    grid-area: 1 / 3 / 3 / 3;
    font-size: var(--text-lead);
  }

  @media ${PHONE} {
    grid-area: 1 / 2 / auto / -1;
  }
`;

const Open = styled.p`
  grid-row: 1 / 3;
  color: var(--ink-muted);
`;

export function Podium({
  rows,
  you,
  presidentNames,
}: {
  readonly rows: readonly LeaderboardEntry[];
  readonly you: Address | null;
  readonly presidentNames: Readonly<Record<NationId, string | null>>;
}) {
  return (
    <Stage aria-label="Top 3">
      {PODIUM_RANKS.map((rank) => {
        const entry = rows[rank - 1];
        return (
          <PodiumStep
            key={rank}
            rank={rank}
            entry={entry}
            isYou={entry !== undefined && entry.walletAddress === you}
            presidentName={entry ? presidentNames[entry.nationId] : null}
          />
        );
      })}
    </Stage>
  );
}

/** Memoised: most ranking changes leave the podium as it is. */
const PodiumStep = memo(function PodiumStep({
  rank,
  entry,
  isYou,
  presidentName,
}: {
  readonly rank: PodiumRank;
  readonly entry: LeaderboardEntry | undefined;
  readonly isYou: boolean;
  readonly presidentName: string | null;
}) {
  if (!entry) {
    return (
      <Step $rank={rank} $isOpen>
        <Numeral $rank={rank} aria-hidden>
          {rank}
        </Numeral>
        <Open>This place is open.</Open>
      </Step>
    );
  }
  const { nationId, nationName, walletAddress, name, gdp, presidentWallet } = entry;
  return (
    <Step $rank={rank}>
      <Glow value={gdp} />
      <Numeral $rank={rank} aria-hidden>
        {rank}
      </Numeral>
      <Facts>
        <Line>
          <NationLink data-tap to={nationPath(nationId)}>
            <Flag nation={nationId} height={16} />
            <span>{nationName}</span>
          </NationLink>
          <Badges>
            <Badge $tone={rank === 1 ? 'action' : 'plain'} data-badge>
              {rank === 1 && <Crown size={13} aria-hidden />}
              <span>{HONOURS[rank]}</span>
            </Badge>
            {isYou && (
              <Badge $tone="action" data-badge>
                You
              </Badge>
            )}
          </Badges>
        </Line>
        <Line>
          <Person wallet={walletAddress} name={name} />
        </Line>
        <Small>
          <span>
            {presidentWallet ? (
              <>
                <span>{'President '}</span>
                <Person wallet={presidentWallet} name={presidentName} avatar={16} />
              </>
            ) : (
              'No President yet'
            )}
          </span>
          <span data-dot aria-hidden>
            ·
          </span>
          <span>{culturalNfts(entry.presidentStakedCount)}</span>
        </Small>
      </Facts>
      <Portrait>
        <NationMap nation={nationId} light={rank === 1 ? 1 : 0.5} small on="--surface-raised" />
      </Portrait>
      <Gdp $rank={rank} title={formatDollars(gdp)}>
        <Figure value={gdp} text={`$${formatGdpK(gdp)}`} />
      </Gdp>
    </Step>
  );
});
