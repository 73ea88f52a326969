/**
 * [WAT1] How many people watch, on all processes of the game: this process publishes its own counts
 * through the store and adds up the others'. The cost depends on time, never on what sockets do:
 * one small notice every PACE_MS while somebody watches here, otherwise none.
 *
 * A process that dies stops being counted after 10 s: its notice expires after TTL_MS, the others
 * publish theirs at most PACE_MS later, and counts that could not be refreshed count for HOLD_MS.
 */
import {
  ROOMS,
  watchingMessageSchema,
  type Room,
  type WatchingMessage,
} from '../../common/protocol/live.ts';
import { byNation } from '../../common/values/nations.ts';
import { within } from '../lib/deadline.ts';
import { every } from '../lib/loop.ts';
import { monotonicNow } from '../lib/machine.ts';

const PACE_MS = 2000;
const TTL_MS = 6000;
const HOLD_MS = 3000;
/** A notice that takes longer is not waited for. */
const ANSWER_MS = 1000;

/**
 * Publishes this process's text and returns every process's, its own included. The text expires
 * after `ttlMs`; with 0, immediately.
 */
export type PublishNotice = (text: string, ttlMs: number) => Promise<readonly string[]>;

/** Of one address, at most so many count. */
const MAX_PER_ADDRESS = 20;
const BROWSER = /^[0-9a-f]{16}$/;

/** [WAT1] The browser that a CONNECT's `auth` names; null for anything else. */
export function browserOf(named: unknown): string | null {
  return typeof named === 'string' && BROWSER.test(named) ? named : null;
}

/**
 * [WAT1] How many people watch in these rooms: in total and per nation. Sockets that name the same
 * browser are one.
 * @param socketOf what is known of a socket, by its id.
 */
export function peopleIn(
  rooms: ReadonlyMap<string, ReadonlySet<string>>,
  socketOf: (
    id: string,
  ) => { readonly address: string; readonly browser: string | null } | undefined,
): WatchingMessage {
  const people = new Map<string, Set<Room>>();
  const perAddress = new Map<string, number>();
  for (const room of ROOMS) {
    for (const id of rooms.get(room) ?? []) {
      const socket = socketOf(id);
      if (!socket) continue;
      const person = socket.browser ?? id;
      const known = people.get(person);
      const counted = perAddress.get(socket.address) ?? 0;
      if (known) known.add(room);
      else if (counted < MAX_PER_ADDRESS) {
        people.set(person, new Set([room]));
        perAddress.set(socket.address, counted + 1);
      }
    }
  }
  const watched = [...people.values()];
  const nations = byNation(
    (nationId) => watched.filter((its) => its.has('all') || its.has(nationId)).length,
  );
  return { total: people.size, nations };
}

export function keepPresence(parts: {
  readonly publishNotice: PublishNotice;
  /** How many watch on this process. */
  readonly count: () => WatchingMessage;
  /** Called with the figures when they change, and with null once nobody watches here. */
  readonly onFigures: (figures: WatchingMessage | null) => void;
  readonly paceMs?: number | undefined;
}) {
  const { publishNotice, count, onFigures, paceMs = PACE_MS } = parts;
  /** The other processes' counts, and when they were fetched. */
  let fetched: { readonly others: WatchingMessage; readonly atMs: number } | null = null;
  /** The figures last sent. */
  let sent: string | null = null;
  let isUp = false;
  let isAsking = false;
  const loop = every(paceMs, look, () => undefined);

  return {
    /**
     * Withdraws this process's figures, so that sockets that reconnect elsewhere are not counted
     * twice.
     */
    async close(): Promise<void> {
      await loop.close();
      if (isUp) await within(ANSWER_MS, publishNotice(NO_FIGURES, 0)).catch(() => undefined);
    },
  };

  async function look(): Promise<void> {
    const own = count();
    if (own.total === 0) {
      await takeDown();
      return;
    }
    // Requests to a store that does not answer must not pile up.
    if (!isAsking) await within(ANSWER_MS, ask(own)).catch(() => undefined);
    const isKnown = fetched !== null && monotonicNow() - fetched.atMs <= HOLD_MS;
    const figures = sum([count(), isKnown && fetched ? fetched.others : NOBODY]);
    const text = JSON.stringify(figures);
    if (text === sent) return;
    sent = text;
    onFigures(figures);
  }

  async function ask(own: WatchingMessage): Promise<void> {
    const askedAtMs = monotonicNow();
    isAsking = true;
    isUp = true;
    try {
      const text = JSON.stringify(own);
      const others = [...(await publishNotice(text, TTL_MS))];
      const ours = others.indexOf(text);
      if (ours >= 0) others.splice(ours, 1);
      fetched = { others: sum(others.map(read)), atMs: askedAtMs };
    } finally {
      isAsking = false;
    }
  }

  async function takeDown(): Promise<void> {
    if (sent !== null) {
      sent = null;
      fetched = null;
      onFigures(null);
    }
    if (!isUp || isAsking) return;
    await within(ANSWER_MS, publishNotice(NO_FIGURES, 0));
    isUp = false;
  }
}

const NOBODY: WatchingMessage = { total: 0, nations: byNation(() => 0) };
const NO_FIGURES = JSON.stringify(NOBODY);

/** Another process's text; one that can't be parsed counts as zero. */
function read(text: string): WatchingMessage {
  try {
    return watchingMessageSchema.parse(JSON.parse(text));
  } catch {
    return NOBODY;
  }
}

function sum(all: readonly WatchingMessage[]): WatchingMessage {
  const total = all.reduce((whole, figures) => whole + figures.total, 0);
  const nations = byNation((nationId) =>
    all.reduce((whole, figures) => whole + figures.nations[nationId], 0),
  );
  return { total, nations };
}
