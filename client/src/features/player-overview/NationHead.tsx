/** The head of the dashboard: whose nation it is, its land, and the one thing to do next. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { useOwnRow } from '../../live/use-own-row.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NationMap } from '../../ui/atlas/NationMap.tsx';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { OUTLINES } from '../../ui/maps/outlines.ts';
import { STAKE_EXAMPLE } from '../../views/facts.ts';
import { nationPath } from '../../views/nation-path.ts';
import { Person } from '../../views/Person.tsx';
import { nextStep, type NextStep } from './next-step.ts';

const Head = styled.header`
  display: grid;
  grid-template-columns: minmax(0, 1fr) min(26rem, 42%);
  gap: var(--space-6);
  align-items: end;

  @media (max-width: 42rem) {
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

/** Its room is kept while it is not known yet what to say. */
const Next = styled.p<{ $isEmpty: boolean }>`
  max-inline-size: 44ch;
  min-block-size: 3em;
  margin-block-start: var(--space-5);
  padding-inline-start: var(--space-4);
  border-inline-start: 3px solid ${({ $isEmpty }) => ($isEmpty ? 'transparent' : 'var(--action)')};
  color: var(--ink-muted);
  font-size: var(--text-lead);

  @media (max-width: 30rem) {
    min-block-size: 4.5em;
  }

  > strong {
    color: var(--ink);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }

  > a {
    white-space: nowrap;
  }

  > a[href^='#'] {
    color: var(--action);
    font-weight: 500;
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
    /* The coordinates' own room, which a wide map has at its side. */
    padding-block-end: var(--space-7);
  }

  @media (max-width: 42rem) {
    order: -1;
    block-size: 10rem;
    padding-block-end: var(--space-3);

    [data-graticule] {
      display: none;
    }

    margin-block-end: var(--space-4);
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
`;

/** `stakeAnchor` is the id of the field that the next step leads to. */
export function NationHead({
  player,
  stakeAnchor,
}: {
  readonly player: PlayerNationView;
  readonly stakeAnchor: string;
}) {
  const { nation } = player;
  const { rows } = useLeaderboard({ poll: false });
  const own = useOwnRow();
  const step = nextStep(rows, own, nation.startingGdp);
  const { capital } = OUTLINES[nation.id];
  return (
    <Head>
      <Words>
        <Title>Build your nation</Title>
        <Nation>
          <Flag nation={nation.id} height={20} />
          <Link to={nationPath(nation.id)}>{nation.name}</Link>
          <span>{nation.bonus}</span>
        </Nation>
        <Next $isEmpty={!step}>{step && <NextWords step={step} stakeAnchor={stakeAnchor} />}</Next>
      </Words>
      <Land>
        <NationMap nation={nation.id} light={0.7} graticule capital />
        <Coordinates>
          {capital.name}
          <br />
          {capital.coordinates}
        </Coordinates>
      </Land>
    </Head>
  );
}

function NextWords({
  step,
  stakeAnchor,
}: {
  readonly step: NextStep;
  readonly stakeAnchor: string;
}) {
  const focusAmount = (): void => {
    document.getElementById(stakeAnchor)?.focus();
  };
  const stakeLink = (
    <a href={`#${stakeAnchor}`} onClick={focusAmount}>
      Stake DENA
    </a>
  );
  switch (step.kind) {
    case 'first-stake':
      return (
        <>
          Your land is waiting. <strong>{STAKE_EXAMPLE.dena} DENA</strong> add{' '}
          <strong>+{STAKE_EXAMPLE.gdp}</strong> to your GDP. {stakeLink}
        </>
      );
    case 'pass':
      return (
        <>
          <strong>{formatCount(step.dena)} DENA</strong> more would pass{' '}
          <Person wallet={step.above.walletAddress} name={step.above.name} /> to rank{' '}
          <strong>#{formatCount(step.rank)}</strong>. {stakeLink}
        </>
      );
    case 'lead':
      return step.lead === null ? (
        <>You lead the world, and nobody has followed yet.</>
      ) : (
        <>
          You lead the world, <strong>{formatDollars(step.lead)}</strong> ahead of #2.
        </>
      );
  }
}
