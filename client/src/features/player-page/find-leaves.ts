/** Finds the leaves of a player's commits in a log, and sees that they are the ones that the game lists. */
import type { Evidence, Log } from '../../../../common/ledger/log-reader.ts';
import type { GameEvent } from '../../../../common/protocol/events.ts';
import { written } from '../../../../common/values/cultural.ts';
import type { Address } from '../../../../common/values/address.ts';
import type { Rev } from '../../../../common/values/ids.ts';
import { instantText } from '../../../../common/values/instant.ts';
import { isGdpLeaf, type GdpLeaf } from './check-receipt.ts';

type ListedEvent = Pick<GameEvent, 'id' | 'at' | 'kind'>;

type FoundLeaves =
  | { readonly state: 'found'; readonly leaves: readonly GdpLeaf[] }
  /** The newest are not in the checkpoint yet. */
  | { readonly state: 'behind' }
  | { readonly state: 'differ'; readonly words: string; readonly evidence: Evidence };

/**
 * A bundle that has one of the commits is searched for others, so that one left out of the list, or twice in the log, shows.
 * @param events all of the wallet's that can change its GDP, newest first.
 * @param indexOf the number of the leaf of the commit at a rev.
 * @throws LogContradiction, LogUnreadable, and what `indexOf` throws
 */
export async function findLeaves(
  log: Log,
  wallet: Address,
  events: readonly ListedEvent[],
  indexOf: (rev: Rev) => Promise<number>,
): Promise<FoundLeaves> {
  const leaves: GdpLeaf[] = [];
  for (let next = events[0]; next; next = events[leaves.length]) {
    const n = await indexOf(next.id);
    if (n >= log.checkpoint.size) return { state: 'behind' };
    const own = await ownLeaves(log, wallet, n);
    const isThere = own[0]?.n === n;
    for (const leaf of isThere ? own : [null]) {
      const event = events[leaves.length];
      if (event && leaf && isOf(leaf, event)) {
        leaves.push(leaf);
        continue;
      }
      const at = leaf?.n ?? n;
      const words = event
        ? `Leaf ${at} of the ledger is not the commit that the game lists there.`
        : `Leaf ${at} of the ledger is a commit of this wallet that the game does not list.`;
      return { state: 'differ', words, evidence: await log.evidence(at) };
    }
  }
  return { state: 'found', leaves: leaves.reverse() };
}

/** The wallet's in a bundle, from leaf `n` back. */
async function ownLeaves(log: Log, wallet: Address, n: number): Promise<GdpLeaf[]> {
  const end = new TextEncoder().encode(`"wallet":"${wallet}"}`);
  const bundle = await log.bundleWith(n);
  const own = bundle.filter((entry) => entry.n <= n && endsWith(entry.bytes, end));
  const leaves = await Promise.all(own.map((entry) => log.leafOf(entry)));
  return leaves.filter(isGdpLeaf).reverse();
}

/** The wallet is the last field of a leaf's canonical form. */
function endsWith(bytes: Uint8Array, end: Uint8Array): boolean {
  const from = bytes.length - end.length;
  return from >= 0 && end.every((byte, i) => bytes[from + i] === byte);
}

function isOf(leaf: GdpLeaf, { kind, at }: ListedEvent): boolean {
  return leaf.kind === written(kind) && instantText(leaf.at) === at;
}
