/** Live causes for tests, as the server sends them. */
import { address } from '../../../common/values/address.ts';
import type { EventKind } from '../../../common/values/stored-event.ts';
import { revSchema } from '../../../common/values/ids.ts';
import type { LiveCause } from '../live/live-causes.ts';

export const [ANNA, BEN] = [address(`0x${'a'.repeat(40)}`), address(`0x${'b'.repeat(40)}`)];

export const rev = (n: number) => revSchema.parse(String(n).padStart(16, '0'));

/** What Anna of Italy did at the n-th second. */
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
