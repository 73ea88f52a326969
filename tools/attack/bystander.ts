/**
 * The bystander: an honest client beside the attacks, which polls, asks for every kind of read and
 * listens, a little of everything all the time. It sends requests on a fixed schedule, whether or
 * not the last one was answered, so that slow requests are not sampled less often. Commands are the
 * load's.
 */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import type { Load } from '../../server/test/support/load.ts';
import { openSocket } from '../../server/test/support/socket-client.ts';
import type { GamePlayer } from '../rig/game.ts';
import { request } from './attack.ts';
import type { Observed, Sample } from './report.ts';
import { PLAIN_READS } from './rows/reads.ts';

/** One request per beat: every third one polls, the others read in turn. */
const BEAT_MS = 25;
const POLL_EVERY = 3;
/** A push that takes longer is missing. */
const PUSH_MS = 20_000;
/** Distinct from every attacker: those are in 10.0.0.0/8. */
const CALLER = { 'X-Forwarded-For': '192.0.2.1', 'Accept-Encoding': 'br, gzip' };

export type Bystander = Awaited<ReturnType<typeof startBystander>>;

/** It listens from now on, and asks in the session of this player, who acts in the load. */
export async function startBystander(url: string, player: GamePlayer, load: Load) {
  const live = await openSocket(url);
  await live.watch({ nations: 'all' });
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const headers = { ...CALLER, Cookie: player.cookie };
  const reads = [...PLAIN_READS];
  const underWay = new Set<Promise<void>>();
  let samples: Sample[] = [];
  let failures: string[] = [];
  let commandsBefore = 0;
  let beat: NodeJS.Timeout | undefined;

  async function timed(what: string, path: string): Promise<void> {
    const startedAt = performance.now();
    const status = await request(url, agent, { path, headers });
    // What isn't there is answered, too.
    if (status === 200 || status === 404) samples.push({ what, ms: performance.now() - startedAt });
    else failures.push(`${what}: ${status || 'no answer'}`);
  }

  return {
    begin(): void {
      [samples, failures] = [[], []];
      commandsBefore = load.acknowledged.length;
      let beats = 0;
      beat = setInterval(() => {
        const read = beats % POLL_EVERY === 0 ? undefined : reads.shift();
        if (read) reads.push(read);
        const asking = timed(...(read ?? (['poll', leaderboardCall.path] as const)));
        beats += 1;
        underWay.add(asking);
        void asking.finally(() => underWay.delete(asking));
      }, BEAT_MS);
    },

    /** Stops once every pending request is answered, and the last command was pushed. */
    async finish(): Promise<Observed> {
      clearInterval(beat);
      await Promise.all(underWay);
      const commands = load.acknowledged.slice(commandsBefore);
      const last = commands.at(-1)?.sentAt ?? 0;
      const pushed = live.until(({ at }) => at >= last).catch(() => null);
      if (commands.length > 0) await Promise.race([pushed, sleep(PUSH_MS)]);
      for (const { sentAt, at } of commands) {
        samples.push({ what: 'command', ms: at - sentAt });
        const push = live.received.find((message) => message.at >= sentAt);
        if (push) samples.push({ what: 'push', ms: push.at - sentAt });
        else failures.push('push: none followed a command');
      }
      return { samples, failures };
    },

    leave(): void {
      live.close();
      agent.destroy();
    },
  };
}
