/** The nation's name and standing: its rank of four, total GDP, changes, players. */
import { Crown } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import type { NationStanding } from '../../live/standings.ts';
import { useNames } from '../../live/live-values.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { DollarChange } from '../../ui/Delta.tsx';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Crumbs } from '../../views/Crumbs.tsx';
import { gapText } from '../../views/gap-text.ts';
import { Person } from '../../ui/Person.tsx';

const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 1fr) min(34rem, 46%);
  gap: var(--space-6);
  align-items: end;

  @media (max-width: 48rem) {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
  }
`;

const Words = styled.div`
  padding-block-end: var(--space-5);
`;

const Title = styled.h1`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2) var(--space-4);
  align-items: center;
  font-size: var(--text-display);
  letter-spacing: -0.025em;
  line-height: 1;
`;

const Place = styled.p`
  min-block-size: 1.5em;
  margin-block-start: var(--space-4);
  font-size: var(--text-lead);

  > strong {
    font-weight: 600;
  }

  > span {
    color: var(--ink-muted);
  }
`;

const Office = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-1) var(--space-2);
  min-block-size: 1.75rem;
  margin-block-start: var(--space-3);
  color: var(--ink-muted);

  > svg {
    color: var(--action);
  }
`;

const Land = styled.div`
  position: relative;
  block-size: 21rem;
  padding-block: var(--space-3);
  overflow: hidden;

  > svg {
    inline-size: 100%;
    block-size: 100%;
    mask-image: linear-gradient(90deg, transparent, #000 14% 86%, transparent);
  }

  @media (max-width: 48rem) {
    order: -1;
    block-size: 13rem;
    margin-block-end: var(--space-5);

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

  @media (max-width: 48rem) {
    display: none;
  }
`;

const Figures = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1.6fr) repeat(4, minmax(0, 1fr));
  border-block: 1px solid var(--rule-strong);
  font-variant-numeric: tabular-nums;

  > div {
    padding: var(--space-3) var(--space-5);
  }

  > div:first-child {
    padding-inline-start: 0;
  }

  > div + div {
    border-inline-start: 1px solid var(--rule);
  }

  dt {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  dd {
    display: flex;
    align-items: center;
    min-block-size: 2.8rem;
    margin: 0;
    font-size: clamp(1.25rem, 1rem + 0.9vw, 1.75rem);
    font-weight: 600;
    letter-spacing: -0.02em;
    line-height: 1.25;
  }

  > div:first-child dd {
    font-size: clamp(1.75rem, 1.2rem + 2vw, 2.75rem);
  }

  /* A change is as large as the figures beside it. */
  dd > span {
    font-size: inherit;
  }

  @media (max-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    > div:first-child {
      grid-column: 1 / -1;
      border-block-end: 1px solid var(--rule);
    }

    > div {
      padding-inline: var(--space-4);
    }

    > div:nth-child(even) {
      padding-inline-start: 0;
      border-inline-start: 0;
    }

    > div:nth-child(n + 4) {
      border-block-start: 1px solid var(--rule);
    }
  }
`;

const ORDINALS = ['first', 'second', 'third', 'last'] as const;

/** `standings` best first, null while unknown. */
export function NationHead({
  nationId,
  standings,
  watching,
}: {
  readonly nationId: NationId;
  readonly standings: readonly NationStanding[] | null;
  /** How many people are watching it; omitted if unknown. */
  readonly watching?: ReactNode;
}) {
  const { name, bonus } = NATIONS[nationId];
  const { capital } = OUTLINES[nationId];
  const nameOf = useNames();
  const standing = standings?.find((one) => one.nationId === nationId);
  return (
    <>
      <Crumbs way={[{ to: '/ranking', label: 'Ranking' }]} here={name} />
      <Head>
        <Words>
          <Title>
            <Flag nation={nationId} height={36} />
            <span>{name}</span>
          </Title>
          <Place>
            {standings && standing ? (
              <PlaceWords standing={standing} standings={standings} />
            ) : (
              <Skeleton $width="18rem" />
            )}
          </Place>
          <Office>
            {standing ? (
              <>
                <Crown size={18} aria-hidden />
                {standing.presidentWallet ? (
                  <>
                    <span>President</span>
                    <Person
                      wallet={standing.presidentWallet}
                      name={standing.presidentName ?? nameOf(standing.presidentWallet)}
                    />
                  </>
                ) : (
                  <span>No President yet</span>
                )}
              </>
            ) : (
              <Skeleton $width="14rem" />
            )}
          </Office>
          <Office>
            <span>{bonus}</span>
            {watching}
          </Office>
        </Words>
        <Land>
          <NationMap nation={nationId} light={0.8} graticule capital />
          <Coordinates>
            <span>{capital.name}</span>
            <br />
            <span>{capital.coordinates}</span>
          </Coordinates>
        </Land>
      </Head>
      <StandingFigures standing={standing ?? null} standings={standings} />
    </>
  );
}

function PlaceWords({
  standing,
  standings,
}: {
  readonly standing: NationStanding;
  readonly standings: readonly NationStanding[];
}) {
  const { rank } = standing;
  const gap = gapText(standings, rank - 1, formatDollars);
  return (
    <>
      <strong>
        {`${ORDINALS[rank - 1] ?? rank} of four`.replace(/^./, (c) => c.toUpperCase())}
      </strong>
      <span>{gap === null ? '' : `, ${gap}`}</span>
    </>
  );
}

function StandingFigures({
  standing,
  standings,
}: {
  readonly standing: NationStanding | null;
  readonly standings: readonly NationStanding[] | null;
}) {
  const all = standings?.reduce((sum, { gdp }) => sum + gdp, 0) ?? 0;
  const share = standing && all > 0 ? `${((standing.gdp / all) * 100).toFixed(1)}%` : '–';
  const waiting = <Skeleton $width="5rem" />;
  return (
    <Figures aria-label="Standing" aria-busy={standing === null || undefined}>
      <div>
        <dt>GDP of all its players</dt>
        <dd>
          {standing ? (
            <Figure value={standing.gdp} text={formatDollars(standing.gdp)} />
          ) : (
            <Skeleton $width="10rem" />
          )}
        </dd>
      </div>
      <div>
        <dt>Last 10 minutes</dt>
        <dd>{standing ? <DollarChange dollars={standing.change.m10} /> : waiting}</dd>
      </div>
      <div>
        <dt>Last 24 hours</dt>
        <dd>{standing ? <DollarChange dollars={standing.change.h24} /> : waiting}</dd>
      </div>
      <div>
        <dt>Players</dt>
        <dd>
          {standing ? (
            <Figure value={standing.players} text={formatCount(standing.players)} />
          ) : (
            waiting
          )}
        </dd>
      </div>
      <div>
        <dt>Share of the world</dt>
        <dd>{standing ? share : waiting}</dd>
      </div>
    </Figures>
  );
}
