/** Who is president, who is next, and what it takes to win [PRE1]. */
import { Crown } from 'lucide-react';
import { styled } from 'styled-components';
import type { CandidateView } from '../../../../common/protocol/nations.ts';
import type { Address } from '../../../../common/values/address.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import type { NationId } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { formatAgo, formatMoment } from '../../ui/format.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelRow, PanelRows, RowRank, WaitingRows, RowBar } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption, Muted, Strong } from '../../ui/text.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import type { useNation } from './use-nation.ts';

/** Those who are in it; the rest are on the ranking. */
const SHOWN = 5;
const COLUMNS = '1.25rem minmax(0, 1fr) auto';

const Words = styled(Stack)`
  align-content: center;
  min-block-size: 6rem;
  padding: var(--space-3) var(--card-gutter);
  border-block-end: 1px solid var(--rule);
  background: var(--surface-sunken);
  font-size: var(--text-lead);

  > p:not(:first-child) {
    font-size: var(--text-body);
  }

  a {
    vertical-align: middle;
  }

  @media (max-width: 30rem) {
    font-size: var(--text-body);
  }
`;

const Count = styled.span`
  line-height: 1.3;
  text-align: end;
`;

export function PresidentRace({
  nationId,
  query,
}: {
  readonly nationId: NationId;
  readonly query: ReturnType<typeof useNation>;
}) {
  const { data: nation, isError } = query;
  const now = useGameNow();
  const own = useOwnRow();
  const you = own?.nationId === nationId ? own.walletAddress : null;
  if (isError && !nation) {
    return (
      <Panel title="The race for President">
        <LoadFailed
          text="The race could not be loaded. Check your connection, then try again."
          query={query}
        />
      </Panel>
    );
  }
  // In [PRE1] order, the president first.
  const candidates = nation?.candidates ?? null;
  const most = candidates?.[0]?.stakedCount ?? 1;
  return (
    <Panel title="The race for President" flush>
      <Words $gap={1}>
        {candidates ? (
          <>
            <p>
              <RaceWords candidates={candidates} nationId={nationId} you={you} />
            </p>
            {you && candidates[1]?.walletAddress !== you && (
              <Muted>{youText(neededBy(candidates, you))}</Muted>
            )}
          </>
        ) : (
          <Skeleton $width="22rem" />
        )}
      </Words>
      <PanelRows aria-label="Candidates" aria-busy={candidates === null || undefined}>
        {candidates ? (
          candidates.slice(0, SHOWN).map(({ walletAddress, name, stakedCount, since, rank }, i) => (
            <PanelRow key={walletAddress} $columns={COLUMNS} $height="3.25rem">
              <RowBar
                style={{
                  background: NATION_STYLES[nationId].colour,
                  transform: `scaleX(${stakedCount / most})`,
                }}
                aria-hidden
              />
              {i === 0 ? (
                <RowRank>
                  <Crown size={18} color="var(--action)" aria-hidden />
                  <VisuallyHidden>President</VisuallyHidden>
                </RowRank>
              ) : (
                <RowRank>{i + 1}</RowRank>
              )}
              <Person
                wallet={walletAddress}
                name={name}
                address="below"
                isYou={walletAddress === you}
              />
              <Count>
                <Strong>{worksText(stakedCount)}</Strong>
                <br />
                <Caption title={`Since ${formatMoment(new Date(since))}; rank among all players`}>
                  {`${formatAgo(now() - instantOf(since))} · #${formatCount(rank)}`}
                </Caption>
              </Count>
            </PanelRow>
          ))
        ) : (
          <WaitingRows count={3} columns={COLUMNS} widths={['1rem', '9rem', '5rem']} />
        )}
      </PanelRows>
    </Panel>
  );
}

function youText(needed: number | null): string {
  return needed === null ? 'You preside.' : `You need ${moreWorksText(needed)}.`;
}

function RaceWords({
  candidates,
  nationId,
  you,
}: {
  readonly candidates: readonly CandidateView[];
  readonly nationId: NationId;
  readonly you: Address | null;
}) {
  const [president, challenger] = candidates;
  if (!president) {
    return (
      <span>
        <span>{`There is no President of ${nationInText(nationId)} yet. The first to stake `}</span>
        <strong>a work of art</strong> becomes President.
      </span>
    );
  }
  if (!challenger) {
    return (
      <span>
        <Person wallet={president.walletAddress} name={president.name} /> presides unopposed. Anyone
        who stakes <strong>{worksText(president.stakedCount + 1)}</strong> becomes President.
      </span>
    );
  }
  const needed = neededBy(candidates, challenger.walletAddress) ?? 1;
  const isYou = challenger.walletAddress === you;
  return (
    <span>
      {!isYou && <Person wallet={challenger.walletAddress} name={challenger.name} />}
      <span>{isYou ? 'You need ' : ' needs '}</span>
      <strong>{moreWorksText(needed)}</strong>
      <span> to take the office: at a tie it stays with whoever got there first.</span>
    </span>
  );
}

/**
 * How many more works of art would make this wallet president; null if it already is. [PRE1] A tie keeps the
 * player who reached the number first, so it takes one more than the president has.
 */
export function neededBy(candidates: readonly CandidateView[], wallet: Address): number | null {
  const [president] = candidates;
  if (president?.walletAddress === wallet) return null;
  const own = candidates.find(({ walletAddress }) => walletAddress === wallet);
  return (president?.stakedCount ?? 0) - (own?.stakedCount ?? 0) + 1;
}

/** `1 work of art`, `3 works of art`. */
export function worksText(count: number): string {
  return count === 1 ? '1 work of art' : `${formatCount(count)} works of art`;
}

/** `1 more work of art`, `3 more works of art`. */
function moreWorksText(count: number): string {
  return count === 1 ? '1 more work of art' : `${formatCount(count)} more works of art`;
}
