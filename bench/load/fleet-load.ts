/**
 * The spectators of one server of a fleet, in their own process: counts and times what each of them receives,
 * and says at the end whether each has what the server's own answers say.
 */
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { PageBoard, type FetchedList } from '../../client-kit/live/testing/page-board.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { standingsCall, type NationStanding } from '../../common/protocol/nations.ts';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { serveParent } from '../../tools/processes.ts';
import { KnownMessages, type Heard } from './known-messages.ts';
import { Spectator, type Crowd } from './spectator.ts';

const openSchema = z.object({ port: z.int(), count: z.int(), addresses: z.array(z.string()) });
const finishSchema = z.object({ lateMs: z.number() });
const verifySchema = z.object({ watching: z.int() });

/** Connections opened at the same time: a server's accept queue is short. */
const AT_ONCE = 100;
/** When a page comes back after its connection was cut (client-kit/live/live-socket.ts), in ms. */
const FIRST_TRY = { after: 500, within: 1000 };
/** Delays are counted per millisecond up to here; longer ones count as this long. */
const LONGEST_MS = 60_000;

const spectators: Spectator[] = [];
/** Merges rows and totals, for the whole crowd, from what its first spectator receives. */
const board = new PageBoard();
const wrongs = new Map<string, number>();
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
let crowd: Crowd;
let addresses: readonly string[] = [];
let url = '';
/** Deliveries of a commit to a spectator, by their delay in ms. */
let delays = new Uint32Array(LONGEST_MS + 1);
/** Messages, of the kinds that commits cause. */
let messages = 0;
let bytes = 0;

function onHeard(spectator: Spectator, heard: Heard, length: number): void {
  if (heard.message === null || heard.name === 'watching') return;
  messages += 1;
  bytes += length;
  const now = Date.now();
  for (const at of heard.eventsAtMs) {
    const ms = Math.min(LONGEST_MS, Math.max(0, now - at));
    delays[ms] = (delays[ms] ?? 0) + 1;
  }
  if (spectator === spectators[0]) board.onTick(heard.message);
}

function onWrong(what: string): void {
  wrongs.set(what, (wrongs.get(what) ?? 0) + 1);
}

/** Resolves when its watch is acknowledged. */
async function openOne(n: number): Promise<void> {
  const address = addresses[n % addresses.length] ?? '';
  await new Promise<void>((onWatching, onFailed) => {
    spectators.push(new Spectator(crowd, address, { onWatching, onFailed }));
  });
}

/** [PRO17] As the nth page does whose watch was acknowledged at a newer rev than its own; each has an address. */
async function fetchAgain(n: number): Promise<void> {
  const address = `172.${16 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
  const headers = { 'X-Forwarded-For': address, 'Accept-Encoding': 'gzip' };
  const [answer] = await once(get(`${url}/api/leaderboard`, { agent, headers }), 'response');
  if (answer.statusCode !== 200) onWrong(`a list was answered ${answer.statusCode}`);
  for await (const _ of answer);
}

async function fetchList(): Promise<FetchedList> {
  const answer = await fetch(`${url}/api/leaderboard`);
  return {
    epoch: epochSchema.parse(answer.headers.get('x-board-epoch')),
    rev: revSchema.parse(answer.headers.get('x-board-rev')),
    rows: leaderboardCall.answers[200].parse(await answer.json()),
    totalCount: Number(answer.headers.get('x-total-count')),
  };
}

async function fetchStandings(): Promise<ReadonlyMap<string, NationStanding>> {
  const answer = await fetch(`${url}/api/nations/standings`);
  const standings = standingsCall.answers[200].parse(await answer.json());
  return new Map(standings.map((standing) => [standing.nationId, standing]));
}

/** Whether the totals are the board's. */
function agrees(standings: ReadonlyMap<string, NationStanding>): boolean {
  return NATION_IDS.every((nationId) => {
    const [shown, stands] = [board.totals.get(nationId), standings.get(nationId)];
    return (
      shown?.gdp === stands?.gdp &&
      shown?.players === stands?.players &&
      (shown?.president?.walletAddress ?? null) === stands?.presidentWallet &&
      (shown?.president?.staked ?? 0) === stands?.presidentStakedCount
    );
  });
}

serveParent({
  /** Opens the crowd; resolves when everyone's watch is acknowledged and the list is fetched. */
  async open(body) {
    const opened = openSchema.parse(body);
    url = `http://127.0.0.1:${opened.port}`;
    addresses = opened.addresses;
    crowd = { port: opened.port, messages: new KnownMessages(), onHeard, onWrong };
    let left = opened.count;
    const openNext = async () => {
      while (left > 0) {
        left -= 1;
        await openOne(left);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openNext));
    board.onFlight({ ...board.ask(), answer: await fetchList() });
  },

  /** Cuts everyone at once; resolves, with the ms that it took, when each is back as a page is: it watches, and has the list. */
  async cut() {
    const count = spectators.length;
    for (const spectator of spectators.splice(0)) spectator.cut();
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: count }, async (_, n) => {
        await sleep(FIRST_TRY.after + Math.random() * FIRST_TRY.within);
        await openOne(n);
        await fetchAgain(n);
      }),
    );
    board.onFlight({ ...board.ask(), answer: await fetchList() });
    return performance.now() - startedAt;
  },

  /** Forgets what was counted so far. */
  begin() {
    delays = new Uint32Array(LONGEST_MS + 1);
    messages = 0;
    bytes = 0;
    for (const spectator of spectators) spectator.events = 0;
  },

  /** The fewest commits that a spectator was told of since `begin`. */
  least: () => spectators.reduce((least, { events }) => Math.min(least, events), Infinity),

  /** What arrived since `begin`, and everything wrong so far. */
  finish(body) {
    const { lateMs } = finishSchema.parse(body);
    return {
      delivered: spectators.reduce((sum, { events }) => sum + events, 0),
      messages,
      bytes,
      late: delays.subarray(lateMs + 1).reduce((sum, count) => sum + count, 0),
      /** Pairs of a delay in ms and how many deliveries took it. */
      delays: [...delays.entries()].filter(([, count]) => count > 0),
      wrongs: [...wrongs],
    };
  },

  /**
   * How many spectators have what the server's answers say: every row and total, through the merged list and the
   * rev of the last tick; and how many people watch [WAT1].
   */
  async verify(body) {
    const { watching } = verifySchema.parse(body);
    const [list, standings] = await Promise.all([fetchList(), fetchStandings()]);
    if (!isDeepStrictEqual(board.shown?.rows, list.rows) || !agrees(standings)) return 0;
    const [first] = spectators;
    return spectators.filter(
      ({ rev, watching: shown }) => rev === first?.rev && shown?.total === watching,
    ).length;
  },
});
