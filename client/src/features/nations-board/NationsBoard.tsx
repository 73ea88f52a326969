/** The four nations' standing: who leads and by how much, and what moved. */
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { LiveStanding } from '../../live/standings.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { DollarChange } from '../../ui/Delta.tsx';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { formatDollarsCompact } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption, oneLine, Strong } from '../../ui/text.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { nationPath } from '../../views/paths.ts';
import { Glow } from '../../views/row-parts.tsx';

const Sheet = styled.section`
  min-inline-size: 0;
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);

  > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    block-size: 2rem;
    padding-inline: var(--space-3);
    border-block-end: 1px solid var(--rule-strong);
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  h2 {
    font: inherit;
    letter-spacing: inherit;
  }
`;

const Row = styled.li`
  position: relative;
  isolation: isolate;
  display: grid;
  grid-template-columns: 2rem minmax(0, 1fr) auto;
  grid-template-rows: 1.375rem 1.125rem;
  gap: 0 6px;
  align-content: center;
  align-items: center;
  block-size: 3.5rem;
  padding-inline: 0.625rem;
  line-height: 1.3;

  & + & {
    border-block-start: 1px solid var(--rule);
  }

  > [data-part='total'],
  > [data-part='change'] {
    justify-self: end;
  }

  &:hover {
    background: var(--surface-hover);
  }
`;

const Outline = styled.div`
  grid-row: 1 / 3;
  block-size: 2.25rem;

  > svg {
    inline-size: 100%;
    block-size: 100%;
  }
`;

const Name = styled.span`
  ${oneLine}
  font-weight: 500;

  /* Its link covers the row. */
  > a {
    text-decoration: none;
  }

  > a::after {
    content: '';
    position: absolute;
    inset: 0;
  }

  > a:hover {
    text-decoration: underline;
  }
`;

const Gap = styled(Caption)`
  ${oneLine}
`;

/** What the nations gained in a week, as long as it is beside the most. */
const Gain = styled.span`
  position: absolute;
  inset-block-end: 0;
  inset-inline-start: 0;
  block-size: 3px;
`;

/** Of the past only the totals are known. */
export interface BoardNation extends Pick<
  LiveStanding,
  'nationId' | 'name' | 'rank' | 'gdp' | 'gapToNext'
> {
  readonly growth?: LiveStanding['growth'];
  readonly players?: number;
  /** [SEA4] Its `gdp` is what its players gained in a week. */
  readonly isGain?: boolean;
  /** And that week is over. */
  readonly isFinal?: boolean;
}

export function NationsBoard({
  nations,
  isWall = false,
}: {
  /** Best first; null while unknown. */
  readonly nations: readonly BoardNation[] | null;
  /** Read from afar, with nothing to press. */
  readonly isWall?: boolean;
}) {
  const list = useRef<HTMLOListElement>(null);
  const titleId = useId();
  useGlide(list, nations?.map(({ nationId }) => nationId).join() ?? '');
  const most = nations?.[0]?.gdp ?? 0;
  return (
    <Sheet aria-labelledby={titleId} aria-busy={!nations}>
      <header>
        <h2 id={titleId}>Nations</h2>
        {nations?.some(({ growth }) => growth) && (
          <span title="Without what newcomers brought">Last 10 min</span>
        )}
        {nations?.some(({ isGain }) => isGain) && <span>Gained in the week</span>}
      </header>
      <ol ref={list} style={{ position: 'relative' }}>
        {nations
          ? nations.map((nation) => (
              <NationRow
                key={nation.nationId}
                nation={nation}
                light={most === 0 ? 0.15 : nation.gdp / most}
                isWall={isWall}
              />
            ))
          : [1, 2, 3, 4].map((rank) => (
              <Row key={rank}>
                <Skeleton $width="2.25rem" $height="2.25rem" />
                <Skeleton $width="6rem" />
              </Row>
            ))}
      </ol>
    </Sheet>
  );
}

function NationRow({
  nation,
  light,
  isWall,
}: {
  readonly nation: BoardNation;
  readonly light: number;
  readonly isWall: boolean;
}) {
  const { nationId, name, rank, gdp, gapToNext, growth, isGain = false } = nation;
  return (
    <Row data-glide={nationId}>
      <Glow value={gdp} />
      <Outline>
        <NationMap nation={nationId} light={light} small on="--surface-raised" />
      </Outline>
      <Name>
        <VisuallyHidden>{`Rank ${rank}, `}</VisuallyHidden>
        {isWall ? <span>{name}</span> : <Link to={nationPath(nationId)}>{name}</Link>}
      </Name>
      <Strong data-part="total">
        <Figure value={gdp} text={isGain ? formatDeltaDollars(gdp) : formatDollars(gdp)} />
      </Strong>
      <Gap data-part="gap">
        {gdp === 0
          ? !isGain && 'Nobody’s yet'
          : gapToNext
            ? `${formatDollarsCompact(gapToNext)} behind`
            : gapToNext === 0
              ? 'Tied'
              : `${nation.isFinal ? 'Won' : 'Leads'} the ${isGain ? 'week' : 'world'}`}
      </Gap>
      {isGain && gdp > 0 && (
        <Gain
          style={{ inlineSize: `${100 * light}%`, background: NATION_STYLES[nationId].colour }}
        />
      )}
      <span data-part="change">{growth && <DollarChange dollars={growth.m10} />}</span>
    </Row>
  );
}
