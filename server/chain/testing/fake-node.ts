/**
 * A JSON-RPC endpoint over a simulated chain, with faults as data. It has one or more backends, as
 * behind a provider's load balancer. `transport` reaches it in-process, so that it works under fake
 * time; tools/rig/serve-node.ts serves it over HTTP.
 */
import { within } from '../../lib/deadline.ts';
import { monotonicNow, sleep, yieldToLoop } from '../../lib/machine.ts';
import { fractions } from '../../store/testing/fractions.ts';
import { AnswerLate, AnswerTooLarge, TooManyRequests } from '../failures.ts';
import {
  answersIn,
  contentOf,
  outcomesOf,
  requestText,
  type RpcCall,
  type Transport,
  type TransportLimits,
} from '../json-rpc.ts';
import type { ChainSim } from './chain-sim.ts';
import { FakeBackend } from './fake-backend.ts';
import {
  SOUND_BACKEND,
  SOUND_FRONT,
  type BackendFaults,
  type FrontFaults,
  type Share,
} from './fake-node-faults.ts';
import { NodeError } from './sim-contracts.ts';

/** What HTTP carries. */
interface Reply {
  readonly status: number;
  readonly retryAfterS: number | null;
  readonly body: string;
}

export class FakeNode {
  readonly sim: ChainSim;
  readonly backends: readonly FakeBackend[];
  /**
   * Called before each call is answered: it may change the chain, throw a NodeError, or give
   * another result, also later. Undefined: the right one.
   */
  beforeCall: ((call: RpcCall) => unknown) | null = null;
  /** Announces a header to who subscribed last (newHeads); null: the connection was lost. */
  announce: ((header: unknown) => void) | null = null;
  faults: FrontFaults = SOUND_FRONT;
  readonly #random: () => number;
  readonly #turns = new Map<string, number>();
  #counts = new Map<string, number>();
  #requests = 0;
  /** When calls of the last second were answered, while `callsPerSecond` limits them. */
  #answeredAt: number[] = [];

