/** Weeks of a game, for the browser tests: who plays them, and when they end. */
import { z } from 'zod';
import { weekAt, weekBegins } from '../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { join } from './crowd.ts';
import type { DevServer } from './dev-server.ts';

const clockSchema = z.object({ now: z.iso.datetime() });

/** The game's clock is ahead of the machine's. */
async function gameNow(server: DevServer): Promise<number> {
  const answer = await fetch(`${server.url}/dev/clock`);
  return Date.parse(clockSchema.parse(await answer.json()).now);
}

/** The week that runs. */
export async function thisWeek(server: DevServer): Promise<number> {
  return weekAt(await gameNow(server));
}

/** Moves the clock until so much of the week is left; negative: so long after its end. */
export async function leaveOfWeek(server: DevServer, leftMs: number): Promise<void> {
  const nowMs = await gameNow(server);
  await server.advance(weekBegins(weekAt(nowMs) + 1) - nowMs - leftMs);
}

/**
 * The first Demo accounts join, each for another nation, and stake less each: the first one gains
 * the most.
 */
export async function race(server: DevServer, players = 4): Promise<void> {
  const nations = ['italy', 'usa', 'argentina', 'china'] as const;
  for (const [i, walletAddress] of DEMO_ACCOUNTS.slice(0, players).entries()) {
    await join(server.url, walletAddress, nations[i % 4] ?? 'italy');
    const amount = String(50_000 - 7000 * i);
    await server.post('/api/dena/stake', { walletAddress, amount });
  }
}
