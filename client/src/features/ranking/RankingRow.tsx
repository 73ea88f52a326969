/**
 * One row of the complete ranking [SCR44]: a nation and its President, a player and what they just
 * did, the figures.
 */
import { memo, useState, type ReactNode } from 'react';
import { markText } from '../../../../common/values/activity-words.ts';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { shortAddress } from '../../../../common/values/short-address.ts';
import { deltaOf, placesOf, type ShownEvent } from '../../live/live-events.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { formatDenaCompact, formatDollarsCompact, formatGdpK } from '../../ui/format.ts';
import { Identicon } from '../../ui/Identicon.tsx';
import { Laurel } from '../../ui/Laurel.tsx';
import { playerPath, shownName } from '../../ui/Person.tsx';
import { Star } from '../../ui/follow.ts';
import { nationPath } from '../../views/paths.ts';
import { culturalNfts } from '../../views/row-parts.tsx';
import { honourOf } from './Podium.tsx';
import { rankingLink } from './ranking-url.ts';
import { figureSize, ROLES } from './row-layout.ts';
import type { RankedRow } from './week-rows.ts';

/** The badge at the end of a ranking row [SCR45]: 'Top N' for ranks up to 10, otherwise '#rank'. */
function rankBadge(rank: number): string {
  return rank <= 10 ? `Top ${rank}` : `#${rank}`;
}

/** `…79C8`: what a card has room for. */
const endOf = (short: string) => short.slice(short.indexOf('…'));

/** How far behind the next, if that one is known. */
function besideOf({ rank, among, behind = null, week, beside }: RankedRow): ReactNode {
  if (beside) return beside;
  if (behind === null)
    return rank > 1 ? (among ? 'first here' : '–') : week?.isFinal ? 'won' : 'leads';
  return behind === 0 ? 'tied' : formatDollarsCompact(behind);
}

/**
 * How often a row's GDP has changed since it appeared, and whether it rose: what has changed lights
 * up.
 */
function useChanges(gdp: number): { readonly times: number; readonly roll: string } {
  const [seen, setSeen] = useState({ gdp, times: 0, roll: '' });
  if (seen.gdp !== gdp) {
    setSeen({ gdp, times: seen.times + 1, roll: gdp > seen.gdp ? 'rose' : 'fell' });
  }
  return seen;
}

interface RankingRowProps {
  readonly entry: RankedRow;
  /** Zero-based index in the list. */
  readonly index: number;
  readonly isYou?: boolean;
  /** Whether the page jumped to this row. */
  readonly isFound?: boolean;
  /** Whether a search found it: its badge leads to its place in the ranking. */
  readonly isSearched?: boolean;
  /** It leads nowhere: a sample, or on a wall. */
  readonly isStatic?: boolean;
  /** Places gained since the page was opened. */
  readonly moved?: number;
  /** What the player just did. */
  readonly mark?: ShownEvent | undefined;
  /** The president's name, if known. */
  readonly presidentName?: string | null | undefined;
  /** True for the one row in the tab order; the arrow keys lead to the others. */
  readonly isTabStop?: boolean;
  /** The row's offset from the top of the list, in px; absent among the rows of a `FlowTable`. */
  readonly top?: number;
}

