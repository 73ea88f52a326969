/** The rules that an origin shows, compared with those of its ledger. */
import { configCall } from '../../../common/protocol/config.ts';
import { rulesCall } from '../../../common/protocol/rules.ts';
import { rulesObjection } from '../../../common/rules/change-rules.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { instantText } from '../../../common/values/instant.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { monotonicNow, sleep } from '../../lib/machine.ts';
import { Difference, firstDifference, readAs } from './difference.ts';
import type { LogReplay } from './log-replay.ts';
import type { PublicServer } from './public-server.ts';

const { path: RULES } = rulesCall;
const { path: CONFIG } = configCall;
const PAUSE_MS = 1000;

/** Null: release 1.0, whose rules never change. */
export type ServedRules = Awaited<ReturnType<typeof servedRules>>;

/**
 * All that have begun, oldest first, once the ledger has them.
 * @throws Difference, Unfinished
 */
export async function servedRules(server: PublicServer, patienceMs: number) {
  if ((await server.ask(RULES)).status === 404) return null;
  for (const begun = monotonicNow(); ; await sleep(PAUSE_MS)) {
    const sets = readAs(rulesCall.answers[200], RULES, (await server.json(RULES)).body);
    const inForce = sets.filter(({ isAnnounced }) => !isAnnounced);
    const isBehind = inForce.some(({ n }, i) => i > 0 && n === null);
    if (isBehind && monotonicNow() - begun <= patienceMs) continue;
    const [last, announced] = [inForce.at(-1), sets.at(-1)];
    const objection = last && announced && rulesObjection(last.rules, announced.rules);
    if (!objection) return inForce;
    throw new Difference(`${RULES} announces rules that can’t follow. ${objection}`);
  }
}

/**
 * By which an answer of the game as it is by the last leaf may be made, the newest first: the rules
 * in force by then, those before them if the game was being asked already, and those that follow.
 * @param known how many leaves the log had before anything was asked.
 */
export function rulesMeanwhile(
  served: ServedRules,
  { rulesLeaves, size }: Pick<LogReplay, 'rulesLeaves' | 'size'>,
  known: number,
): Rules[] {
  const begun = [SPECIFIED_RULES, ...rulesLeaves.map(({ rules }) => rules)];
  const now = begun.filter((_, i) => (rulesLeaves[i]?.n ?? Infinity) >= known);
  const soon = served?.filter(({ n }) => n !== null && n >= size) ?? [];
  return [...now, ...soon.map(({ rules }) => rules)].toReversed();
}

/** In which they differ from the leaves; null: in nothing. */
export function rulesDifference(
  served: ServedRules,
  rulesLeaves: LogReplay['rulesLeaves'],
): string | null {
  const changed = rulesLeaves.map(({ n, at, rules }) => ({ since: instantText(at), n, rules }));
  const due = [{ n: null, rules: SPECIFIED_RULES }, ...changed];
  const sets = served ?? due.slice(0, 1);
  return (
    firstDifference(sets, due.slice(0, sets.length)) ??
    firstDifference(sets.length, due.length, 'the number of sets')
  );
}

/**
 * Compares the rules with all leaves, once the game shows them. @throws Difference, Unfinished
 * @param earlier what it showed before: there were no others then.
 * @param catchUp takes the newest leaves.
 */
export async function compareRules(
  server: PublicServer,
  game: LogReplay,
  parts: {
    readonly earlier: ServedRules;
    readonly patienceMs: number;
    readonly catchUp: () => Promise<void>;
  },
): Promise<void> {
  const { earlier, patienceMs, catchUp } = parts;
  if (!earlier && game.rulesLeaves.length === 0) return;
  for (const begun = monotonicNow(); ; await sleep(PAUSE_MS)) {
    const served = await servedRules(server, patienceMs);
    const config = served && (await server.json(CONFIG)).body;
    await catchUp();
    const { rulesLeaves, size } = game;
    const { rules, hash: rulesHash } = served?.at(-1) ?? {};
    const said = (path: string, found: string | null) =>
      found && `${path} differs from the log after leaf ${size - 1}: ${found}.`;
    const differs =
      said(RULES, rulesDifference(earlier, rulesLeaves.slice(0, (earlier?.length ?? 1) - 1))) ??
      said(RULES, rulesDifference(served, rulesLeaves)) ??
      (served && said(CONFIG, firstDifference(config, { rules, rulesHash })));
    if (differs === null) return;
    if (monotonicNow() - begun > patienceMs) throw new Difference(differs);
  }
}