  constructor(sim: ChainSim, options: { readonly backends?: number; readonly seed?: number } = {}) {
    this.sim = sim;
    this.#random = fractions(options.seed ?? 1);
    const lost = new Map<string, number>();
    this.backends = Array.from(
      { length: options.backends ?? 1 },
      () => new FakeBackend(sim, this.#random, lost),
    );
  }

  /**
   * Changes faults of the endpoint and of every backend; faults that are not named stay as they
   * are.
   */
  set(faults: Partial<FrontFaults & BackendFaults>): void {
    const ofFront: Partial<FrontFaults> = pick(faults, SOUND_FRONT);
    const ofBackends: Partial<BackendFaults> = pick(faults, SOUND_BACKEND);
    this.faults = { ...this.faults, ...ofFront };
    for (const backend of this.backends) backend.set(ofBackends);
  }

  /** Ends all faults. */
  heal(): void {
    this.set({ ...SOUND_FRONT, ...SOUND_BACKEND });
  }

  /** The calls received, by method; refused ones included. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** How many calls were received. */
  get calls(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  get requests(): number {
    return this.#requests;
  }

  resetCounts(): void {
    this.#counts = new Map();
    this.#requests = 0;
  }

  /** Answers a request; null if the connection breaks instead. */
  async answer(body: string): Promise<Reply | null> {
    this.#requests += 1;
    if (this.faults.isDown) return null;
    const { slowMs, nonsense, rateLimit, fail } = this.faults;
    if (slowMs > 0) await sleep(slowMs);
    if (this.faults.isHanging) return new Promise(() => {});
    const asked = callsOf(body);
    for (const { method } of asked?.calls ?? []) {
      this.#counts.set(method, (this.#counts.get(method) ?? 0) + 1);
    }
    const isLimited = rateLimit?.as === 'http' && this.#falls('requests limited', rateLimit);
    if (isLimited || (fail?.as === 'http' && this.#falls('requests failed', fail))) {
      return isLimited
        ? { status: 429, retryAfterS: rateLimit.retryAfterS ?? null, body: 'Too Many Requests' }
        : { status: 500, retryAfterS: null, body: 'Internal Server Error' };
    }
    const ok = (text: string): Reply => ({ status: 200, retryAfterS: null, body: text });
    if (nonsense !== null) return ok(nonsense);
    if (!asked) return ok(errorText('null', new NodeError(-32_700, 'parse error')));
    const { maxBatch } = this.faults;
    if (maxBatch !== null && asked.calls.length > maxBatch) {
      return ok(errorText('null', new NodeError(-32_600, `batch too large: ${maxBatch} at most`)));
    }
    let backend = this.#nextBackend();
    const answers: Promise<string>[] = [];
    for (const [i, call] of asked.calls.entries()) {
      if (i > 0 && this.faults.splitsBatches) backend = this.#nextBackend();
      answers.push(Promise.resolve(this.#answerCall(call, backend)));
    }
    const texts = await Promise.all(answers);
    return ok(asked.isBatch ? `[${texts.join(',')}]` : (texts[0] ?? '[]'));
  }

  #answerCall(call: NumberedCall, backend: FakeBackend): string | Promise<string> {
    const { method, params } = call;
    try {
      const instead = this.beforeCall?.({ method, params });
      const { rateLimit, fail } = this.faults;
      const isLimited = rateLimit?.as === 'json-rpc' && this.#falls('calls limited', rateLimit);
      if (isLimited || this.#isPastPlan()) {
        throw new NodeError(-32_005, 'Your app has exceeded its compute units per second capacity');
      }
      if (fail?.as === 'json-rpc' && this.#falls('calls failed', fail)) {
        throw new NodeError(-32_603, 'Internal error');
      }
      const rightIfNot = (result: unknown) =>
        result === undefined ? backend.answer(method, params) : result;
      const result = instead instanceof Promise ? instead.then(rightIfNot) : rightIfNot(instead);
      if (!(result instanceof Promise)) return resultText(call.id, result);
      return result.then(
        (late: unknown) => resultText(call.id, late),
        (error: unknown) => errorText(call.id, error),
      );
    } catch (error) {
      return errorText(call.id, error);
    }
  }

  #turn(of: string): number {
    const turn = (this.#turns.get(of) ?? 0) + 1;
    this.#turns.set(of, turn);
    return turn;
  }

  #falls(kind: string, share: Share): boolean {
    return 'every' in share ? this.#turn(kind) % share.every === 0 : this.#random() < share.share;
  }

  #isPastPlan(): boolean {
    const { callsPerSecond } = this.faults;
    if (callsPerSecond === null) return false;
    const now = monotonicNow();
    this.#answeredAt = this.#answeredAt.filter((at) => now - at < 1000);
    if (this.#answeredAt.length >= callsPerSecond) return true;
    this.#answeredAt.push(now);
    return false;
  }

  #nextBackend(): FakeBackend {
    const backend = this.backends[(this.#turn('backends') - 1) % this.backends.length];
    if (!backend) throw new RangeError('a node has at least one backend');
    return backend;
  }
}

/** A transport to a node in this process. */
export function transport(
  node: FakeNode,
  { timeoutMs, maxAnswerBytes }: TransportLimits,
): Transport {
  let isClosed = false;
  return {
    async send(calls) {
      if (isClosed) throw new Error('the transport is closed');
      const late = () => new AnswerLate(`no answer within ${timeoutMs} ms`);
      const reply = await within(timeoutMs, node.answer(requestText(calls)), late);
      // An answer comes through the event loop, never synchronously.
      await yieldToLoop();
      if (reply === null) throw new Error('the connection was closed without an answer');
      const { status, retryAfterS, body: text } = reply;
      if (status === 429) {
        throw new TooManyRequests('HTTP 429', retryAfterS === null ? null : retryAfterS * 1000);
      }
      if (status !== 200) throw new Error(`HTTP ${status}`);
      if (text.length > maxAnswerBytes) {
        throw new AnswerTooLarge(`an answer of more than ${maxAnswerBytes} bytes`);
      }
      return outcomesOf(calls, answersIn(contentOf(text)));
    },
    subscribe: (listener) => {
      node.announce = listener;
    },
    close() {
      isClosed = true;
    },
  };
}

interface NumberedCall extends RpcCall {
  /** As JSON. */
  readonly id: string;
}

/** Parsed by hand for speed: tests make thousands of calls a second. Null if it is not JSON-RPC. */
function callsOf(body: string): { calls: NumberedCall[]; isBatch: boolean } | null {
  try {
    const content: unknown = JSON.parse(body);
    const isBatch = Array.isArray(content);
    const calls = (isBatch ? content : [content]).map((one: unknown) => {
      if (typeof one !== 'object' || one === null) throw new TypeError('no call');
      const { id = null, method, params = [] } = one as Partial<Record<string, unknown>>;
      if (typeof method !== 'string' || !Array.isArray(params)) throw new TypeError('no call');
      return { id: JSON.stringify(id), method, params: params as readonly unknown[] };
    });
    return { calls, isBatch };
  } catch {
    return null;
  }
}

function resultText(id: string, result: unknown): string {
  return `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`;
}

function errorText(id: string, error: unknown): string {
  if (!(error instanceof NodeError)) throw error;
  const { code, message, data } = error;
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message, data })}}`;
}

/** The faults that have one of these names. */
function pick(faults: object, names: object): object {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => name in names));
}
