/** Events and deeds for the activity's tests. */
import type { EventDetail, EventKind } from '../../../../../common/values/stored-event.ts';
import { ANNA, rev } from '../../../testing/cause.ts';
import type { Deed, deedsOf } from '../deeds.ts';

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
