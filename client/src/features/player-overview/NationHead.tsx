/** The head of the dashboard: the nation, its land, and what to do next. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { nationPath } from '../../views/nation-path.ts';
import { HeldLand } from '../../views/territory-map/HeldLand.tsx';
import { NextMove } from './NextMove.tsx';

const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 1fr) min(26rem, 42%);
  gap: var(--space-6);
  align-items: end;

  @media (max-width: 42rem) {
    position: relative;
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
  }
`;

const Words = styled.div`
  padding-block-end: var(--space-6);
`;

const Title = styled.h1`
  font-size: var(--text-title);
`;

const Nation = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-1) var(--space-3);
  margin-block-start: var(--space-3);
  font-size: var(--text-lead);

  > a {
    font-weight: 600;
    text-decoration: none;
  }

  > a:hover {
    text-decoration: underline;
  }

  > span:last-child {
    color: var(--ink-muted);
    font-size: var(--text-body);
  }
`;

const Land = styled.div`
  position: relative;
  block-size: 17rem;
  padding-block: var(--space-3);
  overflow: hidden;

  > svg {
    inline-size: 100%;
    block-size: 100%;
    mask-image: linear-gradient(90deg, transparent, #000 14% 86%, transparent);
  }

  @media (max-width: 64rem) {
    /* Room for the coordinates, which a wide map has at its side. */
    padding-block-end: var(--space-7);
  }

  /* A phone has no room to spare: the map lies behind the end of the text. */
  @media (max-width: 42rem) {
    position: absolute;
    inset-block-start: calc(-1 * var(--space-4));
    inset-inline-end: calc(-1 * var(--space-4));
    z-index: -1;
    inline-size: 11rem;
    block-size: 9rem;
    padding-block: 0;
    opacity: 0.6;

    [data-graticule] {
      display: none;
    }
  }
`;

const Coordinates = styled.p`
  position: absolute;
  inset-block-end: var(--space-3);
  inset-inline-end: 0;
  text-align: end;
  color: var(--ink-faint);
  font-size: var(--text-caption);
  font-variant-numeric: tabular-nums;

  @media (max-width: 42rem) {
    display: none;
  }
`;

export function NationHead({ player }: { readonly player: PlayerNationView }) {
  const { nation } = player;
  const { capital } = OUTLINES[nation.id];
  return (
    <Head>
      <Words>
        <Title>Build your nation</Title>
        <Nation>
          <Flag nation={nation.id} height={20} />
          <Link data-tap to={nationPath(nation.id)}>
            {nation.name}
          </Link>
          <span>{nation.bonus}</span>
        </Nation>
        <NextMove player={player} />
      </Words>
      <Land>
        <HeldLand player={player} />
        <Coordinates>
          <span>{capital.name}</span>
          <br />
          <span>{capital.coordinates}</span>
        </Coordinates>
      </Land>
    </Head>
  );
}
