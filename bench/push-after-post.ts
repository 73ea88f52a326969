/** The time from the POST of a stake to its push on a spectator's socket, beside the POST's own answer. */
import { join } from 'node:path';
import { z } from 'zod';
import { nationIn, openSocket } from '../server/test/support/socket-client.ts';
import { compared, percentile, type Comparison } from './measure.ts';
import { Child } from '../tools/processes.ts';

const STAKES = 300;
/** The server's default tick. */
const TICK_MS = 50;
const STARTING_GDP = 18_000;

const startedSchema = z.object({ url: z.string(), wallet: z.string(), cookie: z.string() });

export async function benchPushAfterPost(): Promise<Comparison[]> {
  const server = await Child.start(join(import.meta.dirname, 'servers/game-server.ts'));
  try {
    const { url, wallet, cookie } = await server.call('start', startedSchema);
    const spectator = await openSocket(url);
    await spectator.watch({ nations: 'all' });
    const answerMs: number[] = [];
    const pushMs: number[] = [];
    const stake = async (sentAt: number) => {
      const answer = await fetch(`${url}/api/dena/stake`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie },
        body: JSON.stringify({ walletAddress: wallet, amount: 10 }),
      });
      if (answer.status !== 201) throw new Error(await answer.text());
      answerMs.push(performance.now() - sentAt);
    };
    for (let i = 1; i <= STAKES; i += 1) {
      const sentAt = performance.now();
      const [push] = await Promise.all([
        spectator.until((message) => (nationIn(message, 'italy')?.gdp ?? 0) >= STARTING_GDP + i),
        stake(sentAt),
      ]);
      pushMs.push(push.at - sentAt);
    }
    spectator.close();
    const line = (share: number) => [
      { name: 'the push, at a spectator', runs: [percentile(pushMs, share)] },
      { name: 'the answer to the POST', runs: [percentile(answerMs, share)] },
    ];
    const title = `${STAKES} stakes, one after the other, tick ${TICK_MS} ms`;
    return [
      compared(`${title}: p99 from the POST`, 'ms', line(0.99), [{ value: TICK_MS + 25 }]),
      compared(`${title}: p50 from the POST`, 'ms', line(0.5)),
    ];
  } finally {
    await server.end();
  }
}
