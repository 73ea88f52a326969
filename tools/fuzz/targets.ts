/**
 * What is sent: nearly valid calls, from their schemas (server/test/support/samples.ts) and as the
 * suites of bad input mutate them (mutations.ts); nearly valid HTTP, Engine.IO, Socket.IO and
 * WebSocket bytes; edited sign-in messages; and requests while the chain's node tampers with its
 * answers.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc, { type IAsyncProperty } from 'fast-check';
import { z } from 'zod';
import { pathWith, type Call } from '../../common/protocol/call.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { signInCall } from '../../common/protocol/session.ts';
import { ALICE } from '../../common/testing/fixtures.ts';
import { TEST_CONTRACTS } from '../../server/chain/testing/chain-sim.ts';
import { anyAlteration, type Tampering } from '../../server/chain/testing/tampering.ts';
import { anyEdit, edited } from '../../server/game/sign-in/testing/any-message.ts';
import { CONNECT, upgradeRequest } from '../../server/live/testing/raw-websocket.ts';
import { ask, type Asking } from '../../server/test/support/http-client.ts';
import {
  answersTo,
  anyFrame,
  anyPacket,
  anyRequestBytes,
} from '../../server/test/support/mutated-bytes.ts';
import {
  mutatedBody,
  mutatedQuery,
  mutatedSegment,
  oddHeaders,
  words,
} from '../../server/test/support/mutations.ts';
import { namesIn, sampleOf } from '../../server/test/support/samples.ts';
import { signInText } from '../../server/test/support/sign-in.ts';
import { openSocket } from '../../server/test/support/socket-client.ts';
import type { GamePlayer } from '../rig/game.ts';

/** A server, and a signed-in player of it. */
interface Ground {
  readonly url: string;
  readonly port: number;
  readonly player: GamePlayer;
}

export interface Playground extends Ground {
  /** A second game, on a chain whose node tampers with its answers. */
  readonly deceived: Ground & { readonly tampering: Tampering };
}

/** A property that must hold for any input, and what must hold once no more is sent. */
interface Target {
  readonly property: (playground: Playground) => IAsyncProperty<unknown>;
  readonly settled?: (playground: Playground) => Promise<void>;
}

const POLLING = '/socket.io/?EIO=4&transport=polling';
const ODD_QUERIES = words('&sid=nobody &EIO=3 &transport=websocket &b64=1 &j=0 &sid[]=a');
const SIGNATURE = `0x${'5'.repeat(128)}1b`;
/** How long a frame may take effect. */
const WORK_MS = 15;
/** After the last wrong answer an endpoint rests for 2 s, and the follower polls every few seconds. */
const HEALING_MS = 20_000;

/** A new caller for each request, so rate limits apply only now and then. */
const anyCaller = fc
  .tuple(fc.nat({ max: 255 }), fc.nat({ max: 255 }))
  .map(([a, b]) => ({ 'X-Forwarded-For': `10.200.${a}.${b}` }));

/**
 * @throws Error if it is the server's fault: 5xx, except for a temporary refusal (503) and a format
 * that isn't there (501).
 */
function accept(status: number, what: string): void {
  if (status >= 500 && status !== 503 && status !== 501) throw new Error(`${what} → ${status}`);
}

