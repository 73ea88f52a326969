/**
 * The bystander's process: an honest player who polls, asks for every kind of read, stakes and listens, a
 * little of everything all the time, and records how long each takes. It sends requests on a fixed schedule,
 * whether or not the last one was answered, so slow requests are not sampled less often.
 */
import { Agent } from 'node:http';
import { io } from 'socket.io-client';
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

/** A new player: funded, signed in, with a nation, listening. */
async function arrive(url: string, rpcUrl: string) {
  const signer = stranger();
  const { wallet: walletAddress } = signer;
  await new ChainOrders(rpcUrl).give(walletAddress, { denaWei: dena(1_000_000) });
  const session = { Cookie: await signIn(url, signer, CALLER) };
  const joined = await ask(url, chooseNationCall.path, {
    json: { walletAddress, nationId: 'italy' },
    headers: { ...session, ...CALLER },
  });
  if (joined.status !== 201) throw new Error(joined.text);
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders: CALLER });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  await socket.emitWithAck('watch', { nations: ['italy'], walletAddress });

  const now = new Date().toISOString();
  const known = { walletAddress, tokenId: '1', from: now, to: now };
  const calls = CALLS.filter(({ method }) => method === 'GET');
  /** Each with what it reads. */
  const paths: readonly (readonly [what: string, path: string])[] = [
    ...['/', '/ranking', '/nation/italy'].map((page) => [page, page] as const),
    ...calls.map((call) => [call.path, samplePath(call, known)] as const),
    ['past ranking', `${leaderboardCall.path}?at=${now}`],
    ['own events', `/api/events?walletAddress=${walletAddress}`],
  ];
  const port = Number(new URL(url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const underWay = new Set<Promise<void>>();
  let observed: Observed = { latenciesMs: {}, failures: [] };
  let beat: NodeJS.Timeout | undefined;
  let reads = 0;
  let etag: string | undefined;

  function answered(what: string, startedAt: number): void {
    (observed.latenciesMs[what] ??= []).push(performance.now() - startedAt);
  }

  async function timed(what: string, asked: HttpRequest, expected: number): Promise<Exchange> {
    const startedAt = performance.now();
    const headers = { ...asked.headers, ...CALLER };
    const answer = await exchange(port, agent, { ...asked, headers });
    if (answer.status === expected || answer.status === 304) answered(what, startedAt);
    else observed.failures.push(`${what}: ${answer.status || 'no answer'}`);
    return answer;
  }

  const actions = {
    async poll() {
      const headers = etag === undefined ? {} : { 'If-None-Match': etag };
      const answer = await timed('poll', { path: leaderboardCall.path, headers }, 200);
      etag = answer.headers.etag ?? etag;
    },

    async read() {
      const [what, path] = paths[reads % paths.length] ?? ['/', '/'];
      reads += 1;
      await timed(what, { path, headers: { ...session, 'Accept-Encoding': 'br, gzip' } }, 200);
    },

    /** A stake, and the push that announces it. */
    async stake() {
      const startedAt = performance.now();
      const pushed = new Promise<boolean>((resolve) => {
        const late = setTimeout(() => resolve(false), PUSH_MS);
        socket.once('player', () => {
          clearTimeout(late);
          resolve(true);
        });
      });
      const body = jsonBody({ walletAddress, amount: 10 }, session);
      const { status } = await timed('stake', { path: stakeDenaCall.path, ...body }, 201);
      if (status !== 201) return;
      if (await pushed) answered('push', startedAt);
      else observed.failures.push('push: none followed a stake');
    },
  };

  return {
    begin() {
      observed = { latenciesMs: {}, failures: [] };
      let beats = 0;
      beat = setInterval(() => {
        const action = ROUND[beats % ROUND.length] ?? 'poll';
        const round = Math.floor(beats / ROUND.length);
        beats += 1;
        if (action === 'stake' && round % STAKE_EVERY_ROUNDS !== 0) return;
        const doing = actions[action]();
        underWay.add(doing);
        void doing.finally(() => underWay.delete(doing));
      }, BEAT_MS);
    },

    /** Stops once every pending request is answered. */
    async finish() {
      clearInterval(beat);
      await Promise.all(underWay);
      return observed;
    },

    leave() {
      clearInterval(beat);
      socket.close();
      agent.destroy();
    },
  };
}

let present: Awaited<ReturnType<typeof arrive>> | undefined;

serveParent({
  async arrive(body) {
    const { url, rpcUrl } = arrivalSchema.parse(body);
    present?.leave();
    present = await arrive(url, rpcUrl);
  },
  begin: () => present?.begin(),
  finish: () => present?.finish(),
});
