/**
 * What a caller writes into a header or a target costs about as much as the same bytes that nobody
 * reads.
 */
import { Agent, request as send } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { LIMITS } from '../http/limits.ts';
import { Harness } from './support/harness.ts';
import { FILLINGS, READ_HEADERS } from './support/hostile.ts';

const BYTES = 15_000;
const AT_ONCE = 4;
/** Of the processor's time: the faults that this finds take three times as much, or more. */
const MOST_TIMES = 2;
/** Others use the machine: what looks dear is measured again. */
const TRIES = 10;

/** What may stand in a target. */
const IN_TARGETS = [
  '/',
  '/.',
  '../',
  '%2f',
  '\\',
  '#',
  '?',
  '&',
  '=',
  'a=b&',
  '%',
  ':',
  ';',
  ',',
  '@',
  'A',
  'http://',
];
const BELOW = [
  '/',
  '/api/',
  '/player/',
  '/ledger/',
  '/feeds/',
  '/?',
  '/api/leaderboard?q=',
  '/api/events?kinds=',
];

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A server, and how many times as much a request costs it as another does; the least of a few
 * tries.
 */
async function measuring() {
  const limits = { ...LIMITS, pointsPerAddress: 0, signInsPerAddress: 0 };
  const server = await Harness.start({ env: { TRUST_PROXY_HOPS: '1' }, limits });
  onTestFinished(() => server.close());
  const { hostname, port } = new URL(server.url);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  onTestFinished(() => agent.destroy());

  function one({ path, method = 'GET', headers }: Asked): Promise<void> {
    const all = { Connection: 'keep-alive', ...headers };
    return new Promise((resolve, reject) => {
      const asking = send({ hostname, port, path, method, agent, headers: all }, (response) => {
        response.resume().once('end', resolve);
      });
      asking.once('error', reject).end();
    });
  }

  /** Processor time of a request, in µs. */
  async function costOf(asked: Asked): Promise<number> {
    const before = process.cpuUsage();
    await Promise.all(Array.from({ length: AT_ONCE }, () => one(asked)));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / AT_ONCE;
  }

  return async (asked: Asked, plain: Asked): Promise<number> => {
    let least = Infinity;
    for (let n = 0; n < TRIES && least > MOST_TIMES; n += 1) {
      const cost = await costOf(asked);
      least = Math.min(least, cost / (await costOf(plain)));
    }
    return least;
  };
}

test('no header costs more to read than the same bytes in another', async () => {
  const timesOf = await measuring();
  const dear: string[] = [];
  for (const [header, targets] of Object.entries(READ_HEADERS)) {
    for (const target of targets) {
      const [path = '', method = 'GET'] = target.split(' ').toReversed();
      for (const filling of FILLINGS) {
        const value = `a${filling.repeat(BYTES / filling.length)}a`;
        const asked = { path, method, headers: { [header]: value } };
        const times = await timesOf(asked, { path, method, headers: { 'X-Unread': value } });
        if (times > MOST_TIMES) dear.push(`${target}, ${header}: ${filling} (${times.toFixed(1)})`);
      }
    }
  }
  expect(dear).toEqual([]);
});

test('no target costs more to read than another that is as long', async () => {
  const timesOf = await measuring();
  const dear: string[] = [];
  for (const below of BELOW) {
    for (const filling of IN_TARGETS) {
      const path = `${below}${filling.repeat(BYTES / filling.length)}x`;
      const times = await timesOf({ path }, { path: `${below}${'a'.repeat(BYTES)}` });
      if (times > MOST_TIMES) dear.push(`${below}${filling} (${times.toFixed(1)})`);
    }
  }
  expect(dear).toEqual([]);
});
