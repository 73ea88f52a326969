/** Who is president, who is next, and what it takes to win [PRE1]. */
import { Crown } from 'lucide-react';
import { styled } from 'styled-components';
import type { CandidateView } from '../../../../common/protocol/nations.ts';
import type { Address } from '../../../../common/values/address.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { useGameNow } from '../../api/config.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatAgo, formatCount, formatMoment } from '../../ui/format.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { Person } from '../../ui/Person.tsx';
import { panelRow, RowPerson, RowRank } from '../../views/panel-rows.ts';
import { figures } from '../../ui/text.ts';
import { moreWorksText, neededBy, raceOf, worksText } from './race.ts';

/** Placeholder rows: about as many as a contested race has. */
const WAITING_ROWS = 3;

const Words = styled.div`
  display: grid;
  gap: var(--space-2);
  min-block-size: 6.5rem;
  align-content: center;
  padding: var(--space-4) var(--space-5);
  border-block-end: 1px solid var(--rule);
  background: var(--surface-sunken);

  > p {
    max-inline-size: 60ch;
  }

  > p > a {
    vertical-align: middle;
  }

  > p + p {
    color: var(--ink-muted);
  }

  strong {
    font-weight: 600;
  }

  @media (max-width: 30rem) {
    padding-inline: var(--space-4);
  }
`;

const Row = styled.li`
  ${panelRow}
  grid-template-columns: 1.25rem minmax(0, 1fr) auto;
  min-block-size: 3.25rem;
`;

const Leader = styled.span`
  display: inline-flex;
  color: var(--action);
`;

const Count = styled.span`
  text-align: end;
  line-height: 1.3;
  ${figures}

  strong {
    font-weight: 600;
  }

  small {
    display: block;
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }
`;

/** A bar behind the row: the candidate's works relative to the leader's. */
const Bar = styled.span<{ $colour: string }>`
  position: absolute;
  inset: 0;
  z-index: -1;
  background: ${({ $colour }) => $colour};
  opacity: 0.14;
  transform-origin: left;
  transition: transform var(--motion-slow) var(--ease);
`;

export function PresidentRace({
  nationId,
  candidates,
  you,
}: {
  readonly nationId: NationId;
  /** In [PRE1] order, the president first; null while unknown. */
  readonly candidates: readonly CandidateView[] | null;
  /** The visitor's wallet if it plays for this nation, otherwise null. */
  readonly you: Address | null;
}) {
  const now = useGameNow();
  const most = candidates?.[0]?.stakedCount ?? 1;
  return (
    <Panel title="The race for President" flush>
      <Words>
        {candidates ? (
          <>
            <p>
              <RaceWords candidates={candidates} nationId={nationId} />
            </p>
            {you && <p>{youText(neededBy(candidates, you))}</p>}
          </>
        ) : (
          <Skeleton $width="22rem" />
        )}
      </Words>
      <ol aria-label="Candidates" aria-busy={candidates === null || undefined}>
        {candidates
          ? candidates.map(({ walletAddress, name, stakedCount, since, rank }, i) => (
              <Row key={walletAddress}>
                <Bar
                  $colour={NATION_STYLES[nationId].colour}
                  style={{ transform: `scaleX(${stakedCount / most})` }}
                  aria-hidden
                />
                {i === 0 ? (
                  <Leader>
                    <Crown size={18} aria-hidden />
                    <VisuallyHidden>President</VisuallyHidden>
                  </Leader>
                ) : (
                  <RowRank>{i + 1}</RowRank>
                )}
                <RowPerson>
                  <Person wallet={walletAddress} name={name} isStacked />
                  {walletAddress === you && <Badge $tone="action">You</Badge>}
                </RowPerson>
                <Count>
                  <strong>{worksText(stakedCount)}</strong>
                  <small title={`Since ${formatMoment(new Date(since))}`}>
                    {`${agoText(now() - instantOf(since))} · #${formatCount(rank)} overall`}
                  </small>
                </Count>
              </Row>
            ))
          : Array.from({ length: WAITING_ROWS }, (_, i) => (
              <Row key={i}>
                <Skeleton $width="1rem" />
                <Skeleton $width="9rem" />
                <Skeleton $width="5rem" />
              </Row>
            ))}
      </ol>
    </Panel>
  );
}

function agoText(agoMs: number): string {
  const ago = formatAgo(agoMs);
  return ago === 'just now' ? ago : `for ${ago}`;
}

function youText(needed: number | null): string {
  return needed === null ? 'You preside.' : `You need ${moreWorksText(needed)}.`;
}

function RaceWords({
  candidates,
  nationId,
}: {
  readonly candidates: readonly CandidateView[];
  readonly nationId: NationId;
}) {
  const race = raceOf(candidates);
  switch (race.kind) {
    case 'vacant':
      return (
        <span>
          <span>{`There is no President of ${nationInText(nationId)} yet. The first to stake `}</span>
          <strong>a work of art</strong> becomes President.
        </span>
      );
    case 'unopposed':
      return (
        <span>
          <Person wallet={race.president.walletAddress} name={race.president.name} /> presides
          unopposed. Anyone who stakes <strong>{worksText(race.needed)}</strong> becomes President.
        </span>
      );
    case 'contested':
      return (
        <span>
          <Person wallet={race.challenger.walletAddress} name={race.challenger.name} /> needs{' '}
          <strong>{moreWorksText(race.needed)}</strong>
          <span>{` to take the office${
            race.margin === 0
              ? '. They are level, and ties go to the first player to get there.'
              : `. With ${formatCount(race.margin)} they would draw level, and ties go to the first player to get there.`
          }`}</span>
        </span>
      );
  }
}
