/** Barely HTTP, byte by byte: refused in a sentence, and the server continues. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HTTP_REFUSALS } from '../../common/protocol/refusals.ts';
import { runs } from '../../tools/test/run-counts.ts';
import { Harness } from './support/harness.ts';
import { answersTo, anyRequestBytes } from './support/mutated-bytes.ts';

let server: Harness;

beforeAll(async () => {
  server = await Harness.start();
});
afterAll(() => server.close());

/** Sends the bytes and reads until the server closes the connection, as it does after each of them. */
function exchange(bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.once('close', () => resolve(received));
    socket.once('error', reject);
  });
}

const LINE = 'GET /api/nations HTTP/1.1\r\nHost: 127.0.0.1\r\n';
const POST =
  'POST /api/dena/stake HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';

describe('bytes that are not a request', () => {
  test.each<[string, string | Buffer, number]>([
    ['noise', Buffer.from([0, 255, 1, 254, 10, 13, 10]), 400],
    ['an unknown method', 'STEAL /api/nations HTTP/1.1\r\n\r\n', 400],
    ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    [
      'a length and chunks',
      `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
      400,
    ],
    ['a chunk of no size', `${POST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n`, 400],
    ['two Hosts', `${LINE}Host: 127.0.0.1\r\n\r\n`, 400],
    ['no Host', 'GET /api/nations HTTP/1.1\r\n\r\n', 400],
    ['vast headers', `${LINE}X-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['a vast path', `GET /api/player-nation/${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431],
    ['an expectation', `${LINE}Expect: the-impossible\r\nConnection: close\r\n\r\n`, 417],
  ])('%s', async (_what, bytes, status) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nContent-Type: text\/plain; charset=utf-8\r\n/i);
    expect(answer).toMatch(/\r\n\r\n(?:[0-9a-f]+\r\n)?[A-Z][^<>\n]{10,200}\.(?:\r\n0\r\n\r\n)?$/);
    const code = /\r\nX-Refusal-Code: ([a-z-]+)\r\n/i.exec(answer)?.[1] ?? '';
    expect(new Map<string, number>(Object.entries(HTTP_REFUSALS)).get(code)).toBe(status);
    expect((await server.ask('/api/nations')).status).toBe(200);
  });
});

test('bytes that are nearly a request are answered without a fault, and the server continues', async () => {
  await fc.assert(
    fc.asyncProperty(anyRequestBytes, async (bytes) => {
      const answers = await answersTo(Number(new URL(server.url).port), bytes);
      for (const [, status] of answers.matchAll(/^HTTP\/1\.1 ([0-9]{3})/gm)) {
        expect(Number(status)).toBeLessThan(500);
      }
    }),
    { numRuns: runs({ usual: 20, long: 1000 }) },
  );
  expect((await server.ask('/api/nations')).status).toBe(200);
});
