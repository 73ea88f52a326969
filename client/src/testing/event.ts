/** Events for tests, as the server sends them. */
import type { TickEvent } from '../../../common/protocol/live.ts';
import { address } from '../../../common/values/address.ts';
import { revSchema } from '../../../common/values/ids.ts';
import { instantText } from '../../../common/values/instant.ts';
import type { EventKind } from '../../../common/values/stored-event.ts';
import type { ShownEvent } from '../live/live-events.ts';

export const [ANNA, BEN] = [address(`0x${'a'.repeat(40)}`), address(`0x${'b'.repeat(40)}`)];

export const rev = (n: number) => revSchema.parse(String(n).padStart(16, '0'));

/** What Anna of Italy did at the n-th second, without ranks. */
export const event = (
  n: number,
  kind: EventKind,
  delta: number,
  parts: Partial<ShownEvent> = {},
): ShownEvent => ({
  id: rev(n),
  at: instantText(n * 1000),
  kind,
  walletAddress: ANNA,
  name: null,
  nationId: 'italy',
  gdpBefore: 18_000,
  gdpAfter: 18_000 + delta,
  denaBalance: '0',
  detail: {},
  ...parts,
});

/** The same in a tick. */
export const tickEvent = (
  ...[n, kind, delta, parts = {}]: Parameters<typeof event>
): TickEvent => ({
  rankBefore: 9,
  rankAfter: 9,
  ...event(n, kind, delta, parts),
});