/** Memoised on its entry and place, since thousands of rows may be listed. */
export const RankingRow = memo(function RankingRow(props: RankingRowProps) {
  const { entry, index, isYou = false, isStatic = false, moved = 0, mark, top } = props;
  const { rank, nationId, nationName, walletAddress, name, gdp, denaHoldings, week } = entry;
  const { times, roll } = useChanges(gdp);
  const delta = mark ? deltaOf(mark) : 0;
  const text = mark ? markText({ ...mark, places: placesOf(mark), delta }) : null;
  const tabIndex = top === undefined ? undefined : props.isTabStop ? 0 : -1;
  const isOfAll = entry.among === undefined;
  const move = <RankMove places={moved} />;
  const isPodium = rank <= 3 && !week && isOfAll;
  const figure = entry.figure ?? (week ? formatDeltaDollars(week.gained) : formatDollars(gdp));
  const short = shortAddress(walletAddress);
  const called = name ? shownName(name) : short;
  const link = (path: string) => (isStatic ? {} : { href: path, tabIndex, 'data-tap': true });
  return (
    <tr
      {...ROLES.row}
      aria-rowindex={index + 2}
      aria-current={isYou || undefined}
      data-glide={walletAddress}
      data-own={isYou || undefined}
      data-found={props.isFound || undefined}
      data-rank={rank <= 3 && isOfAll ? rank : undefined}
      data-podium={isPodium || undefined}
      data-deed={text !== null || undefined}
      data-index={index}
      data-top={top}
      tabIndex={tabIndex}
      // A transform causes no layout: browsers don't count it as a shift, and it is cheap to paint.
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
    >
      <td {...ROLES.cell} className="rank">
        {times > 0 && <i key={times} className="glow" aria-hidden />}
        <b>{entry.among ?? rank}</b>
        {isOfAll && move}
      </td>
      <td {...ROLES.cell} className="nation">
        <span className="where">
          <a {...link(nationPath(nationId))}>
            <Flag nation={nationId} height={16} />
            <span className={isOfAll ? undefined : 'land'}>{nationName}</span>
          </a>
          {rank <= 3 && isOfAll && <span className="badge honour">{honourOf(entry)}</span>}
        </span>
        {!week && <President entry={entry} name={props.presidentName} hasCount={isPodium} />}
      </td>
      <td {...ROLES.cell} className="player" title={walletAddress}>
        <span className="line starred">
          <a
            {...link(playerPath(walletAddress))}
            title={name ? `${name} ${walletAddress}` : undefined}
          >
            {!isStatic && <Identicon address={walletAddress} size={24} />}
            <bdi className="name" data-lead>
              {called}
            </bdi>
          </a>
          <Laurel wallet={walletAddress} />
          {isYou && <span className="badge you">You</span>}
          {!isYou && !isStatic && (
            <Star wallet={walletAddress} called={called} tabIndex={tabIndex} />
          )}
        </span>
        {text !== null && (
          <small className="deed" title={text} data-fall={delta < 0 || undefined}>
            {text}
          </small>
        )}
        {name && (
          <small className="wallet" data-end={endOf(short)}>
            {short}
          </small>
        )}
      </td>
      <td {...ROLES.cell} className="gdp" title={formatDollars(gdp)}>
        <b key={times} className={`${roll} ${figureSize(figure)}`}>
          {figure}
        </b>
        <small>{week ? `to ${formatDollars(gdp)}` : `$${formatGdpK(gdp)}`}</small>
      </td>
      {denaHoldings === undefined || entry.behind !== undefined ? (
        <td {...ROLES.cell} className="dena">
          <span>{besideOf(entry)}</span>
          {!!entry.behind && <span className="unit">{' behind'}</span>}
        </td>
      ) : (
        <td {...ROLES.cell} className="dena" title={`${denaHoldings} DENA`}>
          <span>{formatDenaCompact(denaHoldings)}</span>
          <span className="unit">{' DENA'}</span>
        </td>
      )}
      <td {...ROLES.cell} className="place">
        {props.isSearched ? (
          <a
            className="badge"
            title="Show in the ranking"
            {...link(rankingLink({ around: walletAddress }))}
          >
            {rankBadge(rank)}
          </a>
        ) : (
          <span className="badge">{rankBadge(rank)}</span>
        )}
        {isOfAll || move}
      </td>
    </tr>
  );
});

/**
 * The president of the row's nation: the name where it is known. No link: the nation's leads to
 * them.
 */
function President({
  entry: { presidentWallet, presidentStakedCount },
  name = null,
  hasCount,
}: {
  readonly entry: RankedRow;
  readonly name: string | null | undefined;
  /** A card of the podium has the shortened wallet and the count, too [SCR43]. */
  readonly hasCount: boolean;
}) {
  const short = presidentWallet && shortAddress(presidentWallet);
  const count = culturalNfts(presidentStakedCount);
  return (
    <small
      className="president"
      title={presidentWallet ? `${presidentWallet}, ${count} staked` : undefined}
    >
      {short ? (
        <span className="who">
          <span className="office">{'President '}</span>
          <span className={name ? undefined : 'wallet'} data-end={endOf(short)}>
            {name ? shownName(name) : short}
          </span>
        </span>
      ) : (
        <span className="who">No President</span>
      )}
      {hasCount && (
        <span className="count">
          {name && short && <span>{`${endOf(short)} ·\u00A0`}</span>}
          <span>{count}</span>
        </span>
      )}
    </small>
  );
}
