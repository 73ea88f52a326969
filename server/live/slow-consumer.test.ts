/** How a whole live server treats a consumer that falls behind. It polls, and stops polling. */
import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { choose, stake } from '../leaderboard/testing/fixtures.ts';
import { pollingSession } from '../test/support/raw-connection.ts';
import { Client, startWorld, type World } from './testing/fixtures.ts';

const PLAYERS = 300;
/** So many that the changes of all players exceed one socket's backlog limit. */
const ROUNDS = 6;

type LiveEvent = [name: unknown, body: unknown];

/** A socket on Engine.IO's polling transport, driven by hand. */
class Poller {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async open(world: World): Promise<Poller> {
    const poller = new Poller(`${world.url}${await pollingSession(world.url)}`);
    await poller.send('40');
    return poller;
  }

  async send(packet: string): Promise<number> {
    return (await fetch(this.#url, { method: 'POST', body: packet })).status;
  }

  /** The events that one request returns, by name and body. */
  async poll(): Promise<LiveEvent[]> {
    const payload = await (await fetch(this.#url)).text();
    return payload
      .split('\x1E')
      .filter((packet) => packet.startsWith('42'))
      .map((packet) => JSON.parse(packet.slice(2)));
  }

  /** This many events: a waiting request is answered with only the first of them. */
  async next(count: number): Promise<LiveEvent[]> {
    const events: LiveEvent[] = [];
    while (events.length < count) events.push(...(await this.poll()));
    return events;
  }
}

const WATCH = `42["watch",${JSON.stringify({ nations: 'all', walletAddress: walletOf(7) })}]`;

async function fallenBehind() {
  const world = await startWorld(
    Array.from({ length: PLAYERS }, (_, n) => choose(n, NATION_IDS[n % 2] ?? 'usa')),
  );
  const reader = new Client(world.url);
  await reader.send('watch', { nations: ['usa'] });
  await reader.next(1);
  const poller = await Poller.open(world);
  await poller.poll();
  await poller.send(WATCH);
  const first = await poller.next(2);
  expect(first.map(([name]) => name)).toEqual(['tick', 'player']);
  for (let round = 1; round <= ROUNDS; round += 1) {
    world.play(...Array.from({ length: PLAYERS }, (_, n) => stake(n, 10 * (n + round))));
    // Clients that read receive each round, however slow another one is.
    expect(await reader.next(1)).toHaveLength(1);
  }
  return { world, poller };
}

test('[PRO18] it receives a snapshot instead of what it missed, and then what is new', async () => {
  const { world, poller } = await fallenBehind();
  const received = await poller.poll();
  const resynced = await poller.next(3);
  expect(resynced.map(([name]) => name)).toEqual(['resync', 'tick', 'player']);
  world.play(stake(7, 1000));
  const later = await poller.next(2);
  expect(later.map(([name]) => name)).toEqual(['tick', 'player']);
  expect(received.every(([name]) => name !== 'resync')).toBe(true);
});

test('[PRO21] if it keeps asking without reading, it is disconnected', async () => {
  const { world, poller } = await fallenBehind();
  expect(world.live.sockets()).toBe(2);
  await poller.send(WATCH);
  await expect.poll(() => world.live.sockets()).toBe(1);
  expect(await poller.send(WATCH)).toBe(400);
});
