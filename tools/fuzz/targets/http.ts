/** Requests: nearly valid HTTP bytes, and nearly valid calls. */
import { connect } from 'node:net';
import fc from 'fast-check';
import { pathWith, type Call } from '../../../common/protocol/call.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { ask, type Asking } from '../../../server/test/support/http-client.ts';
import {
  mutatedBody,
  mutatedQuery,
  mutatedSegment,
  oddHeaders,
} from '../../../server/test/support/mutations.ts';
import { namesIn, sampleOf } from '../../../server/test/support/samples.ts';
import { target, type Playground } from '../target.ts';
import { anyCaller, bytesMutated, isAllowed } from './shared.ts';

/** Values that get a request past its schema and into the rules. */
function known({ player }: Playground): Record<string, unknown> {
  return {
    walletAddress: player.wallet,
    nationId: 'usa',
    resourceType: 'wood',
    quantity: 10,
    amount: '1.5',
    tokenId: 1,
    contractAddress: `0x${'a'.repeat(40)}`,
    stakeId: 'a-stake-of-nobody',
    nftType: 'national',
    message: 'let me in',
    signature: '0x00',
  };
}

type Request = Asking & { readonly path: string };

/** A request for a call, each part valid or mutated. */
function anyRequestOf(call: Call, playground: Playground): fc.Arbitrary<Request> {
  const values = known(playground);
  const params = sampleOf(call, 'params', values);
  const body = sampleOf(call, 'body', values);
  const segments = fc.record(
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(encodeURIComponent(String(value))) },
          mutatedSegment(String(value)),
        ),
      ]),
    ),
  );
  const names = namesIn(call, 'query');
  return fc
    .record({
      segments,
      query: fc.option(mutatedQuery(names.length > 0 ? names : ['a'], playground.player.wallet)),
      text: call.body
        ? fc.oneof(
            { weight: 1, arbitrary: fc.constant(JSON.stringify(body)) },
            { weight: 6, arbitrary: mutatedBody(body) },
          )
        : fc.option(fc.string({ maxLength: 50 }), { nil: undefined }),
      headers: oddHeaders,
      caller: anyCaller,
    })
    .map(({ segments: parts, query, text, headers, caller }) => {
      const path = pathWith(call, (name) => String(parts[name]));
      return {
        path: query === null ? path : `${path}?${query}`,
        method: call.method,
        ...(text !== undefined && { body: text }),
        headers: {
          ...(call.body && { 'Content-Type': 'application/json' }),
          // Signing out would leave nothing to do for the remaining runs.
          ...(call.method !== 'DELETE' && { Cookie: playground.player.cookie }),
          ...headers,
          ...caller,
        },
      };
    });
}

export const CALLS_TARGET = target({
  name: 'calls',
  property: (playground) =>
    fc.asyncProperty(
      fc.oneof(...CALLS.map((call) => anyRequestOf(call, playground))),
      async ({ path, ...asking }) => {
        // Also checks every answer against its schema.
        const { status, text } = await ask(playground.server.url, path, asking);
        if (!isAllowed(status)) throw new Error(`${asking.method} ${path} → ${status} ${text}`);
      },
    ),
});

const anyHead = fc
  .record({
    method: fc.constantFrom(
      'GET',
      'POST',
      'HEAD',
      'OPTIONS',
      'DELETE',
      'PRI',
      'get',
      'CONNECT',
      '',
    ),
    target: fc.oneof(
      fc.constantFrom('/', '*', '/api/nations', '/socket.io/?EIO=4&transport=polling', '//', 'http://[/', '/api/../', '/%'), // prettier-ignore
      fc.webPath(),
      fc.string({ maxLength: 40 }),
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', ''),
    headers: fc.array(
      fc.oneof(
        fc.constantFrom(
          'Host: 127.0.0.1',
          'Host:',
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Upgrade: h2c',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
          'Sec-WebSocket-Key: a',
          'Content-Length: 5',
          'Content-Length: 99999999999999999999',
          'Content-Length: -1',
          'Transfer-Encoding: chunked',
          'Transfer-Encoding: gzip, chunked',
          'Expect: 100-continue',
          'Content-Type: application/json',
          'Range: bytes=0-,5-',
          ' folded: line',
          'Cookie: denaria-session=a.b.c',
        ),
        fc.string({ maxLength: 60 }),
      ),
      { maxLength: 8 },
    ),
    end: fc.constantFrom('\r\n\r\n', '\n\n', '\r\n', ''),
    body: fc.oneof(
      fc.constantFrom('', '{}', '5\r\nhello\r\n0\r\n\r\n', 'fffffffff\r\n'),
      fc.string(),
    ),
  })
  .map(({ method, target, version, headers, end, body }) =>
    Buffer.from([`${method} ${target} ${version}`, ...headers].join('\r\n') + end + body, 'latin1'),
  );

export const BYTES_TARGET = target({
  name: 'bytes',
  property: ({ server }) =>
    fc.asyncProperty(bytesMutated(anyHead), async (bytes) => {
      const answer = await exchange(Number(new URL(server.url).port), bytes);
      for (const [, status] of answer.matchAll(/^HTTP\/1\.1 ([0-9]{3})/gm)) {
        if (!isAllowed(Number(status))) throw new Error(`answered ${status}`);
      }
    }),
});

/** How long to read; the server closes idle connections in its own time. */
const READ_MS = 200;

/** Sends the bytes and nothing after them, and reads for READ_MS. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    const done = setTimeout(() => socket.destroy(), READ_MS);
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    // A reset is an answer too.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(done);
      resolve(received);
    });
  });
}
