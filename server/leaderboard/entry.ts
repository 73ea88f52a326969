/**
 * The wire format of the leaderboard's rows and of the game's events, in answers and in live
 * messages alike.
 */
import type { SentEvent, SentRulesEvent } from '../../common/protocol/events.ts';
import type { LeaderboardEntry } from '../../common/protocol/leaderboard.ts';
import { formatDena } from '../../common/values/amount.ts';
import type { BoardRow } from '../../common/values/board-row.ts';
import { written } from '../../common/values/cultural.ts';
import { instantText } from '../../common/values/instant.ts';
import { NATIONS } from '../../common/values/nations.ts';
import { RESOURCE_TYPES } from '../../common/values/resources.ts';
import type { KnownEvent, RulesChanged, StoredEvent } from '../../common/values/stored-event.ts';

/** [PRE1] A nation's president, as every row of the nation includes it. */
export type Presidency = Pick<LeaderboardEntry, 'presidentWallet' | 'presidentStakedCount'>;

export function leaderboardEntry(
  row: BoardRow,
  rank: number,
  presidency: Presidency,
): LeaderboardEntry {
  const nation = NATIONS[row.nationId];
  return {
    rank,
    nationId: row.nationId,
    nationName: nation.name,
    flag: nation.flag,
    walletAddress: row.wallet,
    name: row.name,
    gdp: row.gdp,
    gdpSince: instantText(row.gdpSince),
    gdpOrder: row.gdpOrder,
    culturalOrder: row.culturalOrder,
    denaHoldings: formatDena(row.denaHoldingsWei),
    resources: row.resources,
    presidentWallet: presidency.presidentWallet,
    presidentStakedCount: presidency.presidentStakedCount,
  };
}

/** @param finished the stages of the nation's work that it completed [WRK1]. */
export function gameEvent(event: KnownEvent, finished: readonly number[]): SentEvent {
  const { kind, gdpBefore, detail } = event;
  return {
    ...eventRow(event),
    kind: written(kind),
    gdpBefore,
    detail: finished.length > 0 ? { ...detail, finished: [...finished] } : detail,
  };
}

export function rulesEvent({ rev, at, kind, detail }: RulesChanged): SentRulesEvent {
  return { id: rev, at: instantText(at), kind, detail };
}

/** What an event shows of its player's row, whatever its kind. */
export function eventRow({ rev, at, row }: Pick<StoredEvent, 'rev' | 'at' | 'row'>) {
  return {
    id: rev,
    at: instantText(at),
    walletAddress: row.wallet,
    name: row.name,
    nationId: row.nationId,
    gdpAfter: row.gdp,
    denaBalance: formatDena(row.denaBalanceWei),
  };
}

/** True if two rows of one wallet differ in the list, apart from their ranks and president. */
export function entryDiffers(a: BoardRow, b: BoardRow): boolean {
  return (
    a.gdp !== b.gdp ||
    a.name !== b.name ||
    a.gdpSince !== b.gdpSince ||
    a.gdpOrder !== b.gdpOrder ||
    a.culturalOrder !== b.culturalOrder ||
    a.denaHoldingsWei !== b.denaHoldingsWei ||
    RESOURCE_TYPES.some((type) => a.resources[type] !== b.resources[type])
  );
}
