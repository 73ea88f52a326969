/**
 * The bystander's process: an honest player who polls, reads, opens the page, stakes and listens, a little of
 * everything all the time, and records how long each takes. It sends requests on a fixed schedule, whether or
 * not the last one was answered, so slow requests are not sampled less often.
 */
import { Agent } from 'node:http';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { chooseNationCall, playerNationCall } from '../../common/protocol/player-nation.ts';
import { pathOf } from '../../common/protocol/call.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { signIn } from '../../server/test/support/sign-in.ts';
import { ChainOrders } from '../rig/chain-orders.ts';
import { serveParent } from '../processes.ts';
import { stranger } from './attack.ts';
import { exchange, jsonBody, type Exchange, type FloodRequest } from './flood.ts';
import type { Observed } from './observed.ts';

/** One action per beat. */
const BEAT_MS = 25;
/** The action of each beat, in turn: mostly polls. */
const ROUND = ['poll', 'player', 'poll', 'page', 'poll', 'player', 'poll', 'stake'] as const;
/** A stake takes one of 500 slots; one every 600 ms is within the limits. */
const STAKE_EVERY_ROUNDS = 3;
/** A push that takes longer counts as missing. */
const PUSH_MS = 20_000;

/** Distinct from every attacker: those are in 10.0.0.0/8. */
const CALLER = { 'X-Forwarded-For': '192.0.2.1' };

const arrivalSchema = z.object({ url: z.url(), rpcUrl: z.url() });

class Bystander {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #socket: Socket;
  readonly #wallet: string;
  readonly #cookie: string;
  #etag: string | undefined;
  #latencies: number[] = [];
  #failures: string[] = [];
  #beat: NodeJS.Timeout | undefined;
  #underWay = new Set<Promise<void>>();

  private constructor(url: string, wallet: string, cookie: string, socket: Socket) {
    this.#url = url;
    this.#wallet = wallet;
    this.#cookie = cookie;
    this.#socket = socket;
  }

  /** A new player: funded, signed in, with a nation, listening. */
  static async arrive(url: string, rpcUrl: string): Promise<Bystander> {
    const signer = stranger();
    const { wallet: walletAddress } = signer;
    await new ChainOrders(rpcUrl).give(walletAddress, { denaWei: dena(1_000_000) });
    const cookie = await signIn(url, signer, CALLER);
    const json = { walletAddress, nationId: 'italy' };
    const joined = await ask(url, chooseNationCall.path, {
      json,
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
    this.#latencies = [];
    this.#failures = [];
    let beats = 0;
    this.#beat = setInterval(() => {
      const deed = ROUND[beats % ROUND.length];
      const round = Math.floor(beats / ROUND.length);
      beats += 1;
      const doing =
        deed === 'stake'
          ? round % STAKE_EVERY_ROUNDS === 0
            ? this.#stake()
            : null
          : this.#read(deed ?? 'poll');
      if (!doing) return;
      this.#underWay.add(doing);
      void doing.finally(() => this.#underWay.delete(doing));
    }, BEAT_MS);
  }

  /** Stops once every pending request is answered. */
  async finish(): Promise<Observed> {
    clearInterval(this.#beat);
    await Promise.all(this.#underWay);
    return { latenciesMs: this.#latencies, failures: this.#failures };
  }

  leave(): void {
    clearInterval(this.#beat);
    this.#socket.close();
    this.#agent.destroy();
  }

  async #read(deed: 'poll' | 'player' | 'page'): Promise<void> {
    const requests: Record<typeof deed, FloodRequest> = {
      poll: {
        path: leaderboardCall.path,
        headers: this.#etag === undefined ? {} : { 'If-None-Match': this.#etag },
      },
      player: { path: pathOf(playerNationCall, { walletAddress: this.#wallet }) },
      page: { path: '/', headers: { 'Accept-Encoding': 'br, gzip' } },
    };
    const { headers } = await this.#timed(deed, requests[deed], [200, 304]);
    if (deed === 'poll') this.#etag = headers.etag ?? this.#etag;
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
    if (await pushed) this.#latencies.push(performance.now() - startedAt);
    else this.#failures.push('no push followed a stake');
  }

  async #timed(what: string, asked: FloodRequest, expected: readonly number[]): Promise<Exchange> {
    const startedAt = performance.now();
    const headers = { ...asked.headers, ...CALLER };
    const answer = await exchange(Number(new URL(this.#url).port), this.#agent, {
      ...asked,
      headers,
    });
    if (expected.includes(answer.status)) this.#latencies.push(performance.now() - startedAt);
    else this.#failures.push(`${what}: ${answer.status || 'no answer'}`);
    return answer;
  }
}

let bystander: Bystander | null = null;

function present(): Bystander {
  if (!bystander) throw new Error('the bystander has not arrived');
  return bystander;
}

serveParent({
  async arrive(body) {
    const { url, rpcUrl } = arrivalSchema.parse(body);
    bystander?.leave();
    bystander = await Bystander.arrive(url, rpcUrl);
  },
  begin: () => present().begin(),
  finish: () => present().finish(),
});
