/** Which scene a wall screen shows next, and for how long [SCR77]. Pure. */
import {
  leadsOf,
  scenesOf,
  withChanges,
  type Changes,
  type Facts,
  type Leads,
  type Presidents,
  type Scene,
} from './scenes.ts';

/** A scene stays for so long at least, and gives way after so long: two in less than a minute. */
const SHORTEST_MS = 20_000;
const LONGEST_MS = 28_000;
/**
 * A scene that was shown a moment ago is worth nothing, and all of it after this long; in between
 * so little that no few scenes keep the others away.
 */
const RESTED_MS = 5 * 60_000;

export interface OnAir {
  readonly id: string;
  readonly sinceMs: number;
  /** When the earlier scenes ended: what happened before that has been said. */
  readonly endedMs: ReadonlyMap<string, number>;
}

/**
 * The scene to show, by its id; the same object as long as it stays. The first one is the top.
 * @param scenes what there is to show now. @param isHeld nothing but its end ends the scene.
 */
export function direct(
  onAir: OnAir | null,
  scenes: readonly Scene[],
  nowMs: number,
  isHeld: boolean,
): OnAir | null {
  const endedMs = onAir?.endedMs ?? new Map<string, number>();
  const candidates = scenes.filter((scene) => sentenceOf(scene, endedMs) !== null);
  const current = candidates.find(({ id }) => id === onAir?.id);
  const others = candidates.filter(({ id }) => id !== onAir?.id);
  if (onAir && current) {
    const shownMs = nowMs - onAir.sinceMs;
    if (isHeld || others.length === 0 || shownMs < SHORTEST_MS) return onAir;
    const next = bestOf(turnOf(current, others), endedMs, nowMs);
    if (shownMs < LONGEST_MS && !(next && isUnsaid(next, endedMs))) return onAir;
  }
  const first = onAir ? null : candidates[0];
  const next = first ?? bestOf(current ? turnOf(current, others) : others, endedMs, nowMs);
  if (!next) return null;
  return {
    id: next.id,
    sinceMs: nowMs,
    endedMs: onAir ? new Map([...endedMs, [onAir.id, nowMs]]) : endedMs,
  };
}

/** Those one follows and the others take turns, so that neither is gone for long. */
function turnOf(current: Scene, others: readonly Scene[]): readonly Scene[] {
  const turn = others.filter(({ isFollowed }) => isFollowed !== current.isFollowed);
  return turn.length > 0 ? turn : others;
}

/** What a scene says: its news once, then how things stand; null: nothing. */
export function sentenceOf({ id, news, stands }: Scene, endedMs: OnAir['endedMs']): string | null {
  return news && news.atMs > (endedMs.get(id) ?? Number.NEGATIVE_INFINITY) ? news.text : stands;
}

function isUnsaid(scene: Scene, endedMs: OnAir['endedMs']): boolean {
  return scene.news !== null && sentenceOf(scene, endedMs) === scene.news.text;
}

/** What has just happened, the latest first; else the smallest gap that was not shown lately. */
function bestOf(
  scenes: readonly Scene[],
  endedMs: OnAir['endedMs'],
  nowMs: number,
): Scene | undefined {
  const worth = (scene: Scene) => {
    if (scene.news && isUnsaid(scene, endedMs)) return 1 + scene.news.atMs;
    const restedMs = nowMs - (endedMs.get(scene.id) ?? Number.NEGATIVE_INFINITY);
    return scene.closeness * Math.min(1, restedMs / RESTED_MS) ** 2;
  };
  return [...scenes].sort((a, b) => worth(b) - worth(a))[0];
}

/** What the director remembers of one race. */
interface Direction {
  /** The ranking of all time, or which week. */
  readonly race: string;
  readonly leads: Leads;
  readonly changes: Changes;
  readonly scenes: readonly Scene[];
  readonly onAir: OnAir | null;
}

export const UNDIRECTED: Direction = {
  race: '',
  leads: new Map(),
  changes: new Map(),
  scenes: [],
  onAir: null,
};

/** @param heldId the scene that somebody holds. */
export function directed(
  before: Direction,
  race: string,
  { presidents, ...facts }: Omit<Facts, 'changes'> & { readonly presidents: Presidents },
  heldId: string | null,
): Direction {
  const last = before.race === race ? before : { ...UNDIRECTED, race };
  const leads = leadsOf(facts, presidents);
  const hasChanged = [...leads].some(([lead, holder]) => last.leads.get(lead) !== holder);
  const changes = hasChanged
    ? withChanges(last.changes, last.leads, leads, facts.nowMs)
    : last.changes;
  const scenes = scenesOf({ ...facts, changes });
  const isHeld = heldId !== null && heldId === last.onAir?.id;
  return {
    race,
    leads: hasChanged ? new Map([...last.leads, ...leads]) : last.leads,
    changes,
    scenes,
    onAir: direct(last.onAir, scenes, facts.nowMs, isHeld),
  };
}
