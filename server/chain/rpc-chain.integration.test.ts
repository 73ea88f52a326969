/**
 * The RPC adapter against anything that is not a proper node: it must answer in time and tell the truth.
 * Over 400 lines, since all of it needs the same servers.
 */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { address } from '../../common/values/address.ts';
import { QueueFull } from '../lib/bounded-queue.ts';
import { startRunTime } from '../test/support/run-time.ts';
import { ChainUnavailable } from './chain.ts';
import { openRpcChain, type RpcChain } from './rpc-chain.ts';
import { TEST_CONTRACTS } from './testing/test-contracts.ts';

const WALLET = address('0x00000000000000000000000000000000000a11ce');
const CALL_MS = 400;
/** For tests of an answer, not of its time: no machine is this slow. */
const PATIENT_MS = 20_000;

let cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps) cleanUp();
  cleanUps = [];
});

function chainAt(url: string, callMs?: number): RpcChain {
  const chain = openRpcChain({
    endpoints: [url],
    contracts: TEST_CONTRACTS,
    expectedChainId: 1,
    production: false,
    genesis: { read: () => Promise.resolve(null), keep: () => Promise.resolve() },
    log: { info() {}, warn() {}, error() {} },
    ...(callMs === undefined ? {} : { callMs }),
  });
  cleanUps.push(() => chain.close());
  return chain;
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return `http://127.0.0.1:${port}`;
}

const serve = (answer: RequestListener): Promise<string> => listen(createHttpServer(answer));

/** A server that answers every request with this body. */
const serveBody = (body: string, status = 200): Promise<string> =>
  serve((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });

/** Good answers to the check at first contact; null for everything else. */
function checkAnswer({ method, params }: Call): object | null {
  if (method === 'eth_chainId') return { result: '0x1' };
  if (method === 'eth_getCode') return { result: '0x60' };
  if (method === 'eth_getBlockByNumber' && params[0] === '0x0') return { result: null };
  if (method !== 'eth_call') return null;
  const text = JSON.stringify(params);
  if (text.includes('0x313ce567')) return { result: word(18n) };
  return text.includes('0x01ffc9a7') ? { result: word(1n) } : null;
}

/** Without Multicall3. */
const noMulticall = ({ params }: Call) =>
  JSON.stringify(params).includes('0x82ad56cb') ? { result: '0x' } : null;

const callSchema = z.object({ id: z.int(), method: z.string(), params: z.array(z.unknown()) });
const payloadSchema = z.union([callSchema.transform((call) => [call]), z.array(callSchema)]);
type Call = z.infer<typeof callSchema>;

/** The answer to a request of one call or several: a good one to the check's calls. */
async function answerTo(request: IncomingMessage, answer: (call: Call) => object): Promise<string> {
  const content: unknown = JSON.parse(await text(request));
  const answers = payloadSchema.parse(content).map((call) => ({
    jsonrpc: '2.0',
    id: call.id,
    ...(checkAnswer(call) ?? answer(call)),
  }));
  return JSON.stringify(Array.isArray(content) ? answers : answers[0]);
}

/** A JSON-RPC server; the result of `answer` is merged into the envelope. */
const serveRpc = (answer: (call: Call) => object): Promise<string> =>
  serve((request, response) => {
    void answerTo(request, (call) => noMulticall(call) ?? answer(call)).then((body) =>
      response.end(body),
    );
  });

const HEADER = {
  number: '0x10',
  hash: `0x${'ab'.repeat(32)}`,
  parentHash: `0x${'aa'.repeat(32)}`,
  timestamp: '0x1',
};

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

/** The outcome of a call, and how long it took of the time that this process ran. */
async function outcome(call: Promise<unknown>) {
  const runTime = startRunTime();
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error, tookMs: runTime() };
}

async function expectUnavailable(chain: RpcChain): Promise<ChainUnavailable> {
  const { error, tookMs } = await outcome(chain.holdings(WALLET, 'usa', 0));
  expect(tookMs).toBeLessThan(CALL_MS + 300);
  if (!(error instanceof ChainUnavailable))
    throw new Error('not ChainUnavailable', { cause: error });
  expect(error.cause).toBeInstanceOf(Error);
  return error;
}

