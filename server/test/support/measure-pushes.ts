/** Stakes at one process of two, and the moments at which the other pushes them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { dena, walletOf } from '../../../common/testing/fixtures.ts';
import { ask } from './http-client.ts';
import type { TwoProcesses } from './several-processes.ts';
import { spectate } from './spectator.ts';

/**
 * How long it takes until the other process pushes a stake made at one process; each of them must arrive.
 * @param goal.withinMs the first of several rounds that meets it counts, since a busy machine may have to
 * repeat it; without a goal there is one round.
 * @returns the 99th percentile, in ms from the POST
 */
export async function measurePushes(
  game: TwoProcesses,
  stakes: number,
  { withinMs = Infinity, rounds = 1 } = {},
): Promise<number> {
  // Several, since one wallet may not act ten times a second.
  const wallets = [walletOf(11), walletOf(12), walletOf(13)];
  for (const wallet of wallets) {
    await game.settle(wallet, { denaWei: dena(1_000_000) }, 'italy');
  }
  const spectator = await spectate({ socket: game.second.url, list: game.second.url });
  let staked = 0;
  let p99 = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && !(p99 < withinMs); round += 1) {
    const delays: number[] = [];
    for (let n = 0; n < stakes; n += 1) {
      const sentAt = performance.now();
      const json = { walletAddress: wallets[n % wallets.length], amount: 10 };
      const answer = await ask(game.first.url, '/api/dena/stake', { json });
      expect(answer.status).toBe(201);
      staked += 1;
      const gdp = wallets.length * 18_000 + staked;
      const at = await vi.waitFor(
        () => {
          const push = spectator.heard.find(
            ({ message }) => message.nationId === 'italy' && message.gdp >= gdp,
          );
          if (!push) throw new Error(`no push of ${gdp} came`);
          return push.at;
        },
        { timeout: 10_000, interval: 2 },
      );
      delays.push(at - sentAt);
      // Out of step with the tick.
      await sleep((n % 7) * 5 + Math.max(0, 40 - (performance.now() - sentAt)));
    }
    p99 = percentile(delays, 0.99);
    console.log(
      `Pushed by the other process, from the POST: p50 ${percentile(delays, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (${stakes} stakes)`,
    );
  }
  await spectator.close();
  return p99;
}

function percentile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
