/**
 * The bystander's process: an honest player who polls, asks for every kind of read, stakes and listens, a
 * little of everything all the time, and records how long each takes. It sends requests on a fixed schedule,
 * whether or not the last one was answered, so slow requests are not sampled less often.
 */
import { Agent } from 'node:http';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { CALLS } from '../../common/protocol/calls.ts';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { chooseNationCall } from '../../common/protocol/player-nation.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { samplePath } from '../../server/test/support/samples.ts';
import { signIn } from '../../server/test/support/sign-in.ts';
import { serveParent } from '../processes.ts';
import { ChainOrders } from '../rig/chain-orders.ts';
import { stranger } from './attack.ts';
import { exchange, jsonBody, type Exchange, type HttpRequest } from './connections.ts';
import type { Observed } from './report.ts';

/** One action per beat, in turn. */
const BEAT_MS = 25;
const ROUND = ['poll', 'read', 'read', 'poll', 'read', 'read', 'poll', 'stake'] as const;
/** A stake takes one of 500 slots; one every 600 ms is within the limits. */
const STAKE_EVERY_ROUNDS = 3;
/** A push that takes longer counts as missing. */
const PUSH_MS = 20_000;
/** Distinct from every attacker: those are in 10.0.0.0/8. */
const CALLER = { 'X-Forwarded-For': '192.0.2.1' };

const arrivalSchema = z.object({ url: z.url(), rpcUrl: z.url() });

class Bystander {
  readonly #port: number;
  readonly #wallet: string;
  readonly #cookie: string;
  readonly #socket: Socket;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  /** By what they read. */
  readonly #paths: readonly (readonly [what: string, path: string])[];
  #nextRead = 0;
  #etag: string | undefined;
  #observed: Observed = { latenciesMs: {}, failures: [] };
  #beat: NodeJS.Timeout | undefined;
  readonly #underWay = new Set<Promise<void>>();

  private constructor(url: string, wallet: string, cookie: string, socket: Socket) {
    this.#port = Number(new URL(url).port);
    this.#wallet = wallet;
    this.#cookie = cookie;
    this.#socket = socket;
    const now = new Date().toISOString();
    const known = { walletAddress: wallet, tokenId: '1', from: now, to: now };
    const reads = CALLS.filter(({ method }) => method === 'GET');
    this.#paths = [
      ...['/', '/ranking', '/nation/italy'].map((page) => [page, page] as const),
      ...reads.map((call) => [call.path, samplePath(call, known)] as const),
      ['past ranking', `${leaderboardCall.path}?at=${now}`],
      ['own events', `/api/events?walletAddress=${wallet}`],
    ];
  }

  /** A new player: funded, signed in, with a nation, listening. */
  static async arrive(url: string, rpcUrl: string): Promise<Bystander> {
    const signer = stranger();
    const { wallet: walletAddress } = signer;
    await new ChainOrders(rpcUrl).give(walletAddress, { denaWei: dena(1_000_000) });
    const cookie = await signIn(url, signer, CALLER);
    const joined = await ask(url, chooseNationCall.path, {
      json: { walletAddress, nationId: 'italy' },
      headers: { Cookie: cookie, ...CALLER },
    });
    if (joined.status !== 201) throw new Error(joined.text);
    const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders: CALLER });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    await socket.emitWithAck('watch', { nations: ['italy'], walletAddress });
    return new Bystander(url, walletAddress, cookie, socket);
  }

  begin(): void {
    this.#observed = { latenciesMs: {}, failures: [] };
    let beats = 0;
    this.#beat = setInterval(() => {
      const action = ROUND[beats % ROUND.length];
      const round = Math.floor(beats / ROUND.length);
      beats += 1;
      if (action === 'stake' && round % STAKE_EVERY_ROUNDS !== 0) return;
      const doing =
        action === 'stake' ? this.#stake() : action === 'read' ? this.#read() : this.#poll();
      this.#underWay.add(doing);
      void doing.finally(() => this.#underWay.delete(doing));
    }, BEAT_MS);
  }

  /** Stops once every pending request is answered. */
  async finish(): Promise<Observed> {
    clearInterval(this.#beat);
    await Promise.all(this.#underWay);
    return this.#observed;
  }

  leave(): void {
    clearInterval(this.#beat);
    this.#socket.close();
    this.#agent.destroy();
  }

  async #poll(): Promise<void> {
    const headers = { 'If-None-Match': this.#etag ?? '""' };
    const answer = await this.#timed('poll', { path: leaderboardCall.path, headers }, [200, 304]);
    this.#etag = answer.headers.etag ?? this.#etag;
  }

  async #read(): Promise<void> {
    const [what, path] = this.#paths[this.#nextRead % this.#paths.length] ?? ['/', '/'];
    this.#nextRead += 1;
    const headers = { Cookie: this.#cookie, 'Accept-Encoding': 'br, gzip' };
    await this.#timed(what, { path, headers }, [200]);
  }

  /** A stake, and the push that announces it. */
  async #stake(): Promise<void> {
    const startedAt = performance.now();
    const pushed = new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(false), PUSH_MS);
      this.#socket.once('player', () => {
        clearTimeout(late);
        resolve(true);
      });
    });
    const body = { walletAddress: this.#wallet, amount: 10 };
    const staking = { path: stakeDenaCall.path, ...jsonBody(body, { Cookie: this.#cookie }) };
    const { status } = await this.#timed('stake', staking, [201]);
    if (status !== 201) return;
    if (await pushed) this.#answered('push', startedAt);
    else this.#observed.failures.push('push: none followed a stake');
  }

  async #timed(what: string, asked: HttpRequest, expected: readonly number[]): Promise<Exchange> {
    const startedAt = performance.now();
    const headers = { ...asked.headers, ...CALLER };
    const answer = await exchange(this.#port, this.#agent, { ...asked, headers });
    if (expected.includes(answer.status)) this.#answered(what, startedAt);
    else this.#observed.failures.push(`${what}: ${answer.status || 'no answer'}`);
    return answer;
  }

  #answered(what: string, startedAt: number): void {
    (this.#observed.latenciesMs[what] ??= []).push(performance.now() - startedAt);
  }
}

let present: Bystander | undefined;

serveParent({
  async arrive(body) {
    const { url, rpcUrl } = arrivalSchema.parse(body);
    present?.leave();
    present = await Bystander.arrive(url, rpcUrl);
  },
  begin: () => present?.begin(),
  finish: () => present?.finish(),
});
