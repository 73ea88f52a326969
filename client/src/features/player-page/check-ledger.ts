/**
 * Checks a player's receipt against the ledger, in this browser: the leaves behind it are in the log, make its figures, and
 * the log only grew since this browser saw it last. Loads after the page (docs/ledger.md).
 */
import { z } from 'zod';
import { isRefusedAs } from '../../../../client-kit/api/api-error.ts';
import { ledgerFiles } from '../../../../client-kit/api/ledger-files.ts';
import { revisionOf, type Revision } from '../../../../client-kit/api/revision.ts';
import {
  LogContradiction,
  LogUnreadable,
  openLog,
  type ContinuedLeaf,
  type ReadFile,
} from '../../../../common/ledger/log-reader.ts';
import { openCheckpoint, parseVerifier } from '../../../../common/ledger/note.ts';
import { eventsCall, kindsText, type GameEvent } from '../../../../common/protocol/events.ts';
import { ledgerIndexCall } from '../../../../common/protocol/ledger.ts';
import type { PlayerPageView } from '../../../../common/protocol/players.ts';
import { GDP_KINDS } from '../../../../common/values/event-kinds.ts';
import { instantText } from '../../../../common/values/instant.ts';
import { isLoopback } from '../../../../common/values/loopback.ts';
import { pageServer } from '../../api/page-server.ts';
import { keep, kept } from '../../lib/kept.ts';
import { differenceFrom } from './check-receipt.ts';
import { findLeaves } from './find-leaves.ts';

export type Outcome =
  /** The server keeps no ledger. */
  | { readonly state: 'none' }
  /** The newest commits are still to come. */
  | { readonly state: 'behind' }
  | {
      readonly state: 'checked';
      readonly commits: number;
      readonly size: number;
      /** When this browser first saw the log, ms since 1970; null: just now. */
      readonly since: number | null;
      readonly continued: ContinuedLeaf | null;
    }
  | { readonly state: 'mismatch'; readonly words: string; readonly evidence: object };

/** Before a mismatch is believed: what a cache or a proxy spoilt is then read afresh. */
const AGAIN_MS = 1500;
/** Events per request: the most that a call gives. */
const PAGE = 200;

/**
 * @param player as it was answered.
 * @throws LogUnreadable, and what a call throws, if something could not be read.
 */
export async function checkReceipt(player: PlayerPageView): Promise<Outcome> {
  const first = await tryOnce(player, 'default');
  if (first.state !== 'mismatch') return first;
  await new Promise((resolve) => {
    setTimeout(resolve, AGAIN_MS);
  });
  return tryOnce(player, 'reload');
}

async function tryOnce(player: PlayerPageView, cache: 'default' | 'reload'): Promise<Outcome> {
  const revision = revisionOf(player);
  if (!revision) throw new Error('the answer names no revision');
  try {
    return await check(player, revision, ledgerFiles({ origin: location.origin, cache }));
  } catch (error) {
    if (isRefusedAs(error, 'behind')) return { state: 'behind' };
    if (!(error instanceof LogContradiction)) throw error;
    const { message, lie, evidence } = error;
    return mismatch(player, message, { lie, ...evidence });
  }
}

async function check(player: PlayerPageView, revision: Revision, read: ReadFile): Promise<Outcome> {
  const { walletAddress } = player;
  // Before the checkpoint is read: a later one may be kept meanwhile.
  const text = kept(STORAGE_KEY);
  const before = keptLog(text, revision);
  const log = await openLog(read, before);
  if (!log) return { state: 'none' };
  expectOwn(log.checkpoint.origin);
  const isSameLog = before?.key === log.seen.key;
  const since = isSameLog ? before.since : Date.now();
  const { size } = log.checkpoint;
  // It follows what was kept then; what another tab keeps since may be newer.
  if (kept(STORAGE_KEY) === text) {
    const now: KeptLog = { ...log.seen, since, epoch: revision.epoch };
    keep(STORAGE_KEY, JSON.stringify(now));
  }

  const found = await findLeaves(
    log,
    walletAddress,
    await listed(walletAddress, revision),
    indexOf,
  );
  if (found.state === 'behind') return found;
  if (found.state === 'differ') return mismatch(player, found.words, found.evidence);
  const { leaves } = found;
  const difference = differenceFrom(player, leaves);
  if (difference) {
    // Each of its leaves shows what the receipt is to be made of.
    const all = difference.n === null ? leaves.map(({ n }) => n) : [difference.n];
    const proven = await Promise.all(all.map((n) => log.evidence(n)));
    return mismatch(player, difference.words, { ...log.seen, leaves: proven });
  }
  return {
    state: 'checked',
    commits: leaves.length,
    size,
    since: isSameLog ? since : null,
    continued: log.continued,
  };
}

function mismatch(shown: PlayerPageView, words: string, evidence: object): Outcome {
  const { walletAddress, nationId, joinedAt, receipt } = shown;
  const player = { walletAddress, nationId, joinedAt, receipt };
  const where = { game: location.origin, at: instantText(Date.now()), ...revisionOf(shown) };
  return { state: 'mismatch', words, evidence: { words, ...where, ...evidence, player } };
}

/** All that can have changed the GDP up to a revision, newest first. */
async function listed(walletAddress: string, { epoch, rev }: Revision): Promise<GameEvent[]> {
  const events: GameEvent[] = [];
  const filter = { walletAddress, kinds: kindsText(GDP_KINDS), limit: String(PAGE) };
  for (let before: string | undefined; ;) {
    const page = await pageServer.request(eventsCall, { query: { ...filter, before } });
    if (revisionOf(page)?.epoch !== epoch) throw new Error('the game began anew meanwhile');
    events.push(...page.filter(({ id }) => id <= rev));
    before = page[page.length - 1]?.id;
    if (page.length < PAGE) return events;
  }
}

async function indexOf(rev: string): Promise<number> {
  return (await pageServer.request(ledgerIndexCall, { params: { rev } })).n;
}

/** @throws LogUnreadable if it is another address's log: of this one that says nothing. */
function expectOwn(origin: string): void {
  const line = origin.replace(/\/[1-9][0-9]{0,8}$/, '');
  if (isLoopback(location.hostname) || line === `${location.host}/denaria`) return;
  throw new LogUnreadable(`The ledger is of ${origin}, not of this address.`);
}

const STORAGE_KEY = 'ledger';
/** The latest that a Date can say. */
const LAST_MS = 8.64e15;

/** What this browser keeps of the ledger: the last checkpoint, and with it the key, of the first on. */
const keptLogSchema = z.object({
  key: z.string(),
  note: z.string(),
  since: z.number().min(0).max(LAST_MS),
  epoch: z.string(),
});
type KeptLog = z.infer<typeof keptLogSchema>;

/** Null if there is none, or none that can be read. */
function keptLog(text: string | null, { epoch }: Revision): KeptLog | null {
  if (text === null) return null;
  try {
    const log = keptLogSchema.parse(JSON.parse(text));
    openCheckpoint(log.note, parseVerifier(log.key));
    // A developer's machine has one game after another at the same address.
    return isLoopback(location.hostname) && log.epoch !== epoch ? null : log;
  } catch (error) {
    console.warn('The checkpoint that this browser kept can’t be read:', error);
    return null;
  }
}