describe('[CHN2] an improper node is ChainUnavailable, in time, if', () => {
  test('nobody listens', async () => {
    const server = createTcpServer();
    const url = await listen(server);
    server.close();
    await expectUnavailable(chainAt(url, CALL_MS));
  });

  test('it accepts and never answers, within 3 s by default', async () => {
    const url = await listen(createTcpServer());
    const chain = chainAt(url);
    const asked = performance.now();
    const { error, tookMs } = await outcome(chain.holdings(WALLET, 'usa', 0));
    expect(error).toBeInstanceOf(ChainUnavailable);
    expect(performance.now() - asked).toBeGreaterThan(2500);
    expect(tookMs).toBeLessThan(3300);
  });

  test('it hangs after the headers, and its socket is released', async () => {
    const sockets = new Set<Socket>();
    const server = createHttpServer((_request, response) => {
      response.writeHead(200);
      response.write('[');
    });
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    await expectUnavailable(chainAt(await listen(server), CALL_MS));
    await expect.poll(() => sockets.size).toBe(0);
  });

  test('it answers one byte at a time', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 50);
      response.once('close', () => clearInterval(drip));
    });
    await expectUnavailable(chainAt(url, CALL_MS));
  });

  for (const [what, body] of [
    ['a web page', '<!doctype html><title>Sign in to the network</title>'],
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '42'],
    ['an empty batch', '[]'],
    ['nulls', '[null, null, null]'],
    ['somebody else’s answer', '{"jsonrpc":"2.0","id":999999,"result":"0x1"}'],
    ['an error that is none', '{"jsonrpc":"2.0","id":1,"error":null}'],
  ] as const) {
    test(`it answers ${what}`, async () => {
      await expectUnavailable(chainAt(await serveBody(body), CALL_MS));
    });
  }

  test('it answers 500, 429 with a long wait, or a redirect', async () => {
    for (const [status, headers] of [
      [500, {}],
      [429, { 'retry-after': '60' }],
      [302, { location: 'http://127.0.0.1:1/' }],
    ] as const) {
      const url = await serve((_request, response) => {
        response.writeHead(status, headers).end('no');
      });
      await expectUnavailable(chainAt(url, CALL_MS));
    }
  });

  test('it answers without end', async () => {
    const url = await serve((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(1 << 20)));
      };
      response.on('drain', more);
      more();
    });
    await expectUnavailable(chainAt(url, CALL_MS));
  });

  for (const [what, result] of [
    ['a block that is no number', { eth_blockNumber: 'latest' }],
    ['a block past all numbers', { eth_blockNumber: `0x${'f'.repeat(20)}` }],
    ['a balance without digits', { eth_call: '0x' }],
    ['half a balance', { eth_call: '0x00ff' }],
    ['a balance that is an object', { eth_call: { balance: 7 } }],
    ['no balance', { eth_call: null }],
  ] as const) {
    test(`it answers ${what}`, async () => {
      const results: Record<string, unknown> = {
        eth_blockNumber: '0x10',
        eth_call: word(7n),
        ...result,
      };
      const url = await serveRpc(({ method }) => ({ result: results[method] }));
      await expectUnavailable(chainAt(url, CALL_MS));
    });
  }

  test('it refuses a call with an error of its own', async () => {
    const url = await serveRpc(({ method }) =>
      method === 'eth_blockNumber'
        ? { result: '0x10' }
        : { error: { code: -32000, message: 'header not found' } },
    );
    const { cause } = await expectUnavailable(chainAt(url, PATIENT_MS));
    expect(String(cause)).toContain('header not found');
  });

  test('a signature that could not be checked is not refused', async () => {
    const url = await serveRpc(() => ({ error: { code: -32005, message: 'limit exceeded' } }));
    const asked = chainAt(url, CALL_MS).acceptsSignature(WALLET, 'hello', '0x1c');
    await expect(asked).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

describe('the calls that are made', () => {
  test('[CHN1] all balances are read at the one block that is answered', async () => {
    const blocks: unknown[] = [];
    const url = await serveRpc(({ method, params }) => {
      if (method === 'eth_blockNumber') return { result: '0x1b4' };
      blocks.push(params[1]);
      return { result: word(2n ** 200n) };
    });
    expect(await chainAt(url, PATIENT_MS).holdings(WALLET, 'china', 0)).toEqual({
      block: 436,
      denaWei: 2n ** 200n,
      national: Number.MAX_SAFE_INTEGER,
      cultural: Number.MAX_SAFE_INTEGER,
    });
    expect(blocks).toEqual(['0x1b4', '0x1b4', '0x1b4']);
  });

  test('a name and password in the URL are sent as a header, and appear in no error', async () => {
    let authorization: string | undefined;
    const url = await serve((request, response) => {
      ({ authorization } = request.headers);
      response.writeHead(401).end();
    });
    const withSecret = `${url.replace('http://', 'http://player:s%40cret@')}/v3/my-api-key`;
    const unavailable = await expectUnavailable(chainAt(withSecret, PATIENT_MS));
    expect(authorization).toBe(`Basic ${Buffer.from('player:s@cret').toString('base64')}`);
    expect(inspect(unavailable, { depth: 10 })).not.toMatch(/s@cret|s%40cret|my-api-key/);
  });
});

describe('[CHN2] the circuit', () => {
  test('fails immediately after three failures, and closes by itself once the node is back', async () => {
    let isUp = false;
    let requests = 0;
    const url = await serve((request, response) => {
      requests += 1;
      if (!isUp) return;
      void answerTo(request, () => ({ result: HEADER })).then((body) => response.end(body));
    });
    const chain = chainAt(url, 150);
    for (let i = 0; i < 3; i += 1) await outcome(chain.head());
    const before = requests;
    expect((await outcome(chain.head())).error).toBeInstanceOf(ChainUnavailable);
    expect(requests).toBe(before);
    isUp = true;
    const ask = async () => (await outcome(chain.head())).error;
    await expect.poll(ask, { interval: 200, timeout: 30_000 }).toBeNull();
  });

  test('is not opened by calls that a contract refuses', async () => {
    const url = await serveRpc(({ method }) =>
      method === 'eth_call'
        ? { error: { code: 3, message: 'execution reverted: not a valid owner' } }
        : { result: HEADER },
    );
    const chain = chainAt(url, PATIENT_MS);
    for (let i = 0; i < 4; i += 1) {
      expect((await outcome(chain.tokenBalance('national', WALLET, 1n))).error).toBeInstanceOf(
        ChainUnavailable,
      );
      expect(await chain.tokenUri('national', 1n)).toBeNull();
    }
    expect((await outcome(chain.head())).error).toBeNull();
  });

  test('writes nothing to the console, whatever the node does', async () => {
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
    const server = createTcpServer();
    const url = await listen(server);
    server.close();
    const chain = chainAt(url, CALL_MS);
    await outcome(chain.head());
    await sleep(1200);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('a stranger’s contract that is asked whether it signed (EIP-1271)', () => {
  const isSignatureCheck = ({ method, params }: Call) =>
    method === 'eth_call' && JSON.stringify(params).includes('0x1626ba7e');

  test('that answers megabytes accepts nothing, immediately, and shares no request', async () => {
    const seen: string[][] = [];
    const url = await serve((request, response) => {
      const kinds: string[] = [];
      void answerTo(request, (call) => {
        kinds.push(isSignatureCheck(call) ? 'check' : 'read');
        if (isSignatureCheck(call)) return { result: `0x1626ba7e${'00'.repeat(1_100_000)}` };
        return noMulticall(call) ?? { result: call.method === 'eth_call' ? word(7n) : '0x7' };
      }).then((body) => {
        seen.push(kinds);
        return response.end(body);
      });
    });
    const chain = chainAt(url, PATIENT_MS);
    const checks = Array.from({ length: 10 }, () =>
      chain.acceptsSignature(WALLET, 'hello', `0x${'1c'.repeat(65)}`),
    );
    const reads = [chain.holdings(WALLET, 'usa', 0), chain.tokenBalance('national', WALLET, 1n)];
    const runTime = startRunTime();
    expect(new Set(await Promise.all(checks))).toEqual(new Set([false]));
    expect(await Promise.all(reads)).toMatchObject([{ denaWei: 7n }, 7n]);
    expect(runTime()).toBeLessThan(1000);
    expect(seen.filter((calls) => calls.includes('check'))).toEqual(
      Array.from({ length: 10 }, () => ['check']),
    );
  });

  test('is asked by 4 calls at a time; calls past the queue’s 16 are refused', async () => {
    let under = 0;
    let most = 0;
    const url = await serve((request, response) => {
      let isCheck = false;
      void answerTo(request, (call) => {
        isCheck = isSignatureCheck(call);
        return { result: word(0n) };
      }).then(async (body) => {
        if (isCheck) {
          under += 1;
          most = Math.max(most, under);
          await sleep(5);
          under -= 1;
        }
        return response.end(body);
      });
    });
    const chain = chainAt(url, PATIENT_MS);
    const checks = await Promise.allSettled(
      Array.from({ length: 100 }, () =>
        chain.acceptsSignature(WALLET, 'hello', `0x${'1c'.repeat(65)}`),
      ),
    );
    const answered = checks.filter(({ status }) => status === 'fulfilled');
    const refused = checks.flatMap((check) =>
      check.status === 'rejected' ? [check.reason as unknown] : [],
    );
    expect(answered).toHaveLength(20);
    expect(refused.every((error) => error instanceof QueueFull)).toBe(true);
    expect(most).toBe(4);
    // The queue is free again.
    expect(await chain.acceptsSignature(WALLET, 'hello', `0x${'1c'.repeat(65)}`)).toBe(false);
  });

  test('at a node that switches protocols fails, and is asked again later', async () => {
    let isOdd = true;
    const url = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', (chunk) => {
          const sent = chunk.toString();
          const content = /\r\n\r\n(.+)$/s.exec(sent)?.[1];
          if (content === undefined) return;
          const parsed: unknown = JSON.parse(content);
          const answers = payloadSchema.parse(parsed).map((call) => ({
            jsonrpc: '2.0',
            id: call.id,
            ...(checkAnswer(call) ?? { result: word(0n) }),
          }));
          const body = JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
          socket.write(
            isOdd && sent.includes('1626ba7e')
              ? 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'
              : `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          );
        });
      }),
    );
    const chain = chainAt(url, PATIENT_MS);
    const ask = () => chain.acceptsSignature(WALLET, 'hello', `0x${'1c'.repeat(65)}`);
    const odd = await Promise.allSettled([ask(), ask(), ask(), ask()]);
    expect(odd.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
    isOdd = false;
    expect(await ask()).toBe(false);
  });
});

describe('what real nodes answer', () => {
  const ask = (url: string) =>
    chainAt(url, PATIENT_MS).acceptsSignature(WALLET, 'hello', `0x${'1c'.repeat(65)}`);

  test('a refusal with another status is still the refusal', async () => {
    for (const [status, idOf] of [
      [400, (id: number) => id],
      [200, String],
    ] as const) {
      const url = await serve((request, response) => {
        let isCheck = false;
        void answerTo(request, ({ id }) => {
          isCheck = true;
          return { id: idOf(id), error: { code: 3, message: 'execution reverted' } };
        }).then((body) => response.writeHead(isCheck ? status : 200).end(body));
      });
      expect(await ask(url)).toBe(false);
    }
  });

  test('an error about the whole request applies to every call, with its reason', async () => {
    const body = { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'batch too large' } };
    const url = await serveBody(JSON.stringify(body), 429);
    const { error } = await outcome(chainAt(url, CALL_MS).holdings(WALLET, 'usa', 0));
    expect(inspect(error)).toContain('batch too large');
  });

  test('a connection that was closed meanwhile costs no call', async () => {
    let requests = 0;
    const url = await serve((request, response) => {
      requests += 1;
      // As a node does that closes idle connections, unnoticed until the next request.
      if (requests % 2 === 0) return void request.socket.resetAndDestroy();
      void answerTo(request, () => ({ result: word(7n) })).then((body) => response.end(body));
    });
    const chain = chainAt(url, PATIENT_MS);
    for (let i = 0; i < 5; i += 1)
      expect(await chain.tokenBalance('national', WALLET, 1n)).toBe(7n);
  });

  test('nothing is sent once the chain is closed', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.end('{}');
    });
    const chain = chainAt(url, PATIENT_MS);
    const asked = outcome(chain.holdings(WALLET, 'usa', 0));
    chain.close();
    expect((await asked).error).toBeInstanceOf(ChainUnavailable);
    await sleep(50);
    expect(requests).toBe(0);
  });
});
