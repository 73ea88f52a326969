/**
 * Audits a game from outside: its ledger from the first leaf on, everything that its origin shows,
 * and, where the auditor has them, the balances on chain and the checkpoints that others kept.
 */
import type { Leaf } from '../../../common/ledger/leaf.ts';
import { addsUp, placeOf } from '../../../common/ledger/log-reader.ts';
import type { Checkpoint } from '../../../common/ledger/note.ts';
import { TILE_WIDTH } from '../../../common/ledger/tree.ts';
import { BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { instantText } from '../../../common/values/instant.ts';
import { isLoopback } from '../../../common/values/loopback.ts';
import { monotonicNow, sleep, yieldToLoop, wallNow } from '../../lib/machine.ts';
import { checkBacking } from './backing.ts';
import { Difference } from './difference.ts';
import { AuditFolder } from './audit-folder.ts';
import { LogReplay } from './log-replay.ts';
import { PublicLog } from './public-log.ts';
import { PublicServer } from './public-server.ts';
import { checkSeen, type SeenNote } from './seen-checkpoints.ts';
import { compareServed, servedGame } from './served-game.ts';
import { compareRules, rulesMeanwhile } from './served-rules.ts';

/** Longer than processes are apart, and than a game takes to follow the chain. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1000;
/** More than two synchronized clocks differ. */
const AHEAD_MS = 5 * 60_000;

export interface OriginAudit {
  readonly from: string;
  readonly rpc: string | null;
  readonly seen: readonly SeenNote[];
  /** A folder: it goes on from what earlier audits left there. */
  readonly keep: string;
  /** How long the game gets to show what must be there by now, ms. */
  readonly patienceMs?: number;
  /** The auditor's clock, ms since 1970; a game on the auditor's own machine may have any. */
  readonly now?: number;
}

export type OriginFindings = Awaited<ReturnType<typeof auditOrigin>>;

/**
 * @param progress called now and then with what is done.
 * @throws Difference at the first leaf or value that differs; Unfinished
 */
export async function auditOrigin(
  { from, rpc, seen, keep, patienceMs = PATIENCE_MS, now }: OriginAudit,
  progress: (what: string) => void = () => undefined,
) {
  const server = new PublicServer(from, patienceMs);
  const folder = new AuditFolder(keep, await gameAt(server));
  const earlier = await folder.checkpoints();
  const isKnown = seen.length > 0 || earlier.length > 0;
  const log = await PublicLog.open(server, folder, isKnown);
  expectName(log.checkpoint.origin, server.url);
  await log.download(undefined, (leaves) => progress(`${leaves} leaves downloaded`));
  const saved = earlier.map((note) => ({
    note,
    from: 'the checkpoint of an earlier audit',
    isVerified: true,
  }));
  const notCompared = await checkSeen(log, [...saved, ...seen], patienceMs);

  const known = log.checkpoint.size;
  const { answers, weeks, rules } = await servedGame(server, known, patienceMs);
  // A developer's game may be ahead.
  const clock = () => now ?? (isLoopback(server.url.hostname) ? Infinity : wallNow());
  const last = answers.at(-1)?.n ?? -1;
  for (const begun = monotonicNow(); ; await sleep(PAUSE_MS)) {
    await log.refresh();
    if (log.checkpoint.size > last) break;
    if (monotonicNow() - begun > patienceMs) {
      throw new Difference(
        `The server shows its game as of leaf ${last}, and its checkpoint has only ${log.checkpoint.size} leaves.`,
      );
    }
  }
  const firstEnded = await log.firstEnded();
  const game = new LogReplay({ weeks, known, now: clock(), firstEnded });
  const upTo = async (size: number) => {
    for await (const leaf of log.leaves(game.size, size)) {
      expectPast(leaf, clock());
      game.take(leaf);
      if (game.size % TILE_WIDTH === 0) {
        progress(`${game.size} leaves replayed`);
        await yieldToLoop();
      }
    }
  };
  for (const answer of answers) {
    await upTo(answer.n + 1);
    compareServed(answer, game, rulesMeanwhile(rules, game, known));
  }
  const catchUp = async () => {
    await log.refresh();
    await upTo(log.checkpoint.size);
  };
  await compareRules(server, game, { earlier: rules, patienceMs, catchUp });
  // A final week's answer does not say as of which leaf it is.
  for (const begun = monotonicNow(); ; await sleep(PAUSE_MS)) {
    await catchUp();
    if (!game.weeks.isBehind || monotonicNow() - begun > patienceMs) break;
  }
  game.weeks.finish();
  expectBeginning(log.checkpoint, game);
  const backed =
    rpc === null ? null : await checkBacking(server, { rpc, patienceMs }, game, catchUp);
  return {
    checkpoint: log.checkpoint,
    keyId: log.verifier.id,
    players: game.players.size,
    answers: answers.length,
    weeks: game.weeks.compared,
    /** Whose stakes were compared with the chain; null: nobody’s. */
    backed,
    seen: seen.length,
    notCompared,
    continued: game.continued,
    claims: game.claims,
    untold: game.weeks.untold,
  };
}

/** The origin of the first log of the game at an address. */
function nameAt({ hostname, host }: URL): string {
  return `${isLoopback(hostname) ? 'localhost' : host}/denaria`;
}

/**
 * Whose logs share a folder: at an address of the auditor's own machine are many games, one after
 * the other.
 */
async function gameAt(server: PublicServer): Promise<string> {
  const { url } = server;
  if (!isLoopback(url.hostname)) return nameAt(url);
  const { headers } = await server.ask('/api/leaderboard?limit=1');
  return `${url.host} ${headers.get(BOARD_HEADERS.epoch)}`;
}

/** @throws Difference if the log is of another game. */
function expectName(origin: string, url: URL): void {
  const due = nameAt(url);
  const [line, number] = placeOf(origin);
  if (origin === due || (line === due && number > 1)) return;
  // A game on the auditor's own machine may have any name.
  if (isLoopback(url.hostname)) return;
  throw new Difference(`The ledger at ${url.origin} is of ${origin}, not of ${due}.`);
}

/** @throws Difference if it is dated later than now. */
function expectPast({ n, at }: Leaf, now: number): void {
  if (at <= now + AHEAD_MS) return;
  throw new Difference(
    `Leaf ${n} is dated ${instantText(at)}, which by this machine’s clock is still to come.`,
  );
}

/**
 * @throws Difference unless a continued log begins with the leaf that says so, which names the log
 * before it and what it has of that one, and no other log does.
 */
function expectBeginning({ origin, size }: Checkpoint, { continued }: LogReplay): void {
  const [line, number] = placeOf(origin);
  if (number > 1 !== (continued !== null)) {
    throw new Difference(
      number > 1
        ? `The log ${origin} does not say which log it continues.`
        : `The log ${origin} continues another one under the origin of a first log.`,
    );
  }
  if (!continued) return;
  const [lineBefore, numberBefore] = placeOf(continued.origin);
  if (lineBefore !== line || numberBefore !== number - 1) {
    throw new Difference(
      `The log ${origin} says that it continues ${continued.origin}, which is not the one before it.`,
    );
  }
  if (addsUp(continued) && continued.kept < size) return;
  throw new Difference(
    `The log ${origin} says that it has ${continued.kept} commits of the ${continued.size} leaves of ${continued.origin} and misses ${continued.missing}: it has ${size - 1} commits, and the sum is wrong or it has fewer than it says.`,
  );
}
