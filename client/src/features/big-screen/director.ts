/** Which scene a wall screen shows next, and for how long [SCR77]. Pure. */
import { formatAge } from '../../ui/format.ts';
import { TOP, type Scene } from './scenes.ts';

/** A scene stays for so long at least, and gives way after so long: two in less than a minute. */
const SHORTEST_MS = 20_000;
const LONGEST_MS = 28_000;
/**
 * A scene that was shown a moment ago is worth nothing, and all of it after this long; in between
 * so little that no few scenes keep the others away.
 */
const RESTED_MS = 5 * 60_000;
/** The same of a sentence that was said; in that time fewer are. */
const FORGOTTEN_MS = 4 * RESTED_MS;
const MOST_SAID = 99;
/** The top is away for two scenes at most, unless something happens. */
const TOP_AWAY_MS = 2 * SHORTEST_MS;
const MINUTE_MS = 60_000;
/** Shorter than ten minutes by the time that a scene may stay. */
const NEWS_MS = 9.5 * MINUTE_MS;

/** What the director remembers of one race. */
export interface Direction {
  /** Of which race, by which connection. */
  readonly race: string;
  /** Who leads each scene, since when, and who did before; null: nobody. */
  readonly leads: ReadonlyMap<string, Lead>;
  readonly onAir: { readonly id: string; readonly sinceMs: number } | null;
  /** When the earlier scenes ended: what happened before that has been said. */
  readonly endedMs: ReadonlyMap<string, number>;
  /** When which sentence was last said. */
  readonly saidMs: ReadonlyMap<string, number>;
}

interface Lead {
  readonly holder: string;
  readonly from: string | null;
  readonly atMs: number;
}

export const UNDIRECTED: Direction = {
  race: '',
  leads: new Map(),
  onAir: null,
  endedMs: new Map(),
  saidMs: new Map(),
};

/**
 * The scene to show is `onAir`; the same object as long as nothing changes. The first is
 * the top, or after a cut the one that is held.
 * @param scenes what there is to show now. @param heldId the scene that only its end ends.
 */
export function directed(
  before: Direction,
  race: string,
  scenes: readonly Scene[],
  nowMs: number,
  heldId: string | null,
): Direction {
  const last = followLeads(before.race === race ? before : { ...UNDIRECTED, race }, scenes, nowMs);
  const { onAir, endedMs, saidMs } = last;
  const candidates = scenes.filter((scene) => sentenceOf(scene, last, nowMs) !== null);
  const current = candidates.find(({ id }) => id === onAir?.id);
  const others = candidates.filter((scene) => scene !== current);
  const turn = current ? turnOf(current, others) : others;
  const first = candidates.find(({ id }) => id === heldId) ?? candidates[0];
  const finish = candidates.find(({ isFinish }) => isFinish);
  const next = onAir ? (finish ?? bestOf(turn, last, nowMs)) : first;
  if (onAir && current) {
    // The clock may have been set back.
    const shownMs = Math.abs(nowMs - onAir.sinceMs);
    if (onAir.id === heldId || !next || next === current || shownMs < SHORTEST_MS) return last;
    if (shownMs < LONGEST_MS && !newsOf(next, last, nowMs)) return last;
  }
  if (!onAir && !next) return last;
  const said = current && sentenceOf(current, last, nowMs);
  return {
    ...last,
    onAir: next ? { id: next.id, sinceMs: nowMs } : null,
    endedMs: onAir ? new Map([...endedMs, [onAir.id, nowMs]]) : endedMs,
    saidMs: said ? new Map([...saidMs, [said, nowMs] as const].slice(-MOST_SAID)) : saidMs,
  };
}

function followLeads(last: Direction, scenes: readonly Scene[], atMs: number): Direction {
  const changed = scenes.flatMap(({ id, holder }): [string, Lead][] => {
    const from = last.leads.get(id)?.holder ?? null;
    return holder === from ? [] : [[id, { holder, from, atMs }]];
  });
  return changed.length > 0 ? { ...last, leads: new Map([...last.leads, ...changed]) } : last;
}

/** Those one follows and the others take turns, so that neither is gone for long. */
function turnOf(current: Scene, others: readonly Scene[]): readonly Scene[] {
  const turn = others.filter(({ around }) => !around !== !current.around);
  return turn.length > 0 ? turn : others;
}

/** What a scene says: its news once, then how things stand, by turns; null: nothing. */
export function sentenceOf(scene: Scene, direction: Direction, nowMs: number): string | null {
  const news = newsOf(scene, direction, nowMs);
  if (!news) {
    const { stands, also } = scene;
    return also && saidAt(stands, direction) > saidAt(also, direction) ? also : stands;
  }
  const ageMs = nowMs - news.atMs;
  return `${news.text} ${ageMs < MINUTE_MS ? 'just now' : `${formatAge(ageMs)} ago`}`;
}

const saidAt = (sentence: string | null, { saidMs }: Direction) =>
  saidMs.get(sentence ?? '') ?? Number.NEGATIVE_INFINITY;

/** What has just happened and was not said. */
function newsOf({ id, taken, isFinish }: Scene, { leads, endedMs }: Direction, nowMs: number) {
  const { from = null, atMs = 0 } = leads.get(id) ?? {};
  const isSaid = atMs <= (endedMs.get(id) ?? Number.NEGATIVE_INFINITY);
  const isOld = nowMs - atMs >= (isFinish ? LONGEST_MS : NEWS_MS);
  return from === null || isSaid || isOld ? null : { text: taken(from), atMs };
}

/**
 * What has just happened, the latest first; else the top, if it was away for long; else the
 * smallest gap that was not shown lately, or says something new.
 */
function bestOf(scenes: readonly Scene[], last: Direction, nowMs: number): Scene | undefined {
  const worth = (scene: Scene) => {
    const news = newsOf(scene, last, nowMs);
    if (news) return 1 + news.atMs;
    const restedMs = nowMs - (last.endedMs.get(scene.id) ?? Number.NEGATIVE_INFINITY);
    if (scene.id === TOP && restedMs >= TOP_AWAY_MS) return 1;
    const forgottenMs = nowMs - saidAt(sentenceOf(scene, last, nowMs), last);
    return scene.closeness * Math.min(1, restedMs / RESTED_MS, forgottenMs / FORGOTTEN_MS) ** 2;
  };
  return [...scenes].sort((a, b) => worth(b) - worth(a))[0];
}
