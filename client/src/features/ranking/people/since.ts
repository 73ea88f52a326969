/** How far those one follows have moved since one looked at their list the last time [SCR74]. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { z } from 'zod';
import type { LeaderboardEntry } from '../../../../../common/protocol/leaderboard.ts';
import type { Address } from '../../../../../common/values/address.ts';
import { useGameNow } from '../../../api/config.ts';
import { load, save } from '../../../lib/saved.ts';
import { parseSaved } from '../../../views/parse-saved.ts';

const KEY = 'mine.ranks';
/** How often what is seen is saved, since a browser may be killed at any time. */
const KEEP_MS = 10_000;
/** A shorter absence counts as the same visit. */
const VISIT_MS = 10 * 60_000;

const lookSchema = z.object({
  atMs: z.number(),
  ranks: z.array(z.object({ walletAddress: z.string(), rank: z.number() })),
});
type Look = z.infer<typeof lookSchema>;
const savedSchema = z.object({ last: lookSchema, before: lookSchema.nullable() });

type Rows = readonly Pick<LeaderboardEntry, 'walletAddress' | 'rank'>[];

/** How the last visit ended, by what the browser saved; null if there was none. */
export function lookBefore(text: string | null, nowMs: number): Look | null {
  const saved = parseSaved(savedSchema, text);
  return saved && (nowMs - saved.last.atMs > VISIT_MS ? saved.last : saved.before);
}

/** What the browser saves of this visit. */
export function savedLook(rows: Rows, atMs: number, before: Look | null): string {
  const ranks = rows.map(({ walletAddress, rank }) => ({ walletAddress, rank }));
  return JSON.stringify({ last: { atMs, ranks }, before });
}

/** Places gained since; who was not listed then is left out. */
export function movesSince(before: Look | null, rows: Rows): ReadonlyMap<Address, number> {
  const then = new Map<string, number>(
    before?.ranks.map(({ walletAddress, rank }) => [walletAddress, rank]),
  );
  return new Map(
    rows.map(({ walletAddress, rank }) => [
      walletAddress,
      (then.get(walletAddress) ?? rank) - rank,
    ]),
  );
}

/** @param isMine whether the rows are those that one follows, all of them. */
export function useMovesSince(rows: Rows, isMine: boolean) {
  const now = useGameNow();
  const [before] = useState(() => lookBefore(load(KEY), now()));
  const keep = useEffectEvent(() => save(KEY, savedLook(rows, now(), before)));
  useEffect(() => {
    if (!isMine) return undefined;
    keep();
    const timer = setInterval(() => keep(), KEEP_MS);
    return () => clearInterval(timer);
  }, [isMine]);
  return useMemo(
    () => ({ atMs: isMine ? before?.atMs : undefined, moves: movesSince(before, rows) }),
    [before, rows, isMine],
  );
}
