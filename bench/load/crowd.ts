/**
 * The spectators of one server, in their own process: counts and times what each of them receives.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { serveParent } from '../../tools/processes.ts';
import { Spectator, type Crowd } from './spectator.ts';

const openSchema = z.object({ port: z.int(), count: z.int(), addresses: z.array(z.string()) });
const verifySchema = z.object({ watching: z.int() });

/** Connections opened at the same time: a server's accept queue is short. */
const AT_ONCE = 100;
/**
 * When a page tries again after its connection was lost (client-kit/live/live-socket.ts), in ms:
 * after half as long to one and a half times as long, doubled each time.
 */
const RETRY_MS = { first: 1000, most: 10_000 };
/** Delays are counted per millisecond up to here; longer ones count as this long. */
const LONGEST_MS = 60_000;
const LIST = '/api/leaderboard';

const spectators: Spectator[] = [];
const wrongs = new Map<string, number>();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
/** Tries that failed: where thousands come at once, the kernel drops some. */
let triedAgain = 0;
let addresses: readonly string[] = [];
/** Deliveries of a commit to a spectator, by their delay in ms. */
let delays = new Uint32Array(LONGEST_MS + 1);
let expected: { readonly events: number; left: number; readonly onReceived: () => void } | null =
  null;

const crowd: Crowd = {
  port: 0,

  onTick(spectator, decidedAtMs) {
    const now = Date.now();
    for (const at of decidedAtMs) {
      const ms = Math.min(LONGEST_MS, Math.max(0, now - at));
      delays[ms] = (delays[ms] ?? 0) + 1;
    }
    if (spectator.events !== expected?.events) return;
    expected.left -= 1;
    if (expected.left === 0) expected.onReceived();
  },

  onWrong(what) {
    wrongs.set(what, (wrongs.get(what) ?? 0) + 1);
  },
};

/** Resolves when its watch is acknowledged. */
async function openOne(n: number): Promise<void> {
  const address = addresses[n % addresses.length] ?? '';
  await new Promise<void>((onWatching, onFailed) => {
    const spectator = new Spectator(crowd, address, {
      onWatching: () => {
        spectators.push(spectator);
        onWatching();
      },
      onFailed,
    });
  });
}

/**
 * [PRO17] As the nth page does whose watch was acknowledged at a newer rev than its own; each has
 * an address.
 */
async function fetchAgain(n: number): Promise<void> {
  const address = `172.${16 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
  const headers = { 'X-Forwarded-For': address, 'Accept-Encoding': 'gzip' };
  const asked = get({ port: crowd.port, path: LIST, agent, headers });
  const [answer] = await once(asked, 'response');
  if (answer.statusCode !== 200) crowd.onWrong(`a list was answered ${answer.statusCode}`);
  for await (const _ of answer);
}

/** The nth spectator is back as a page is: it watches, and has the list. */
async function comeBack(n: number): Promise<void> {
  let isWatching = false;
  for (let ms = RETRY_MS.first; ; ms = Math.min(2 * ms, RETRY_MS.most)) {
    await sleep(ms * (0.5 + Math.random()));
    try {
      if (!isWatching) await openOne(n);
      isWatching = true;
      await fetchAgain(n);
      return;
    } catch {
      triedAgain += 1;
    }
  }
}

serveParent({
  /** Resolves when everyone's watch is acknowledged. */
  async open(body) {
    const opened = openSchema.parse(body);
    crowd.port = opened.port;
    addresses = opened.addresses;
    let left = opened.count;
    const openNext = async () => {
      while (left > 0) {
        left -= 1;
        await openOne(left);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openNext));
  },

  /** Cuts everyone at once. @returns the ms until each is back, and how many tries failed. */
  async cut() {
    const { length } = spectators;
    for (const spectator of spectators.splice(0)) spectator.cut();
    triedAgain = 0;
    const startedAt = performance.now();
    await Promise.all(Array.from({ length }, (_, n) => comeBack(n)));
    return { ms: performance.now() - startedAt, triedAgain };
  },

  /** Forgets what was counted so far. */
  begin() {
    delays = new Uint32Array(LONGEST_MS + 1);
    for (const spectator of spectators) spectator.events = 0;
  },

  /** Resolves when every spectator has had so many commits since `begin`, in a tick each. */
  async received(count) {
    const events = z.int().parse(count);
    const left = spectators.filter((one) => one.events < events).length;
    if (left === 0) return;
    await new Promise<void>((onReceived) => {
      expected = { events, left, onReceived };
    });
    expected = null;
  },

  /** What arrived since `begin`, and everything wrong so far. */
  arrived: () => ({
    least: Math.min(...spectators.map(({ events }) => events)),
    delivered: spectators.reduce((sum, { events }) => sum + events, 0),
    /** Pairs of a delay in ms and how many deliveries took it. */
    delays: [...delays.entries()].filter(([, count]) => count > 0),
    wrongs: [...wrongs],
  }),

  /**
   * How many spectators have what the server's list has, by their revs, and know how many watch
   * [WAT1].
   */
  async verify(body) {
    const { watching } = verifySchema.parse(body);
    const list = await fetch(`http://127.0.0.1:${crowd.port}${LIST}?limit=1`);
    const rev = list.headers.get('X-Board-Rev');
    return spectators.filter((one) => one.rev === rev && one.watching === watching).length;
  },
});
