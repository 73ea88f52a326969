/** Events, causes and deeds for the activity's tests. */
import { address } from '../../../../../common/values/address.ts';
import type { EventDetail, EventKind } from '../../../../../common/values/game-event.ts';
import { revSchema } from '../../../../../common/values/ids.ts';
import type { LiveCause } from '../../../live/live-causes.ts';
import type { Deed, deedsOf } from '../deeds.ts';

export const [ANNA, BEN] = [address(`0x${'a'.repeat(40)}`), address(`0x${'b'.repeat(40)}`)];

export const rev = (n: number) => revSchema.parse(String(n).padStart(16, '0'));

export const event = (
  n: number,
  kind: EventKind,
  delta: number,
  detail: EventDetail = {},
): Parameters<typeof deedsOf>[0][number] => ({
  id: rev(n),
  at: new Date(n * 1000).toISOString(),
  kind,
  walletAddress: ANNA,
  name: null,
  nationId: 'italy',
  gdpBefore: 18_000,
  gdpAfter: 18_000 + delta,
  detail,
});

/** As a server of version 7 sends it. */
export const cause = (
  n: number,
  kind: EventKind,
  delta: number,
  parts: Partial<LiveCause> = {},
): LiveCause => ({
  id: rev(n),
  key: rev(n),
  walletAddress: ANNA,
  nationId: 'italy',
  kind,
  delta,
  since: null,
  rev: rev(n),
  atMs: n * 1000,
  heardMs: n * 1000,
  presidency: null,
  ...parts,
});

/** As a server of version 6 sends it: without an id, from some commit up to `n`. */
export const oldCause = (
  n: number,
  kind: EventKind,
  delta: number,
  since: number | null = null,
): LiveCause => ({
  ...cause(n, kind, delta),
  id: undefined,
  key: `live ${n} ${delta}`,
  since: since === null ? null : rev(since),
});

export const deed = (n: number, delta: number, parts: Partial<Deed> = {}): Deed => ({
  key: rev(n),
  rev: rev(n),
  walletAddress: ANNA,
  name: null,
  nationId: 'italy',
  kind: 'dena-staked',
  detail: { amount: String(delta * 10) },
  delta,
  atMs: n * 1000,
  rankBefore: null,
  rankAfter: null,
  presidency: null,
  ...parts,
});
