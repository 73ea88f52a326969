/** The live ranking on the home page: a few rows, readable at a glance. */
import { ArrowRight } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { weekNumber } from '../../../../common/values/week.ts';
import { useLeaderboard } from '../../live/use-leaderboard.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDollars } from '../../../../common/values/figures.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { PanelLink } from '../../ui/PanelRows.tsx';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Muted, Strong } from '../../ui/text.ts';
import { Glow } from '../../views/row-parts.tsx';
import { useThisWeek } from '../../views/weeks/use-weeks.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { WeekLine } from './WeekLine.tsx';

const ROWS = 7;
/** Beside a page that has nothing of its own. */
const TOP_ROWS = 3;
const ROW_PX = 48;

const Title = styled.h2`
  font-size: var(--text-lead);
  font-weight: 500;
`;

/** As high with any number of rows where something stands beside it. */
const Rows = styled.ol<{ readonly $count: number }>`
  position: relative;
  block-size: ${({ $count }) => $count * ROW_PX}px;
  border-block-start: 1px solid var(--rule-strong);

  @media (max-width: 80rem) {
    &[data-free] {
      block-size: auto;
    }
  }
`;

const Line = styled.li`
  position: absolute;
  inset-inline: 0;
  isolation: isolate;
  display: flex;
  gap: var(--space-2);
  align-items: center;
  block-size: ${ROW_PX}px;
  padding-inline: var(--space-1);
  border-block-end: 1px solid var(--rule);

  > :last-child {
    flex: none;
    margin-inline-start: auto;
  }

  &[aria-current] {
    background: var(--surface-hover);
    box-shadow: inset 3px 0 0 var(--action);
  }
`;

/** The lines that nobody has taken, and on them who could. */
const Free = styled.li`
  padding: var(--space-3) var(--space-1);
  font-family: var(--font-display);
  font-size: var(--text-lead);
  text-wrap: balance;
`;

/** Its space is reserved until it is known. */
const Week = styled.div`
  block-size: 5rem;
  padding: var(--space-3) var(--space-1) 0;
`;

const Rank = styled(Muted).attrs({ as: 'span' })`
  flex: none;
  inline-size: 1.25rem;
`;

/** A transform causes no layout shift. */
const at = (index: number) => ({ transform: `translateY(${index * ROW_PX}px)` });

/** Home's, with the week's race below it. */
export function Ledger() {
  return (
    <Ranking count={ROWS} first="press Start Playing">
      <Week>
        <WeekLine />
      </Week>
    </Ranking>
  );
}

export function TopLedger() {
  return <Ranking count={TOP_ROWS} first="choose a nation" />;
}

function Ranking({
  count,
  first,
  children,
}: {
  /** How many rows. */
  readonly count: number;
  /** What begins the game here, if nobody has. */
  readonly first: string;
  readonly children?: ReactNode;
}) {
  const { rows, isPending, isError } = useLeaderboard();
  const free = useFreeText(rows, first);
  return (
    <section aria-label="Live ranking">
      <Row $justify="space-between" style={{ minBlockSize: 'var(--tap)' }}>
        <Title>Ranking, live</Title>
        <PanelLink to="/ranking">
          All ranks <ArrowRight size={14} aria-hidden />
        </PanelLink>
      </Row>
      <LedgerRows
        rows={isPending ? null : rows}
        count={count}
        rest={isError && rows.length === 0 ? UNREACHABLE : free}
      />
      {children}
    </section>
  );
}

const UNREACHABLE = 'The ranking cannot be reached just now. It comes back by itself.';

/** Which nations have nobody yet, who could be the first there; null if each has somebody. */
function useFreeText(rows: readonly LeaderboardEntry[], first: string): string | null {
  const week = useThisWeek();
  if (rows.length === 0) {
    return `Nobody plays yet. The first player begins week\u00A0${weekNumber(week)}: ${first}.`;
  }
  const free = NATION_LIST.filter(({ id }) => rows.every(({ nationId }) => nationId !== id));
  const names = free.map(({ name }) => name.replace(' ', '\u00A0')).join(', ');
  return names && `Still without a player: ${names}. Be the first there.`;
}

/** @param rows null while unknown. */
function LedgerRows({
  rows,
  count,
  rest,
}: {
  readonly rows: readonly LeaderboardEntry[] | null;
  readonly count: number;
  /** What stands in the places that are left. */
  readonly rest: string | null;
}) {
  const list = useRef<HTMLOListElement>(null);
  const { walletAddress: you } = useWallet();
  const shown = rows?.slice(0, count);
  const isFree = rows !== null && rows.length < count;
  useGlide(list, shown?.map((row) => row.walletAddress).join() ?? '');
  return (
    <Rows ref={list} $count={count} aria-busy={!shown || undefined} data-free={isFree || undefined}>
      {shown
        ? shown.map(({ rank, nationId, nationName, walletAddress, name, gdp }, i) => {
            const isYou = walletAddress === you;
            return (
              <Line
                key={walletAddress}
                aria-current={isYou || undefined}
                data-glide={walletAddress}
                data-top={i * ROW_PX}
                style={at(i)}
              >
                <Glow value={gdp} />
                {count > TOP_ROWS && <Rank>{rank}</Rank>}
                <Flag nation={nationId} label={nationName} />
                <Person wallet={walletAddress} name={name} isYou={isYou} />
                <Strong>
                  <Figure value={gdp} text={formatDollars(gdp)} />
                </Strong>
              </Line>
            );
          })
        : Array.from({ length: count }, (_, i) => (
            <Line key={i} style={at(i)}>
              <Skeleton $width="1.5rem" $height="1rem" />
              <Skeleton $width="6.5rem" />
              <Skeleton $width="3rem" />
            </Line>
          ))}
      {isFree && <Free style={{ marginBlockStart: `${rows.length * ROW_PX}px` }}>{rest}</Free>}
    </Rows>
  );
}
