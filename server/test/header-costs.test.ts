/** What is written into a header costs as much to read as the same in one that nobody reads. */
import { Agent, request as send } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { sessionCall } from '../../common/protocol/session.ts';
import { LIMITS } from '../http/limits.ts';
import { Harness } from './support/harness.ts';

const BYTES = 15_000;
const AT_ONCE = 4;
/** Of the processor's time: the faults that this finds take three times as much, or more. */
const MOST_TIMES = 2;
/** Others use the machine: what looks dear is measured again. */
const TRIES = 10;

const LIST = '/api/leaderboard';
const FEED = '/feeds/nation/italy.atom';
/** Where each header is read. */
const READ: Readonly<Record<string, readonly string[]>> = {
  'Accept-Encoding': [LIST, FEED, '/api/leaderboard.csv'],
  'Access-Control-Request-Method': [LIST],
  Connection: [LIST],
  'Content-Type': [LIST, 'POST /api/session'],
  Cookie: [sessionCall.path],
  'Denaria-At-Least': [LIST],
  'Denaria-Version': [LIST],
  Host: [LIST],
  'Idempotency-Key': ['POST /api/dena/stake'],
  'If-Match': [FEED],
  'If-Modified-Since': [FEED],
  'If-None-Match': [LIST, FEED, '/api/nations'],
  'If-Range': [FEED],
  'If-Unmodified-Since': [FEED],
  Origin: [LIST],
  Range: [FEED],
  'User-Agent': ['POST /api/session'],
  'X-Forwarded-For': [LIST],
  'X-Request-Id': [LIST],
};
/** What separates, repeats or quotes, and what is only long. */
const FILLINGS = [
  ',',
  ';',
  ', ',
  '; ',
  'a=b;',
  '  ',
  '\t',
  '"',
  'W/"a",',
  '*,',
  'br;q=0,',
  '.',
  '1,',
  '::1,',
  '0-0,',
  '%',
  '(',
  'a',
];

test('no header costs more to read than the same bytes in another', async () => {
  const limits = { ...LIMITS, pointsPerAddress: 0, signInsPerAddress: 0 };
  const server = await Harness.start({ env: { TRUST_PROXY_HOPS: '1' }, limits });
  onTestFinished(() => server.close());
  const { hostname, port } = new URL(server.url);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  onTestFinished(() => agent.destroy());

  function one(target: string, header: string, value: string): Promise<number> {
    const [path = '', method = 'GET'] = target.split(' ').toReversed();
    const headers = { Connection: 'keep-alive', [header]: value };
    return new Promise((resolve, reject) => {
      const asking = send({ hostname, port, path, method, agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      });
      asking.once('error', reject).end();
    });
  }

  /** Processor time of a request, in µs. */
  async function costOf(target: string, header: string, value: string): Promise<number> {
    const before = process.cpuUsage();
    await Promise.all(Array.from({ length: AT_ONCE }, () => one(target, header, value)));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / AT_ONCE;
  }

  /** How many times as much as in a header that isn't read; the least of a few tries. */
  async function timesOf(target: string, header: string, value: string): Promise<number> {
    let least = Infinity;
    for (let n = 0; n < TRIES && least > MOST_TIMES; n += 1) {
      const read = await costOf(target, header, value);
      least = Math.min(least, read / (await costOf(target, 'X-Unread', value)));
    }
    return least;
  }

  const dear: string[] = [];
  for (const [header, targets] of Object.entries(READ)) {
    for (const target of targets) {
      for (const filling of FILLINGS) {
        const times = await timesOf(target, header, `a${filling.repeat(BYTES / filling.length)}a`);
        if (times > MOST_TIMES) dear.push(`${target}, ${header}: ${filling} (${times.toFixed(1)})`);
      }
    }
  }
  expect(dear).toEqual([]);
});
