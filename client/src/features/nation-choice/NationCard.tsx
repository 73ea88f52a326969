/**
 * A nation to choose or to look at: how it stands, and what it starts with [SCR21]. It names no other nation: a card is
 * found by its own name.
 */
import { css, styled } from 'styled-components';
import { Link } from 'react-router-dom';
import type { NationView } from '../../../../common/protocol/nations.ts';
import { NATION_IDS, type NationId, NATIONS } from '../../../../common/values/nations.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { useStandings, type LiveStanding } from '../../live/standings.ts';
import { useWorks } from '../../live/use-works.ts';
import { LandmarkMark } from '../../ui/atlas/LandmarkMark.tsx';
import { formatDollars } from '../../../../common/values/figures.ts';
import { formatCompact, formatGdpK, formatPlayers, phrases } from '../../ui/format.ts';
import { Phrases } from '../../ui/Phrases.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Caption, Strong } from '../../ui/text.ts';
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

/** Two figures, each beside its name. */
const Begins = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-2);

  > span {
    display: flex;
    gap: var(--space-1);
    align-items: baseline;
  }
`;

export function NationCard({
  id,
  start = NATIONS[id],
  isChosen = false,
}: {
  readonly id: NationId;
  /** What it begins with, as the server has it. */
  readonly start?: Pick<NationView, 'population' | 'startingGdp' | 'bonus'>;
  /** While the choice is being sent. */
  readonly isChosen?: boolean;
}) {
  const standing = useStandings()?.find(({ nationId }) => nationId === id);
  const { works } = useWorks();
  return (
    <NationHead
      nationId={id}
      size="card"
      light={isChosen ? 1 : 0.45}
      beside={
        isChosen ? (
          <Spinner size={20} label={`Choosing ${nationInText(id)}`} />
        ) : (
          <LandmarkMark nation={id} stage={works[id]?.stage ?? 0} />
        )
      }
    >
      <Caption>
        {standing ? <Phrases>{standingText(standing)}</Phrases> : <Skeleton $width="13rem" />}
      </Caption>
      <Begins>
        <span>
          <Caption>Population</Caption>
          <Strong>{formatCompact(start.population)}</Strong>
        </span>
        <span>
          <Caption>Starting GDP</Caption>
          <Strong>{`$${formatGdpK(start.startingGdp)}`}</Strong>
        </span>
      </Begins>
      <span>{start.bonus}</span>
    </NationHead>
  );
}

function standingText({ rank, gdp, players }: LiveStanding): string {
  if (players === 0) return 'Nobody plays for it yet';
  return phrases([placeText(rank), formatDollars(gdp), formatPlayers(players)]);
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
