/** An attack: a row of the table, the scene that it finds, and the one runner of all of them. */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import { signIn, type Signer } from '../../server/test/support/sign-in.ts';
import { exchange, type HttpRequest } from './connections.ts';

/** The status of an answer, 0 if none came; or in words what became of a turn. */
export type Outcome = number | string;

/** A turn of a connection: a request that is sent for it, or the outcome of what it did by itself. */
type Turn = (n: number, lane: number) => Step | Promise<Step>;
type Step = HttpRequest | Outcome;

export interface Attack {
  /** What it does, and what must hold beside `allowed`. */
  readonly does: string;
  /** Connections at once, each of which takes one turn after the other. */
  readonly lanes: number;
  /** Turns in all; by default as many as there is time for. */
  readonly most?: number;
  /** What may become of a turn, apart from a temporary refusal. Independent of speed. */
  readonly allowed: readonly Outcome[];
  /** Whether the server is restarted halfway: then only the outcomes count. */
  readonly restarts?: boolean;
  begin(scene: Scene): Turn | Promise<Turn>;
}

/** By name. */
export type Attacks = Readonly<Record<string, Attack>>;

/** No answer, a rate limit, a full queue. */
const TEMPORARY: readonly Outcome[] = [0, 429, 503];
/** Turns that take so much longer than the attack are never going to end. */
const OVERTIME_MS = 90_000;
/** The addresses that a row's strangers come from. */
const STRANGERS = 64;

export const placeSchema = z.object({
  url: z.url(),
  rpcUrl: z.url(),
  ms: z.number(),
  /** The row's number; each row's callers get their own addresses. */
  row: z.int(),
});

export const reportSchema = z.object({
  /** Anything the server should have refused or closed but did not, in words. */
  complaints: z.array(z.string()),
  /** What became of the turns. */
  note: z.string(),
});
export type Report = z.infer<typeof reportSchema>;

export async function runAttack(
  attack: Attack,
  place: z.infer<typeof placeSchema>,
): Promise<Report> {
  const { lanes, most, allowed } = attack;
  const scene = new Scene(place);
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const turn = await attack.begin(scene);
  scene.start();
  let begun = 0;
  const attempt = async (n: number, number: number): Promise<Step> => {
    try {
      return await turn(n, number);
    } catch (error) {
      // The server may hang up on anybody.
      return error instanceof Error && 'code' in error ? 0 : String(error);
    }
  };
  const lane = async (_: unknown, number: number) => {
    while (most === undefined ? scene.goesOn : begun < most) {
      begun += 1;
      const step = await attempt(begun - 1, number);
      scene.note(typeof step === 'object' ? await exchange(scene.port, agent, step) : step);
    }
  };
  const ended = Promise.all(Array.from({ length: lanes }, lane)).then(() => true);
  const hasEnded = await Promise.race([ended, sleep(place.ms + OVERTIME_MS, false)]);
  agent.destroy();
  const seen = [...scene.outcomes];
  const odd = seen.filter(([outcome]) => ![...allowed, ...TEMPORARY].includes(outcome));
  return {
    complaints: [
      ...(hasEnded ? [] : ['some turns never ended']),
      ...odd.map(inWords),
      ...(await scene.closing()),
    ],
    note: seen.map(inWords).toSorted().join(', ') || 'nothing was sent',
  };
}

function inWords([outcome, count]: readonly [Outcome, number]): string {
  return `${count} × ${outcome === 0 ? 'no answer' : outcome}`;
}

export class Scene {
  readonly url: string;
  readonly port: number;
  readonly rpcUrl: string;
  readonly outcomes = new Map<Outcome, number>();
  /** Once every turn has ended: the complaints about all of them together. */
  closing: () => string[] | Promise<string[]> = () => [];
  readonly #row: number;
  readonly #ms: number;
  #endsAt = 0;

  constructor({ url, rpcUrl, ms, row }: z.infer<typeof placeSchema>) {
    this.url = url;
    this.port = Number(new URL(url).port);
    this.rpcUrl = rpcUrl;
    this.#row = row;
    this.#ms = ms;
  }

  /** Its time runs from now on, once everything is prepared. */
  start(): void {
    this.#endsAt = performance.now() + this.#ms;
  }

  get goesOn(): boolean {
    return performance.now() < this.#endsAt;
  }

  note(outcome: Outcome): void {
    this.outcomes.set(outcome, this.count(outcome) + 1);
  }

  /** How many turns had this outcome so far. */
  count(outcome: Outcome): number {
    return this.outcomes.get(outcome) ?? 0;
  }

  /** Sleeps for so long, but not beyond the attack's end. */
  async sleep(ms = Number.POSITIVE_INFINITY): Promise<void> {
    await sleep(Math.max(0, Math.min(ms, this.#endsAt - performance.now())));
  }

  /** The header that identifies the nth caller of this row; the first by default. */
  caller(n = 0): { readonly 'X-Forwarded-For': string } {
    const place = [10, 1 + (this.#row % 250), (n >> 8) & 255, n & 255];
    return { 'X-Forwarded-For': place.join('.') };
  }

  /** The same, of a caller who takes turns with many others. */
  stranger(n: number): { readonly 'X-Forwarded-For': string } {
    return this.caller(n % STRANGERS);
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
