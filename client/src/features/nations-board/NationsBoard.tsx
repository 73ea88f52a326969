/** The four nations' standings, live: who leads and by how much, what moved, who presides. */
import { Award, Crown } from 'lucide-react';
import { memo, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { useStandings, type NationStanding } from '../../live/standings.ts';
import { useWorks } from '../../live/use-works.ts';
import { LandmarkMark } from '../../ui/atlas/LandmarkMark.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { DollarChange } from '../../ui/Delta.tsx';
import {
  formatCompact,
  formatDollars,
  formatDollarsCompact,
  formatGdpK,
  formatPlayers,
} from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { nationPath } from '../../views/nation-path.ts';
import { Person } from '../../ui/Person.tsx';
import { figures } from '../../ui/text.ts';
import { Glow } from '../../views/row-parts.tsx';
import { firstFinisherOf } from '../../views/works/first-finisher.ts';
import { workLabel } from '../../views/works/stage-names.ts';
import { BoardSkeleton, Card, Cards, Head, Sheet, STRIP } from './board-parts.tsx';

const Outline = styled.div`
  grid-row: span 2;
  inline-size: 2.75rem;
  block-size: 2.5rem;

  > svg {
    inline-size: 100%;
    block-size: 100%;
  }
`;

/** Its link covers the card; other links lie above it. */
const Name = styled(Link)`
  overflow: hidden;
  font-weight: 600;
  text-decoration: none;
  text-overflow: ellipsis;
  white-space: nowrap;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  &:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

/** Words at its start and a figure at its end; each line divides its room by itself. */
const Line = styled.div`
  grid-column: 2 / -1;
  display: flex;
  gap: var(--space-1);
  align-items: baseline;
  justify-content: space-between;
  min-inline-size: 0;
  line-height: 1.3;
  ${figures}
`;

/** The taller figure: a long name and a total of billions share the line. */
const First = styled(Line)`
  block-size: 1.5rem;
`;

const Players = styled.p`
  overflow: hidden;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** Leaves room for the longest name: `$9,999K` is in full size, a total of billions in the smallest. */
const Total = styled.p<{ $length: number }>`
  flex: none;
  font-size: clamp(0.75rem, ${({ $length }) => (8.6 / $length).toFixed(2)}rem, var(--text-lead));
  font-weight: 600;
`;

const Exact = styled.p`
  flex: none;
  color: var(--ink-faint);
  font-size: var(--text-caption);
`;

/** Two fixed halves, so that a change that loads later moves nothing. */
const Changes = styled.dl`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  grid-column: 1 / -1;
  gap: var(--space-2);
  margin-block-start: var(--space-1);
  font-size: var(--text-caption);
  line-height: 1.4;
  ${figures}

  > div {
    display: flex;
    gap: var(--space-1);
    align-items: center;
    block-size: 1.125rem;
  }

  dt {
    color: var(--ink-faint);
  }

  dd {
    margin: 0;
  }

  @media ${STRIP} {
    margin-block-start: 2px;
  }
`;

const Foot = styled.p`
  grid-column: 1 / 3;
  min-inline-size: 0;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1.4;
  ${figures}
`;

/** [WRK1] At the end of the last two lines. */
const Work = styled.span`
  position: relative;
  z-index: 1;
  display: inline-flex;
  grid-row: 4 / span 2;
  grid-column: 3;
  gap: var(--space-1);
  align-items: center;
  align-self: end;
  justify-self: end;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  ${figures}

  &[data-first] {
    color: var(--action);
  }
`;

const President = styled.span`
  position: relative;
  z-index: 1;
  display: inline-flex;
  gap: var(--space-1);
  align-items: center;
  max-inline-size: 100%;

  > svg {
    flex: none;
    color: var(--ink-faint);
  }
`;

export function NationsBoard() {
  const standings = useStandings();
  const { works } = useWorks();
  const first = firstFinisherOf(works);
  const list = useRef<HTMLOListElement>(null);
  const titleId = useId();
  useGlide(list, standings?.map(({ nationId }) => nationId).join() ?? '');
  if (!standings) return <BoardSkeleton />;
  const most = standings[0]?.gdp ?? 0;
  return (
    <Sheet aria-labelledby={titleId}>
      <Head>
        <h2 id={titleId}>Nations</h2>
      </Head>
      <Cards ref={list}>
        {standings.map((standing, i) => (
          <NationCard
            key={standing.nationId}
            standing={standing}
            ahead={standings[i - 1]?.name ?? null}
            light={most === 0 ? 0.15 : standing.gdp / most}
            stage={works[standing.nationId]?.stage ?? null}
            isFirst={first === standing.nationId}
          />
        ))}
      </Cards>
    </Sheet>
  );
}

const NationCard = memo(function NationCard({
  standing,
  ahead,
  light,
  stage,
  isFirst,
}: {
  readonly standing: NationStanding;
  /** The nation one place above. */
  readonly ahead: string | null;
  readonly light: number;
  /** How many stages of its work stand; null while unknown. */
  readonly stage: number | null;
  /** It finished its work before the others. */
  readonly isFirst: boolean;
}) {
  const { rank, nationId, name, gdp, players, change, gapToNext } = standing;
  const { presidentWallet, presidentName } = standing;
  const total = `$${formatGdpK(gdp)}`;
  return (
    <Card data-glide={nationId}>
      <Glow value={gdp} />
      <Outline>
        <NationMap nation={nationId} light={light} small on="--surface-raised" />
      </Outline>
      <First>
        <Name to={nationPath(nationId)}>{name}</Name>
        <Total $length={total.length}>
          <Figure value={gdp} text={total} />
        </Total>
      </First>
      <Line>
        <Players title={formatPlayers(players)}>
          <VisuallyHidden>{`Rank ${rank}, `}</VisuallyHidden>
          <span aria-hidden>{`#${rank} · `}</span>
          <span>
            {players < 10_000 ? formatPlayers(players) : `${formatCompact(players)} players`}
          </span>
        </Players>
        <Exact>
          <Figure value={gdp} text={formatDollars(gdp)} />
        </Exact>
      </Line>
      <Changes>
        <div>
          <dt>10 min</dt>
          <dd>
            <DollarChange dollars={change.m10} />
          </dd>
        </div>
        <div>
          <dt>24 h</dt>
          <dd>
            <DollarChange dollars={change.h24} />
          </dd>
        </div>
      </Changes>
      <Foot>
        <President>
          <Crown size={13} aria-hidden />
          {presidentWallet ? (
            <>
              <VisuallyHidden>President </VisuallyHidden>
              <Person wallet={presidentWallet} name={presidentName} avatar={16} />
            </>
          ) : (
            <span>No President yet</span>
          )}
        </President>
      </Foot>
      {stage !== null && (
        <Work
          data-first={isFirst || undefined}
          title={workLabel(nationId, stage) + (isFirst ? ' first' : '')}
        >
          {isFirst && <Award size={14} aria-label="First to finish:" />}
          <LandmarkMark nation={nationId} stage={stage} label={workLabel(nationId, stage)} />
        </Work>
      )}
      <Foot>
        {ahead === null
          ? 'Leads the world'
          : gapToNext
            ? `${formatDollarsCompact(gapToNext)} behind ${ahead}`
            : `Level with ${ahead}`}
      </Foot>
    </Card>
  );
});
