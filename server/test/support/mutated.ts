/**
 * Input that is nearly valid, drawn from a seed: calls by their schemas, bytes of HTTP, Engine.IO
 * and WebSocket, edited sign-in messages, and calls while the chain's node tampers with its
 * answers. A failing input is shrunk.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc, { type IAsyncProperty } from 'fast-check';
import { z } from 'zod';
import { pathWith, type Call } from '../../../common/protocol/call.ts';
import { CALLS } from '../../../common/protocol/calls.ts';
import { signInCall } from '../../../common/protocol/session.ts';
import { ALICE } from '../../../common/testing/fixtures.ts';
import { TEST_CONTRACTS } from '../../chain/testing/chain-sim.ts';
import { anyAlteration, type Tampering } from '../../chain/testing/tampering.ts';
import { anyEdit, edited } from '../../game/sign-in/testing/any-message.ts';
import { CONNECT } from '../../live/testing/raw-websocket.ts';
import { ask } from './http-client.ts';
import { anyFrame, anyPacket, anyRequestBytes } from './mutated-bytes.ts';
import { mutatedBody, mutatedQuery, mutatedSegment, oddHeaders, words } from './mutations.ts';
import { namesIn, sampleOf } from './samples.ts';
import { signInText, type Signer } from './sign-in.ts';
import { openWebSocket, POLLING, RawConnection } from './raw-connection.ts';
import { openSocket } from './socket-client.ts';

/** A server, and a player of it, signed in. */
export interface Ground {
  readonly url: string;
  readonly port: number;
  readonly player: Signer & { readonly cookie: string };
  /** Of its chain's node, if its answers may be tampered with. */
  readonly tampering: Tampering | null;
}

export interface Mutation {
  readonly does: string;
  /** Whether it needs a node whose answers may be tampered with. */
  readonly tampers?: boolean;
  /** What must hold for any input. */
  readonly property: (ground: Ground) => IAsyncProperty<unknown>;
  /** What must hold once no more is sent. */
  readonly settled?: (ground: Ground) => Promise<void>;
}

/** Looks like an account's signature, but is nobody's. */
export const SIGNATURE = `0x${'5'.repeat(128)}1b`;
const ODD_QUERIES = ['', ...words('&sid=nobody &EIO=3 &transport=websocket &b64=1 &j=0 &sid[]=a')];
/** How long bytes may take effect. */
const WORK_MS = 15;
const READ_MS = 200;
/** After the last wrong answer an endpoint rests for 2 s; the follower polls every few seconds. */
const HEALING_MS = 20_000;

/** A new caller for each request, so rate limits apply only now and then. */
const anyCaller = fc
  .tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }))
  .map(([a, b]) => ({ 'X-Forwarded-For': `10.254.${a}.${b}` }));

/**
 * @throws Error if it is the server's fault: 5xx, but for 503 and for a format that is not there.
 */
function accept(status: number, what: string): void {
  if (status >= 500 && status !== 503 && status !== 501) throw new Error(`${what} → ${status}`);
}

/** A request for a call, each part valid or mutated. */
function anyRequestOf(call: Call, { wallet, cookie }: Ground['player']) {
  const known = { walletAddress: wallet, quantity: 10, tokenId: 1, contractAddress: ALICE };
  const segments = Object.entries(sampleOf(call, 'params', known)).map(([name, value]) => {
    const valid = fc.constant(encodeURIComponent(String(value)));
    const any = fc.oneof({ weight: 3, arbitrary: valid }, mutatedSegment(String(value)));
    return [name, any] as const;
  });
  const names = namesIn(call, 'query');
  const valid = sampleOf(call, 'body', known);
  const anyBody = fc.oneof(
    { weight: 6, arbitrary: mutatedBody(valid) },
    fc.constant(JSON.stringify(valid)),
  );
  return fc
    .record({
      parts: fc.record(Object.fromEntries(segments)),
      query: fc.option(mutatedQuery(names.length > 0 ? names : ['a'], wallet)),
      body: call.body ? anyBody : fc.option(fc.string({ maxLength: 50 }), { nil: undefined }),
      odd: oddHeaders,
      caller: anyCaller,
    })
    .map(({ parts, query, body, odd, caller }) => {
      const path = pathWith(call, (name) => String(parts[name]));
      return {
        path: query === null ? path : `${path}?${query}`,
        method: call.method,
        ...(body !== undefined && { body }),
        headers: {
          ...(call.body && { 'Content-Type': 'application/json' }),
          // Signing out would leave nothing to do for the remaining runs.
          ...(call.method !== 'DELETE' && { Cookie: cookie }),
          ...odd,
          ...caller,
        },
      };
    });
}

/** Another, honest client is still answered: one client's input harms nobody else. */
async function othersAreServed({ url }: Ground): Promise<void> {
  const socket = await openSocket(url);
  const ack = await socket.watch({ nations: 'all' });
  socket.close();
  if (!ack.ok) throw new Error('an honest socket was refused');
}

/** Once nothing tampers with the answers of the chain's node, the server recovers. */
async function isReadyAgain({ url, tampering }: Ground): Promise<void> {
  tampering?.queue([]);
  const deadline = performance.now() + HEALING_MS;
  for (;;) {
    const { status, text } = await ask(url, '/readyz');
    if (status === 200 && text.includes('"ready"')) return;
    if (performance.now() > deadline) throw new Error(`not ready again: ${text}`);
    await sleep(200);
  }
}

