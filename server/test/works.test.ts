/** [WRK1] The nations' works over HTTP and sockets: contributions, and what they complete. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsCall } from '../../common/protocol/events.ts';
import { nationCall } from '../../common/protocol/nations.ts';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { playerCall } from '../../common/protocol/players.ts';
import { contributeCall } from '../../common/protocol/contribute.ts';
import { DAY_MS, dena } from '../../common/testing/fixtures.ts';
import { RESOURCE_TYPES } from '../../common/values/resources.ts';
import { WORK_NEEDS } from '../../common/values/work-needs.ts';
import { tally } from './support/answer-check.ts';
import { Harness, type TestPlayer } from './support/harness.ts';
import { expectSound } from './support/soundness.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import {
  StoreUnavailable,
  type EventQuery,
  type FeedListener,
  type Store,
} from '../store/store.ts';
import { instead } from './support/instead.ts';
import { buy, finishing, gift, workAt } from './support/works.ts';
import { nationIn, type Received } from './support/socket-client.ts';

let server: Harness;

beforeAll(async () => {
  server = await Harness.start();
});
afterAll(() => server.close());

async function playerOf(nationId: string, units = {}): Promise<TestPlayer> {
  const player = await server.player(dena(100_000_000));
  await player.post('/api/player-nation', { nationId });
  await buy((path, body) => player.post(path, body), units);
  return player;
}

const NOTHING = { wood: 0, oil: 0, food: 0, technology: 0 };
const [FIRST_NEED = NOTHING] = WORK_NEEDS;

describe('a contribution', () => {
  test('[WRK1] debits, counts for the nation and its player, and changes no GDP, rank or DENA', async () => {
    const player = await playerOf('usa', { wood: 100, oil: 20 });
    const read = async () =>
      (await player.get(`/api/player-nation/${player.wallet}`)).json(playerNationCall.answers[200]);
    const before = await read();
    const answer = await player.post('/api/works', gift('wood', 70));
    expect(answer.status).toBe(201);
    const body = answer.json(contributeCall.answers[201]);
    expect(body.contribution).toEqual(gift('wood', 70));
    expect(body.resources).toMatchObject({ wood: 30, oil: 20 });
    expect(body.work.stages[0]?.have).toEqual({ ...NOTHING, wood: 70 });
    expect(body.playerNation.contributed).toEqual({ ...NOTHING, wood: 70 });
    expect(answer.headers['x-board-rev']).toMatch(/^[0-9a-f]{16}$/);

    const after = await read();
    const { contributed: _was, ...same } = before.playerNation;
    const { contributed, ...rest } = after.playerNation;
    expect(rest).toEqual(same);
    expect(contributed).toEqual({ ...NOTHING, wood: 70 });
    expect(after.resources).toMatchObject({ wood: 30, oil: 20 });

    await player.post('/api/works', gift('oil', 20));
    const page = (await server.ask(`/api/players/${player.wallet}`)).json(playerCall.answers[200]);
    expect(page.contributed).toEqual({ ...NOTHING, wood: 70, oil: 20 });
    const nation = (await server.ask('/api/nations/usa')).json(nationCall.answers[200]);
    expect(nation.contributors).toEqual([
      { walletAddress: player.wallet, name: null, contributed: page.contributed, total: 90 },
    ]);
    const { stage, stages } = await workAt(server.url, 'usa');
    expect(nation.work).toEqual({ stage, stages });
    expect((await workAt(server.url, 'usa')).recent).toEqual({ ...NOTHING, wood: 70, oil: 20 });
    const [newest] = (await server.ask(`/api/events?walletAddress=${player.wallet}&limit=1`)).json(
      eventsCall.answers[200],
    );
    expect(newest).toMatchObject({
      kind: 'contributed',
      detail: gift('oil', 20),
      gdpBefore: 25_000,
      gdpAfter: 25_000,
    });
    expect(newest?.detail).not.toHaveProperty('finished');
    await expectSound(server, [player.wallet]);
  });
});

describe('a stage', () => {
  test('[WRK1] is completed once, by the player who gives the last unit, at the same moment everywhere and after a restart', async () => {
    const players = await Promise.all(
      Array.from({ length: 10 }, () =>
        playerOf('china', { wood: 200, oil: 40, food: 100, technology: 20 }),
      ),
    );
    const socket = await server.socket();
    await socket.watch({ nations: ['china'] });
    const answers = await Promise.all(
      players.flatMap((player) => [
        ...Array.from({ length: 10 }, () => player.post('/api/works', gift('wood', 20))),
        player.post('/api/works', gift('oil', 40)),
        player.post('/api/works', gift('food', 100)),
        player.post('/api/works', gift('technology', 20)),
      ]),
    );
    expect(tally(answers)).toEqual({ 201: 130 });
    const { stage, stages } = await workAt(server.url, 'china');
    expect([stage, stages[0]?.have, stages[1]?.have]).toEqual([1, FIRST_NEED, NOTHING]);
    const finished = await finishing(server.url, 'china');
    expect(finished.map(({ detail }) => detail.finished)).toEqual([[1]]);
    expect(stages.map((one) => one.completedAt)).toEqual([finished[0]?.at, null, null, null, null]);

    const pushed = await socket.until((message) => nationIn(message, 'china')?.work?.stage === 1);
    expect(nationIn(pushed, 'china')?.work).toMatchObject({ stage, stages });
    const events = socket.received.flatMap((one) => (one.name === 'tick' ? one.body.events : []));
    expect(events.filter(({ detail }) => detail.finished)).toMatchObject([
      { id: finished[0]?.id, kind: 'contributed', detail: { finished: [1] } },
    ]);
    socket.close();

    const before = await workAt(server.url, 'china');
    await server.restart();
    const after = await workAt(server.url, 'china');
    expect({ ...after, recent: before.recent }).toEqual(before);
    expect(
      (await finishing(server.url, 'china')).map(({ id, detail }) => [id, detail.finished]),
    ).toEqual([[finished[0]?.id, [1]]]);
    await expectSound(
      server,
      players.map(({ wallet }) => wallet),
    );
  });
});

test('[WRK1] what was contributed in the last day is that of exactly a day, also after a restart', async () => {
  const player = await playerOf('usa', { wood: 30 });
  await server.clock.advance(DAY_MS);
  await player.post('/api/works', gift('wood', 7));
  // The board of a day ago is brought up to date once a second, however far development's clock
  // jumps.
  const recent = async () => (await workAt(server.url, 'usa')).recent;
  await expect.poll(recent).toEqual({ ...NOTHING, wood: 7 });
  await server.clock.advance(DAY_MS - 60_000);
  await player.post('/api/works', gift('wood', 5));
  await expect.poll(recent).toEqual({ ...NOTHING, wood: 12 });
  await server.clock.advance(60_001);
  await expect.poll(recent).toEqual({ ...NOTHING, wood: 5 });
  await server.restart();
  await expect.poll(recent).toEqual({ ...NOTHING, wood: 5 });
});

test('[WRK1] a process that finds late when a stage was completed updates its pages', async () => {
  const store = openMemoryStore();
  const others = await Harness.start({ store });
  const faults = { isDeaf: false, isForgetful: false };
  const { faulty, loseFeed } = faultyStore(store, faults);
  const late = await Harness.start({ store: faulty, chain: others.chain });
  const socket = await late.socket();
  await socket.watch({ nations: ['usa'] });
  const player = await others.player(dena(100_000_000));
  await player.post('/api/player-nation', { nationId: 'usa' });
  await buy((path, body) => player.post(path, body), FIRST_NEED);

  faults.isDeaf = faults.isForgetful = true;
  for (const type of RESOURCE_TYPES) await player.post('/api/works', gift(type, FIRST_NEED[type]));
  faults.isDeaf = false;
  loseFeed();
  const first = await socket.until((message) => nationIn(message, 'usa')?.work?.stage === 1);
  expect(nationIn(first, 'usa')?.work?.stages[0]?.completedAt).toBeNull();

  faults.isForgetful = false;
  const [finish] = await finishing(others.url, 'usa');
  const isTold = (message: Received) =>
    nationIn(message, 'usa')?.work?.stages[0]?.completedAt === finish?.at;
  await socket.until(isTold);
  socket.close();
  await late.close();
  await others.close();
});

/**
 * What a process has of a store that for a while brings no commits, and does not say when stages
 * were completed.
 */
function faultyStore(
  store: Store,
  faults: { readonly isDeaf: boolean; readonly isForgetful: boolean },
) {
  const listeners: FeedListener[] = [];
  const faulty = instead(store, { watch, events });
  return { faulty, loseFeed: () => listeners.at(-1)?.onLost(new Error('the feed is lost')) };

  function watch(...[after, listener]: Parameters<Store['watch']>) {
    listeners.push(listener);
    return store.watch(after, {
      onEvent: (event) => faults.isDeaf || listener.onEvent(event),
      onLost: (error) => listener.onLost(error),
    });
  }

  async function events(query: EventQuery) {
    const isRefused = faults.isForgetful && query.kinds?.includes('contributed');
    if (isRefused) throw new StoreUnavailable('It is away.');
    return store.events(query);
  }
}
