/** An attack: a row of the table, the scene that it finds, and the one runner of all of them. */
import { Agent } from 'node:http';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import { send, type Asking } from '../../server/test/support/http-client.ts';
import { openWebSocket } from '../../server/test/support/raw-connection.ts';
import { signIn, type Signer } from '../../server/test/support/sign-in.ts';

/** After this long, an answer counts as missing. */
const PATIENCE_MS = 20_000;

export interface HttpRequest extends Asking {
  readonly path: string;
}

/**
 * One request over the agent's connections; its answer is read to the end and discarded.
 * @returns its status, 0 if there was none.
 */
export async function request(url: string, agent: Agent, asked: HttpRequest): Promise<number> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await send(url, asked.path, asked, { agent, signal });
    await finished(response.resume());
    return response.statusCode ?? 0;
  } catch {
    return 0;
  }
}

/** The status of an answer, 0 if none came; or in words what became of a step. */
export type Outcome = number | string;

/** A step of a connection: a request that is sent for it, or the outcome of what it did itself. */
type NextStep = (n: number, lane: number) => Step | Promise<Step>;
type Step = HttpRequest | Outcome;

export interface Attack {
  readonly does: string;
  /** Connections at once, each of which takes one step after the other. */
  readonly lanes: number;
  /** Steps in all; by default as many as there is time for. */
  readonly most?: number;
  /** The addresses that its requests come from, one after the other; 1 by default. */
  readonly callers?: number;
  /** What may become of a step, apart from a temporary refusal. Independent of speed. */
  readonly allowed: readonly Outcome[];
  /** Whether the server is restarted halfway: then only the outcomes count. */
  readonly restarts?: boolean;
  begin(scene: Scene): NextStep | Promise<NextStep>;
}

/** Requests that are sent without a pause. */
export function requests(
  row: Omit<Attack, 'lanes' | 'begin'> & { readonly lanes?: number },
  requestOf: (n: number, scene: Scene) => Step | Promise<Step>,
): Attack {
  return { lanes: 16, ...row, begin: (scene) => (n) => requestOf(n, scene) };
}

/** No answer, a rate limit, a full queue. */
const TEMPORARY: readonly Outcome[] = [0, 429, 503];
/** Steps that take so much longer than the attack are never going to end. */
const OVERTIME_MS = 90_000;

export const targetSchema = z.object({
  url: z.url(),
  ms: z.number(),
  /** The row's number; each row's callers get their own addresses. */
  row: z.int(),
});
type Target = z.infer<typeof targetSchema>;

export const reportSchema = z.object({
  /** Anything the server should have refused or closed but did not, in words. */
  complaints: z.array(z.string()),
  /** What became of the steps. */
  note: z.string(),
});
export type Report = z.infer<typeof reportSchema>;

export async function runAttack(attack: Attack, target: Target): Promise<Report> {
  const { lanes, most, callers = 1, allowed } = attack;
  const scene = new Scene(target);
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const nextStep = await attack.begin(scene);
  scene.endsAt = performance.now() + target.ms;
  let begun = 0;
  const attempt = async (n: number, lane: number): Promise<Outcome> => {
    try {
      const step = await nextStep(n, lane);
      if (typeof step !== 'object') return step;
      const headers = { ...scene.caller(n % callers), ...step.headers };
      return await request(scene.url, agent, { ...step, headers });
    } catch (error) {
      // The server may hang up on anybody.
      return error instanceof Error && 'code' in error ? 0 : String(error);
    }
  };
  const runLane = async (_: unknown, lane: number) => {
    while (most === undefined ? scene.isRunning : begun < most) {
      begun += 1;
      scene.note(await attempt(begun - 1, lane));
    }
  };
  const ended = Promise.all(Array.from({ length: lanes }, runLane)).then(() => true);
  const hasEnded = await Promise.race([ended, sleep(target.ms + OVERTIME_MS, false)]);
  agent.destroy();
  const seen = [...scene.outcomes];
  const odd = seen.filter(([outcome]) => ![...allowed, ...TEMPORARY].includes(outcome));
  return {
    complaints: [...(hasEnded ? [] : ['some steps never ended']), ...odd.map(countText)],
    note: seen.map(countText).toSorted().join(', ') || 'nothing was sent',
  };
}

function countText([outcome, count]: readonly [Outcome, number]): string {
  return `${count} × ${outcome === 0 ? 'no answer' : outcome}`;
}

export class Scene {
  readonly url: string;
  readonly port: number;
  readonly outcomes = new Map<Outcome, number>();
  /** Its time begins once everything is prepared. */
  endsAt = 0;
  readonly #target: Target;

  constructor(target: Target) {
    this.url = target.url;
    this.port = Number(new URL(target.url).port);
    this.#target = target;
  }

  get isRunning(): boolean {
    return performance.now() < this.endsAt;
  }

  note(outcome: Outcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  /** Sleeps for so long, but not beyond the attack's end. */
  async sleep(ms = Number.POSITIVE_INFINITY): Promise<void> {
    await sleep(Math.max(0, Math.min(ms, this.endsAt - performance.now())));
  }

  /** The header that identifies the nth caller of this row; the first by default. */
  caller(n = 0): { readonly 'X-Forwarded-For': string } {
    const octets = [10, 1 + (this.#target.row % 250), (n >> 8) & 255, n & 255];
    return { 'X-Forwarded-For': octets.join('.') };
  }

  /** The header lines of a bare request. */
  lines(n = 0): string {
    return `Host: 127.0.0.1:${this.port}\r\n${this.#forwarded(n)}`;
  }

  /** A WebSocket of the nth caller. */
  openWebSocket(n: number): ReturnType<typeof openWebSocket> {
    return openWebSocket(this.port, { lines: [this.#forwarded(n)] });
  }

  #forwarded(n: number): string {
    return `X-Forwarded-For: ${this.caller(n)['X-Forwarded-For']}`;
  }

  /** A session of this wallet. */
  async signedIn(signer: Signer, caller = 0): Promise<Culprit> {
    return { ...signer, cookie: await signIn(this.url, signer, this.caller(caller)) };
  }
}

export type Culprit = Signer & { readonly cookie: string };

/** By a given key, or a new one. */
export function signerOf(key = Wallet.createRandom().privateKey): Signer {
  const signer = new Wallet(key);
  return { signer, wallet: address(signer.address) };
}

/** An address whose key nobody has. */
export function nobody(n: number): Address {
  return address(`0xdead${n.toString(16).padStart(36, '0')}`);
}