/** A request for a call, each part valid or mutated. */
function anyRequestOf(call: Call, { player }: Ground): fc.Arbitrary<Asking & { path: string }> {
  const { wallet: walletAddress, cookie } = player;
  const known = { walletAddress, quantity: 10, tokenId: 1, contractAddress: ALICE };
  const segments = Object.entries(sampleOf(call, 'params', known)).map(([name, value]) => {
    const valid = fc.constant(encodeURIComponent(String(value)));
    const any = fc.oneof({ weight: 3, arbitrary: valid }, mutatedSegment(String(value)));
    return [name, any] as const;
  });
  const names = namesIn(call, 'query');
  const body = sampleOf(call, 'body', known);
  const anyBody = fc.oneof(
    { weight: 6, arbitrary: mutatedBody(body) },
    fc.constant(JSON.stringify(body)),
  );
  return fc
    .record({
      parts: fc.record(Object.fromEntries(segments)),
      query: fc.option(mutatedQuery(names.length > 0 ? names : ['a'], walletAddress)),
      text: call.body ? anyBody : fc.option(fc.string({ maxLength: 50 }), { nil: undefined }),
      headers: oddHeaders,
      caller: anyCaller,
    })
    .map(({ parts, query, text, headers, caller }) => {
      const path = pathWith(call, (name) => String(parts[name]));
      return {
        path: query === null ? path : `${path}?${query}`,
        method: call.method,
        ...(text !== undefined && { body: text }),
        headers: {
          ...(call.body && { 'Content-Type': 'application/json' }),
          // Signing out would leave nothing to do for the remaining runs.
          ...(call.method !== 'DELETE' && { Cookie: cookie }),
          ...headers,
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

/** Once the chain's node tells the truth, the server recovers. */
async function isReadyAgain({ deceived }: Playground): Promise<void> {
  deceived.tampering.queue([]);
  const deadline = performance.now() + HEALING_MS;
  for (;;) {
    const { status, text } = await ask(deceived.url, '/readyz');
    if (status === 200 && text.includes('"ready"')) return;
    if (performance.now() > deadline) throw new Error(`not ready again: ${text}`);
    await sleep(200);
  }
}

/** Requests that make the server ask its chain. */
const DEEDS: Readonly<Record<string, object>> = {
  '/api/dena/stake': { amount: 1 },
  '/api/trade': { resourceType: 'wood', quantity: 10 },
  '/api/player-nation/refresh': {},
  '/api/nft/stake': { tokenId: 1, contractAddress: TEST_CONTRACTS.nationalNft },
  '/api/nft/verify': { tokenId: 1, contractAddress: TEST_CONTRACTS.culturalNft },
};

export const TARGETS: Readonly<Record<string, Target>> = {
  calls: {
    property: (ground) =>
      fc.asyncProperty(
        fc.oneof(...CALLS.map((call) => anyRequestOf(call, ground))),
        async ({ path, ...asking }) => {
          // Also checks every answer against its schema.
          const { status, text } = await ask(ground.url, path, asking);
          accept(status, `${asking.method} ${path}: ${text}`);
        },
      ),
  },
  bytes: {
    property: ({ port }) =>
      fc.asyncProperty(anyRequestBytes, async (bytes) => {
        const answers = await answersTo(port, bytes);
        for (const [line, status] of answers.matchAll(/^HTTP\/1\.1 ([0-9]{3})/gm)) {
          accept(Number(status), line);
        }
      }),
    settled: othersAreServed,
  },
  polling: {
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
        fc.oneof(fc.constant(''), fc.constantFrom(...ODD_QUERIES)),
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
  frames: {
    property: ({ port }) =>
      fc.asyncProperty(
        fc.array(anyFrame, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        anyCaller,
        async (frames, connectsFirst, caller) => {
          const socket = connect(port, '127.0.0.1');
          // The server should hang up on most of these.
          socket.on('error', () => socket.destroy());
          const forwarded = `X-Forwarded-For: ${caller['X-Forwarded-For']}`;
          socket.write(upgradeRequest(port, undefined, [forwarded]));
          const [head] = z.tuple([z.instanceof(Buffer)]).parse(await once(socket, 'data'));
          const line = head.toString('latin1', 0, 100);
          if (!/^HTTP\/1\.1 (101|403|429) /.test(line)) throw new Error(`upgrade: ${line}`);
          socket.write(Buffer.concat([...(connectsFirst ? [CONNECT] : []), ...frames]));
          await sleep(WORK_MS);
          socket.destroy();
        },
      ),
    settled: othersAreServed,
  },
  'sign-in': {
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
  chain: {
    property: ({ deceived: { url, player, tampering } }) =>
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(DEEDS), signInCall.path),
        fc.array(anyAlteration, { minLength: 1, maxLength: 6 }),
        anyCaller,
        async (path, alterations, caller) => {
          const deed = DEEDS[path];
          const json = deed
            ? { walletAddress: player.wallet, ...deed }
            : { message: await signInText(url, ALICE, caller), signature: SIGNATURE };
          const own = deed && { Cookie: player.cookie, 'Idempotency-Key': randomUUID() };
          tampering.queue(alterations);
          const { status, text } = await ask(url, path, { json, headers: { ...own, ...caller } });
          tampering.queue([]);
          accept(status, `${path}: ${text}`);
        },
      ),
    settled: isReadyAgain,
  },
};
