/** Who is president, who is next, and what it takes to win [PRE1]. */
import { Crown } from 'lucide-react';
import { styled } from 'styled-components';
import type { CandidateView } from '../../../../common/protocol/nations.ts';
import type { Address } from '../../../../common/values/address.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { type NationId, nationInText } from '../../../../common/values/nations.ts';
import { useGameNow } from '../../api/config.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { formatCount } from '../../../../common/values/figures.ts';
import { formatAge, formatMoment } from '../../ui/format.ts';
import { Stack } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelNote, PanelRow, PanelRows, RowRank, WaitingRows } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { culturalNfts } from '../../views/row-parts.tsx';
import type { useNation } from './use-nation.ts';

/** Those who are in it; the rest are on the ranking. */
const SHOWN = 5;
const COLUMNS = '1.25rem minmax(0, 1fr) auto';

/** As high before the race is known. */
const Words = styled(PanelNote)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: center;
  min-block-size: 4.5rem;
  border-block-end: 1px solid var(--rule);
  color: var(--ink);
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
        <LoadFailed text="The race could not be loaded." query={query} />
      </Panel>
    );
  }
  // In [PRE1] order, the president first.
  const candidates = nation?.candidates ?? null;
  return (
    <Panel title="The race for President" flush>
      <Words>
        {candidates ? (
          <RaceWords candidates={candidates} nationId={nationId} you={you} />
        ) : (
          <Skeleton $width="22rem" />
        )}
      </Words>
      <PanelRows aria-label="Candidates" aria-busy={candidates === null || undefined}>
        {candidates ? (
          candidates.slice(0, SHOWN).map(({ walletAddress, name, stakedCount, since }, i) => (
            <PanelRow
              key={walletAddress}
              $columns={COLUMNS}
              $height="3.25rem"
              data-own={walletAddress === you || undefined}
            >
              <RowRank>
                {i === 0 ? <Crown size={18} color="var(--action)" aria-label="President" /> : i + 1}
              </RowRank>
              <Person wallet={walletAddress} name={name} isYou={walletAddress === you} />
              <Stack $align="end">
                <Strong>{culturalNfts(stakedCount)}</Strong>
                <Caption title={`Since ${formatMoment(new Date(since))}`}>
                  {`held for ${formatAge(now() - instantOf(since))}`}
                </Caption>
              </Stack>
            </PanelRow>
          ))
        ) : (
          <WaitingRows count={3} columns={COLUMNS} widths={['1rem', '9rem', '5rem']} />
        )}
      </PanelRows>
    </Panel>
  );
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
        <strong>a cultural NFT</strong> becomes President.
      </span>
    );
  }
  if (!challenger) {
    return (
      <span>
        {president.walletAddress === you ? (
          <span>You preside</span>
        ) : (
          <>
            <Person wallet={president.walletAddress} name={president.name} avatar={0} />
            <span> presides</span>
          </>
        )}
        <span> unopposed. Anyone who stakes </span>
        <strong>{culturalNfts(president.stakedCount + 1)}</strong>
        <span> becomes President.</span>
      </span>
    );
  }
  const isYours = you !== null && you !== president.walletAddress;
  const needed = neededBy(candidates, isYours ? you : challenger.walletAddress) ?? 1;
  return (
    <span>
      {!isYours && <Person wallet={challenger.walletAddress} name={challenger.name} avatar={0} />}
      <span>{isYours ? 'You need ' : ' needs '}</span>
      <strong>{`${formatCount(needed)} more cultural ${needed === 1 ? 'NFT' : 'NFTs'}`}</strong>
      <span> to become President: a tie goes to the first to get there.</span>
    </span>
  );
}

/**
 * How many more cultural NFTs would make this wallet president; null if it already is. [PRE1] A tie
 * keeps the player who reached the number first, so it takes one more than the president has.
 */
function neededBy(candidates: readonly CandidateView[], wallet: Address): number | null {
  const [president] = candidates;
  if (president?.walletAddress === wallet) return null;
  const own = candidates.find(({ walletAddress }) => walletAddress === wallet);
  return (president?.stakedCount ?? 0) - (own?.stakedCount ?? 0) + 1;
}
