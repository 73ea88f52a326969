/**
 * A nation to choose or to look at: how it stands and how near its presidency is; to choose, what it starts with, too
 * [SCR21]. It names no other nation: a card is found by its own name.
 */
import { Crown } from 'lucide-react';
import { css, styled } from 'styled-components';
import { Link } from 'react-router-dom';
import type { NationView } from '../../../../common/protocol/nations.ts';
import { NATION_IDS, type NationId, NATIONS } from '../../../../common/values/nations.ts';
import { useStandings, type LiveStanding } from '../../live/standings.ts';
import { useWorks } from '../../live/use-works.ts';
import { LandmarkMark } from '../../ui/atlas/LandmarkMark.tsx';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { formatCompact, formatGdpK, formatPlayers } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { BigFigure, Caption, Strong } from '../../ui/text.ts';
import { NationHead, placeText } from '../../views/NationHead.tsx';
import { nationPath } from '../../views/paths.ts';

/** Looks of a card that can be pressed, whatever it does then. */
export const card = css`
  display: grid;
  align-content: start;
  inline-size: 100%;
  block-size: 100%;
  padding: var(--space-4);
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);
  color: var(--ink);
  text-align: start;
  text-decoration: none;
  transition: border-color var(--motion-base) var(--ease);
`;

export const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: var(--space-4);

  @media (max-width: 40rem) {
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }
`;

/** Two figures below their names; on a phone each beside its own, both in one line. */
const Begins = styled.span`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--space-3);

  > span {
    display: grid;
  }

  @media (max-width: 40rem) {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-3);

    > span {
      display: flex;
      gap: var(--space-1);
      align-items: baseline;
    }

    > span > :last-child {
      font-size: var(--text-caption);
    }
  }
`;

const Presidency = styled(Caption)`
  display: flex;
  gap: var(--space-1);
  align-items: center;
  padding-block-start: var(--space-2);
  border-block-start: 1px solid var(--rule);

  &[data-nearest] {
    color: var(--action);
    font-weight: 600;
  }
`;

export function NationCard({
  id,
  start = null,
  isChosen = false,
}: {
  readonly id: NationId;
  /** What it begins with. */
  readonly start?: Pick<NationView, 'population' | 'startingGdp' | 'bonus'> | null;
  /** While the choice is being sent. */
  readonly isChosen?: boolean;
}) {
  const standings = useStandings();
  const { works } = useWorks();
  return (
    <NationHead
      nationId={id}
      size="card"
      light={isChosen ? 1 : 0.45}
      beside={
        isChosen ? (
          <Spinner size={20} label={`Choosing ${NATIONS[id].name}`} />
        ) : (
          <LandmarkMark nation={id} stage={works[id]?.stage ?? 0} />
        )
      }
    >
      <Caption>
        <Standing of={standings?.find(({ nationId }) => nationId === id)} />
      </Caption>
      {start && (
        <>
          <Begins>
            <span>
              <Caption>Population</Caption>
              <BigFigure $size="lead">{formatCompact(start.population)}</BigFigure>
            </span>
            <span>
              <Caption>Starting GDP</Caption>
              <BigFigure $size="lead">{`$${formatGdpK(start.startingGdp)}`}</BigFigure>
            </span>
          </Begins>
          <span>{start.bonus}</span>
        </>
      )}
      <HowNear nationId={id} standings={standings} />
    </NationHead>
  );
}

function Standing({ of: standing }: { readonly of: LiveStanding | undefined }) {
  if (!standing) return <Skeleton $width="13rem" />;
  const { rank, gdp, players } = standing;
  if (players === 0) return <span>Nobody plays for it yet</span>;
  return (
    <>
      <span>{`${placeText(rank)} · `}</span>
      <Strong>{formatDollars(gdp)}</Strong>
      <span>{` · ${formatPlayers(players).replace(' ', '\u00A0')}`}</span>
    </>
  );
}

function HowNear({
  nationId,
  standings,
}: {
  readonly nationId: NationId;
  readonly standings: readonly LiveStanding[] | null;
}) {
  const near = standings && toPreside(standings, nationId);
  return (
    <Presidency data-nearest={near?.isNearest || undefined}>
      <Crown size={14} aria-hidden />
      <span>
        {near ? (
          `President with ${formatCount(near.nfts)} cultural ${near.nfts === 1 ? 'NFT' : 'NFTs'}${near.isNearest ? ', the fewest' : ''}`
        ) : (
          <Skeleton $width="10rem" />
        )}
      </span>
    </Presidency>
  );
}

/**
 * [PRE1] How many cultural NFTs make a newcomer President of a nation: a tie keeps the President, so it takes one more
 * than theirs. It is nearest if no other nation takes as few.
 */
export function toPreside(
  standings: readonly Pick<LiveStanding, 'nationId' | 'presidentStakedCount'>[],
  nationId: NationId,
): { readonly nfts: number; readonly isNearest: boolean } | null {
  const own = standings.find((one) => one.nationId === nationId);
  if (!own) return null;
  return {
    nfts: own.presidentStakedCount + 1,
    isNearest: standings.every(
      (one) => one === own || one.presidentStakedCount > own.presidentStakedCount,
    ),
  };
}

const CardLink = styled(Link)`
  ${card}

  &:hover {
    border-color: var(--action);
  }
`;

export function NationsAtlas() {
  return (
    <Cards aria-label="The four nations">
      {NATION_IDS.map((id) => (
        <li key={id}>
          <CardLink to={nationPath(id)}>
            <NationCard id={id} />
          </CardLink>
        </li>
      ))}
    </Cards>
  );
}