/** Requests that make the server ask its chain. */
const ASKS_CHAIN: Readonly<Record<string, object>> = {
  '/api/dena/stake': { amount: 1 },
  '/api/trade': { resourceType: 'wood', quantity: 10 },
  '/api/player-nation/refresh': {},
  '/api/nft/stake': { tokenId: 1, contractAddress: TEST_CONTRACTS.nationalNft },
  '/api/nft/verify': { tokenId: 1, contractAddress: TEST_CONTRACTS.culturalNft },
};

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'mutated-calls': {
    does: 'calls with a mutated path, query, body or header; every answer fits its schema',
    property: ({ url, player }) =>
      fc.asyncProperty(
        fc.oneof(...CALLS.map((call) => anyRequestOf(call, player))),
        async ({ path, ...asking }) => {
          const { status, text } = await ask(url, path, asking);
          accept(status, `${asking.method} ${path}: ${text}`);
        },
      ),
  },
  'mutated-bytes': {
    does: 'bytes that are nearly a request',
    property: ({ port }) =>
      fc.asyncProperty(anyRequestBytes, async (bytes) => {
        const connection = new RawConnection(port);
        connection.write(bytes);
        await connection.closes(READ_MS);
        connection.end();
        for (const status of connection.statuses) accept(status, 'bytes');
      }),
    settled: othersAreServed,
  },
  'mutated-polling': {
    does: 'polling sessions that send nearly valid packets',
    property: ({ url }) =>
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            {
              weight: 4,
              arbitrary: fc.array(anyPacket, { maxLength: 6 }).map((all) => all.join('\x1e')),
            },
            fc.string({ maxLength: 200 }),
          ),
          { minLength: 1, maxLength: 4 },
        ),
        fc.constantFrom(...ODD_QUERIES),
        anyCaller,
        async (payloads, noise, headers) => {
          const opened = await fetch(`${url}${POLLING}${noise}`, { headers });
          const text = await opened.text();
          accept(opened.status, 'a handshake');
          if (!opened.ok || !text.startsWith('0{')) return;
          const { sid } = z.object({ sid: z.string() }).parse(JSON.parse(text.slice(1)));
          for (const body of ['40', ...payloads]) {
            const asking = { method: 'POST', body, headers };
            // A session that is cut off in the middle of a request gives no answer.
            const answer = await fetch(`${url}${POLLING}&sid=${sid}`, asking).catch(() => null);
            accept(answer?.status ?? 0, body);
            if (!answer?.ok) return;
          }
        },
      ),
    settled: othersAreServed,
  },
  'mutated-frames': {
    does: 'WebSockets that send nearly valid frames',
    property: ({ port }) =>
      fc.asyncProperty(
        fc.array(anyFrame, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        anyCaller,
        async (frames, connectsFirst, caller) => {
          const lines = [`X-Forwarded-For: ${caller['X-Forwarded-For']}`];
          const socket = await openWebSocket(port, { lines });
          if (typeof socket === 'number') {
            if (socket !== 403 && socket !== 429) throw new Error(`an upgrade → ${socket}`);
            return;
          }
          socket.write(Buffer.concat([...(connectsFirst ? [CONNECT] : []), ...frames]));
          await sleep(WORK_MS);
          socket.end();
        },
      ),
    settled: othersAreServed,
  },
  'mutated-sign-in': {
    does: 'sign-in messages that were edited, signed or not: no forged signature signs in',
    property: ({ url, player }) =>
      fc.asyncProperty(
        fc.array(anyEdit, { maxLength: 3 }),
        fc.oneof(
          fc.constantFrom(null, SIGNATURE),
          fc.stringMatching(/^0x(?:[0-9a-f]{2}){0,200}$/),
          fc.string({ maxLength: 30 }),
        ),
        anyCaller,
        async (edits, forged, headers) => {
          const message = edits.reduce(edited, await signInText(url, player.wallet, headers));
          // As bytes: a wallet refuses a lone surrogate, which JSON can carry.
          const signature = forged ?? (await player.signer.signMessage(Buffer.from(message)));
          const json = { message, signature };
          const { status, text } = await ask(url, signInCall.path, { json, headers });
          accept(status, text);
          // An edited and signed message may still be valid for this server.
          if (forged !== null && status < 400) throw new Error(`signed in by ${forged}`);
        },
      ),
  },
  'mutated-chain': {
    does: 'calls that ask a chain whose node tampers with its answers; then it is ready again',
    tampers: true,
    property: ({ url, player, tampering }) =>
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(ASKS_CHAIN), signInCall.path),
        fc.array(anyAlteration, { minLength: 1, maxLength: 6 }),
        anyCaller,
        async (path, alterations, caller) => {
          const body = ASKS_CHAIN[path];
          const json = body
            ? { walletAddress: player.wallet, ...body }
            : { message: await signInText(url, ALICE, caller), signature: SIGNATURE };
          const own = body && { Cookie: player.cookie, 'Idempotency-Key': randomUUID() };
          tampering?.queue(alterations);
          const { status, text } = await ask(url, path, { json, headers: { ...own, ...caller } });
          tampering?.queue([]);
          accept(status, `${path}: ${text}`);
        },
      ),
    settled: isReadyAgain,
  },
};
