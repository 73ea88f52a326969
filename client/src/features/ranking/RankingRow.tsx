/**
 * One row of the complete ranking [SCR44]: a nation and its President, a player and what they just did, the GDP.
 * Nothing is ever left out, except on a wall. In a single column the first three rows are the podium, too [SCR43].
 */
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { deltaOf, placesOf, type ShownEvent } from '../../live/live-events.ts';
import { Badge } from '../../ui/Badge.tsx';
import { RankMove } from '../../ui/Delta.tsx';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { formatDenaCompact, formatDollarsCompact, formatGdpK } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { AddressEnd, Person } from '../../ui/Person.tsx';
import { markText } from '../../../../common/values/activity-words.ts';
import { culturalNfts, Glow, NationLink, PresidentLine } from '../../views/row-parts.tsx';
import { honourOf } from './Podium.tsx';
import { rankingLink } from './ranking-url.ts';
import {
  Address,
  Deed,
  Dena,
  Gdp,
  Nation,
  Place,
  Player,
  Presidency,
  Rank,
  Row,
} from './row-cells.ts';
import type { RankedRow } from './week-rows.ts';

/** The badge at the end of a ranking row [SCR45]: 'Top N' for ranks up to 10, otherwise '#rank'. */
function rankBadge(rank: number): string {
  return rank <= 10 ? `Top ${rank}` : `#${rank}`;
}

function behindText({ behind = null, week }: RankedRow): string {
  if (behind === null) return week?.isFinal ? 'won' : 'leads';
  return behind === 0 ? 'level' : formatDollarsCompact(behind);
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
  /** Read from afar, with nothing to press. */
  readonly isWall?: boolean;
  /** Places gained since the page was opened. */
  readonly moved?: number;
  /** What the player just did. */
  readonly mark?: ShownEvent | undefined;
  /** The president's name, if known. */
  readonly presidentName?: string | null | undefined;
  /** True for the one row in the tab order; the arrow keys lead to the others. */
  readonly isTabStop?: boolean;
  /** The row's offset from the top of the list and its height, in px; absent among the rows of a `FlowTable`. */
  readonly top?: number;
  readonly height?: number;
}

/** Memoised on its entry and place, since thousands of rows may be listed. */
export const RankingRow = memo(function RankingRow(props: RankingRowProps) {
  const { entry, index, isYou = false, isFound = false, isWall = false, moved = 0, mark } = props;
  const { isSearched = false, presidentName, top, height } = props;
  const { rank, nationId, nationName, walletAddress, name, gdp, denaHoldings } = entry;
  const { behind = null, week } = entry;
  const delta = mark ? deltaOf(mark) : 0;
  const text = mark ? markText({ ...mark, places: placesOf(mark), delta }) : null;
  const tabIndex = props.isTabStop ? 0 : -1;
  const honour = rank <= 3 && !isWall ? honourOf(entry) : null;
  const badge = <Badge $tone={rank <= 3 ? 'action' : 'plain'}>{rankBadge(rank)}</Badge>;
  return (
    <Row
      aria-rowindex={index + 2}
      aria-current={isYou || undefined}
      data-glide={walletAddress}
      data-own={isYou || undefined}
      data-found={isFound || undefined}
      data-wall={isWall || undefined}
      data-podium={honour ? rank : undefined}
      data-presided={(honour && !week) || undefined}
      data-week={week ? true : undefined}
      data-index={index}
      data-top={top}
      tabIndex={isWall ? undefined : tabIndex}
      style={
        top === undefined
          ? undefined
          : // A transform causes no layout: browsers don't count it as a shift, and it is cheap to paint.
            { height, transform: `translateY(${top}px)` }
      }
    >
      <Rank>
        <Glow value={gdp} />
        <span>{rank}</span>
        <RankMove places={moved} />
      </Rank>
      <Nation>
        {isWall ? (
          <Flag nation={nationId} height={16} label={nationName} />
        ) : (
          <>
            <NationLink nationId={nationId} name={nationName} tabIndex={tabIndex} />
            {honour && (
              <Badge $tone={rank === 1 ? 'action' : 'plain'} data-badge>
                {honour}
              </Badge>
            )}
            {!week &&
              (honour ? (
                <Presidency>
                  <PresidentLine entry={entry} name={presidentName} />
                  <span>{culturalNfts(entry.presidentStakedCount)}</span>
                </Presidency>
              ) : (
                <PresidentLine entry={entry} name={presidentName} />
              ))}
          </>
        )}
      </Nation>
      <Player title={walletAddress} data-deed={text !== null || undefined}>
        <Person
          wallet={walletAddress}
          name={name}
          address="below"
          tabIndex={tabIndex}
          isYou={isYou}
          isLink={!isWall}
        />
        {text !== null ? (
          <Deed title={text} data-fall={delta < 0 || undefined}>
            {text}
          </Deed>
        ) : (
          name && (
            <Address>
              <AddressEnd wallet={walletAddress} />
            </Address>
          )
        )}
      </Player>
      <Gdp title={formatDollars(gdp)}>
        {week ? (
          <Figure value={week.gained} text={formatDeltaDollars(week.gained)} />
        ) : (
          <Figure value={gdp} text={formatDollars(gdp)} />
        )}
        <small>
          {isWall ? (
            <span>
              {`${week ? '' : `$${formatGdpK(gdp)} · `}${behindText(entry)}${behind ? ' behind' : ''}`}
            </span>
          ) : (
            <Figure value={gdp} text={week ? `to ${formatDollars(gdp)}` : `$${formatGdpK(gdp)}`} />
          )}
        </small>
      </Gdp>
      {!isWall && (
        <>
          {denaHoldings === undefined ? (
            <Dena title="Behind the next, in what the week gained">
              <span {...(behind && { 'data-unit': 'behind' })}>{behindText(entry)}</span>
            </Dena>
          ) : (
            <Dena title={`${denaHoldings} DENA`}>
              <span data-unit="DENA">{formatDenaCompact(denaHoldings)}</span>
            </Dena>
          )}
          <Place>
            {isSearched ? (
              <Link
                data-tap
                to={rankingLink({ around: walletAddress })}
                title="Show in the ranking"
              >
                {badge}
              </Link>
            ) : (
              badge
            )}
          </Place>
        </>
      )}
    </Row>
  );
});
