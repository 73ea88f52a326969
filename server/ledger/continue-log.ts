/**
 * Begins a new log where the old one can't go on: its store was rolled back behind a checkpoint
 * that others have seen, or its key is lost. The new one has an origin of its own, and its first
 * leaf says what it follows and why.
 */
import { leafBytes, type Leaf } from '../../common/ledger/leaf.ts';
import { openCheckpoint, parseCheckpoint, signerOf, toBase64 } from '../../common/ledger/note.ts';
import { EMPTY_ROOT } from '../../common/ledger/tree.ts';
import { REV_ZERO } from '../../common/values/ids.ts';
import { OperatorError, reasonOf } from '../lib/command.ts';
import { writePast } from '../store/kept/past.ts';
import { eventPages, type Store } from '../store/store.ts';
import { headRow, numberOfLog, rowsWith, type LedgerIdentity } from './ledger-rows.ts';

/** A log that can't be continued like this: what is wrong, then what to do about it. */
export class ContinueRefused extends OperatorError {
  override readonly name = 'ContinueRefused';
}

type Continued = Extract<Leaf, { readonly kind: 'continued' }>;

/**
 * Call it while no server writes.
 * @param asked.from the newest checkpoint of the old log that anyone has seen, as a signed note.
 * @param asked.now ms since 1970.
 * @returns the new log's origin, its first leaf, and whether the old checkpoint is signed by the
 * key that goes on.
 * @throws ContinueRefused, StoreUnavailable
 */
export async function continueLog(
  store: Pick<Store, 'events' | 'rows' | 'write'>,
  identity: LedgerIdentity,
  asked: { readonly from: string; readonly why: string; readonly now: number },
) {
  const { origin, size, root } = read(() => parseCheckpoint(asked.from));
  const number = numberOfLog(origin, identity.origin);
  if (number === null) {
    throw new ContinueRefused(
      `The checkpoint is of ${origin}, not of ${identity.origin}. Set the PUBLIC_ORIGIN of that log.`,
    );
  }
  const row = await headRow(store);
  const stored = row && read(() => parseCheckpoint(row.document));
  const storedNumber = stored && numberOfLog(stored.origin, identity.origin);
  if (stored && (storedNumber === null || storedNumber > number)) {
    throw new ContinueRefused(
      `The store has the log ${stored.origin}, which that checkpoint is not of. Name the newest checkpoint of that one.`,
    );
  }
  if (stored && storedNumber === number && stored.size > size) {
    throw new ContinueRefused(
      `The stored log has ${stored.size} leaves, that checkpoint ${size}. Name the newest one that anyone has seen: here, at least the stored one.`,
    );
  }
  const commits = await commitCount(store, row?.upTo ?? null);
  const had = size - (number > 1 ? 1 : 0);
  const kept = Math.min(commits, had);
  const leaf: Continued = {
    v: 1,
    n: 0,
    at: asked.now,
    kind: 'continued',
    origin,
    size,
    root: toBase64(root),
    kept,
    missing: had - kept,
    why: asked.why,
  };
  const bytes = read(() => leafBytes(leaf));
  const document = new TextDecoder().decode(bytes);
  const next = `${identity.origin}/${number + 1}`;
  const added = [{ leaf: bytes, upTo: null }];
  const rows = await rowsWith(store, { origin: next, size: 0, root: EMPTY_ROOT }, added, identity);
  const beginning = { kind: 'ledger-beginning', at: 0, upTo: null, document } as const;
  const isWritten = await writePast(store, {
    head: 'ledger-checkpoint',
    expected: row?.document ?? null,
    rows: [beginning, ...rows],
    forget: null,
  });
  if (!isWritten) {
    throw new ContinueRefused('A Denaria wrote the ledger meanwhile. Stop every one, then repeat.');
  }
  return { origin: next, leaf, isSigned: isSignedBy(asked.from, origin, identity) };
}

async function commitCount(
  store: Pick<Store, 'events'>,
  upTo: { readonly rev: typeof REV_ZERO; readonly number: number } | null,
): Promise<number> {
  const { rev: after, number } = upTo ?? { rev: REV_ZERO, number: 0 };
  let count = number;
  for await (const events of eventPages(store, {}, after)) count += events.length;
  return count;
}

function isSignedBy(note: string, origin: string, { seed }: LedgerIdentity): boolean {
  try {
    openCheckpoint(note, signerOf(origin, seed));
    return true;
  } catch {
    return false;
  }
}

/** @throws ContinueRefused */
function read<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (cause) {
    const why = reasonOf(cause);
    throw new ContinueRefused(why, { cause });
  }
}
