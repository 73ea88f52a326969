/**
 * The bystander's process: an honest player who polls, asks for every kind of read, stakes and listens, a
 * little of everything all the time, and records how long each takes. It sends requests on a fixed schedule,
 * whether or not the last one was answered, so slow requests are not sampled less often.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { BUILDER_CALLS } from '../../common/protocol/builders.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { stakeDenaCall } from '../../common/protocol/dena-stakes.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { chooseNationCall } from '../../common/protocol/player-nation.ts';
import { ask } from '../../server/test/support/http-client.ts';
import { samplePath } from '../../server/test/support/samples.ts';
import { signIn } from '../../server/test/support/sign-in.ts';
import { serveParent } from '../processes.ts';
import { signerOf } from './attack.ts';
import { exchange, jsonBody, type HttpRequest } from './connections.ts';
import type { Observed } from './report.ts';

/** One request per beat: every third one polls, the others read in turn. */
const BEAT_MS = 25;
const POLL_EVERY = 3;
/** A stake takes one of 500 slots; one every 600 ms is within the limits. */
const STAKE_EVERY = 24;
/** A push that takes longer counts as missing. */
const PUSH_MS = 20_000;
/** How soon an attacked server must serve a new client again. */
const RECOVERY_MS = 30_000;
/** Distinct from every attacker: those are in 10.0.0.0/8. */
const CALLER = { 'X-Forwarded-For': '192.0.2.1' };

const arrivalSchema = z.object({ url: z.url(), privateKey: z.string() });

/** A funded player signs in, joins a nation and listens. */
async function arrive({ url, privateKey }: z.infer<typeof arrivalSchema>) {
  const signer = signerOf(privateKey);
  const { wallet: walletAddress } = signer;
  const session = { Cookie: await signIn(url, signer, CALLER) };
  const joined = await ask(url, chooseNationCall.path, {
    json: { walletAddress, nationId: 'italy' },
    headers: { ...session, ...CALLER },
  });
  if (joined.status >= 300) throw new Error(joined.text);
  const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders: CALLER });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  await socket.emitWithAck('watch', { nations: ['italy'], walletAddress });

  const now = new Date().toISOString();
  // The first commit is in the ledger within seconds.
  const rev = '0000000000000001';
  const shown = `${url}/ranking`;
  const known = { walletAddress, tokenId: '1', from: now, to: now, rev, url: shown };
  const calls = [...CALLS, ...BUILDER_CALLS].filter(({ method }) => method === 'GET');
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

  function answered(what: string, startedAt: number): void {
    (observed.latenciesMs[what] ??= []).push(performance.now() - startedAt);
  }

  /** @returns whether it was answered as expected. */
  async function timed(what: string, asked: HttpRequest, expected = 200): Promise<boolean> {
    const startedAt = performance.now();
    const headers = { 'Accept-Encoding': 'br, gzip', ...session, ...asked.headers, ...CALLER };
    const status = await exchange(port, agent, { ...asked, headers });
    if (status === expected) answered(what, startedAt);
    else observed.failures.push(`${what}: ${status || 'no answer'}`);
    return status === expected;
  }

  async function read(): Promise<void> {
    const [what, path] = paths[reads % paths.length] ?? ['/', '/'];
    reads += 1;
    await timed(what, { path });
  }

  /** A stake, and the push that announces it. */
  async function stake(): Promise<void> {
    const startedAt = performance.now();
    const pushed = new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(false), PUSH_MS);
      socket.once('player', () => {
        clearTimeout(late);
        resolve(true);
      });
    });
    const body = jsonBody({ walletAddress, amount: 10 });
    if (!(await timed('stake', { path: stakeDenaCall.path, ...body }, 201))) return;
    if (await pushed) answered('push', startedAt);
    else observed.failures.push('push: none followed a stake');
  }

  async function act(n: number): Promise<void> {
    if (n % STAKE_EVERY === 0) await stake();
    else if (n % POLL_EVERY === 0) await timed('poll', { path: leaderboardCall.path });
    else await read();
  }

  return {
    begin() {
      observed = { latenciesMs: {}, failures: [] };
      let beats = 0;
      beat = setInterval(() => {
        const acting = act(beats);
        beats += 1;
        underWay.add(acting);
        void acting.finally(() => underWay.delete(acting));
      }, BEAT_MS);
    },

    /** Stops once every pending request is answered. */
    async finish() {
      clearInterval(beat);
      await Promise.all(underWay);
      return observed;
    },

    leave() {
      socket.close();
      agent.destroy();
    },
  };
}

let present: Awaited<ReturnType<typeof arrive>> | undefined;

serveParent({
  async arrive(body) {
    const arrival = arrivalSchema.parse(body);
    const deadline = performance.now() + RECOVERY_MS;
    present?.leave();
    for (;;) {
      try {
        present = await arrive(arrival);
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(500);
      }
    }
  },
  begin: () => present?.begin(),
  finish: () => present?.finish(),
});
