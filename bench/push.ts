/** From a POST to its push on a spectator's socket, beside the POST's own answer. */
import { Harness } from '../server/test/harness.ts';
import { dena } from '../common/rules/fixtures.ts';
import { median, percentile } from './measure.ts';

const STAKES = 200;

export async function benchPush(): Promise<void> {
  const server = await Harness.start();
  try {
    const spectator = await server.socket();
    await spectator.watch({ nations: 'all' });
    const player = await server.player(dena(1_000_000));
    await player.post('/api/player-nation', { nationId: 'italy' });
    const answerMs: number[] = [];
    const pushMs: number[] = [];
    for (let i = 1; i <= STAKES; i += 1) {
      const sentAt = performance.now();
      const answer = await player.post('/api/dena/stake', { amount: 10 });
      if (answer.status !== 201) throw new Error(answer.text);
      answerMs.push(performance.now() - sentAt);
      const push = await spectator.until(
        ({ name, body }) => name === 'gdp' && body.gdp >= 18_000 + i,
      );
      pushMs.push(push.at - sentAt);
    }
    const line = (figures: number[]) =>
      `p50 ${median(figures).toFixed(1)} ms, p99 ${percentile(figures, 0.99).toFixed(1)} ms`;
    console.log(`\nA stake over HTTP, ${STAKES} one after the other (tick 50 ms)`);
    console.log(`  answer to the POST                           ${line(answerMs)}`);
    console.log(`  push at a spectator, from the POST           ${line(pushMs)}`);
    console.log(`  ratio ${(median(pushMs) / median(answerMs)).toFixed(2)}×`);
  } finally {
    await server.close();
  }
}
