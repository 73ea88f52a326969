/**
 * `npm run simulate -- --players N --rate R --seconds S [--url U,…] [--seed N]`: rivals as a load on a
 * running development game, or on several processes of one game. Prints how many actions were acknowledged,
 * refused and failed (the last two by reason), how long they took, how long after its POST a change of GDP
 * reached a spectator's socket, and whether everything acknowledged is there in the end, even if the game was
 * killed and restarted meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { tickSchema } from '../../common/protocol/live.ts';
import { ApiWays } from './api-ways.ts';
import { Ledger } from './ledger.ts';
import { Reasons } from './reasons.ts';
import { recruit } from './recruit.ts';
import { Society, type Outcome, type Ways } from './society.ts';

const USAGE = `Usage: npm run simulate -- --players N --rate R --seconds S [--url U,…] [--seed N]
  --players  how many wallets play (default 50)
  --rate     actions a second, all players together (default 20); each reads the game first
  --seconds  for how long (default 30)
  --url      the game (default http://127.0.0.1:3000), a development game: its chain mints; several
             processes of one game by commas: the last one is watched
  --seed     the same seed makes the same players (default 1)`;

/** Separate accounts, so a simulation beside a lively world never plays the same rival twice. */
const FIRST_ACCOUNT = 10_000;

const originSchema = z.url().transform((url) => new URL(url).origin);

const optionsSchema = z.object({
  players: z.coerce.number().int().min(1).max(100_000),
  rate: z.coerce.number().positive().max(100_000),
  seconds: z.coerce.number().positive().max(86_400),
  seed: z.coerce.number().int(),
  url: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.tuple([originSchema], originSchema)),
});

function readOptions(): z.infer<typeof optionsSchema> {
  const option = (value: string) => ({ type: 'string', default: value }) as const;
  try {
    const { values } = parseArgs({
      options: {
        players: option('50'),
        rate: option('20'),
        seconds: option('30'),
        seed: option('1'),
        url: option('http://127.0.0.1:3000'),
      },
    });
    return optionsSchema.parse(values);
  } catch (error) {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : String(error));
    console.error(USAGE);
    process.exit(2);
  }
}

/** The percentile `p` of sorted figures, in whole milliseconds. */
function percentile(sorted: readonly number[], p: number): string {
  const figure = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
  return figure === undefined ? '–' : figure.toFixed(1);
}

function summary(figures: readonly number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  return `p50 ${percentile(sorted, 0.5)} ms, p99 ${percentile(sorted, 0.99)} ms (${sorted.length})`;
}

/** A spectator: records when each wallet's changes arrive. */
async function spectate(origin: string) {
  const arrivals = new Map<string, number[]>();
  const socket = io(origin, { transports: ['websocket'], forceNew: true });
  socket.on('tick', (message: unknown) => {
    const at = performance.now();
    for (const { walletAddress } of tickSchema.parse(message).events) {
      arrivals.set(walletAddress, [...(arrivals.get(walletAddress) ?? []), at]);
    }
  });
  // At every connect, because a restarted game has forgotten who watches.
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => {
      socket.timeout(5000).emit('watch', { nations: 'all' }, (error: Error | null) => {
        if (error) reject(error);
        else resolve();
      });
    });
  });
  return {
    /** Milliseconds from `sentAt` to the next push about the wallet; null if none came. */
    delay(wallet: string, sentAt: number): number | null {
      const at = arrivals.get(wallet)?.find((arrival) => arrival >= sentAt);
      return at === undefined ? null : at - sentAt;
    },
    close: () => socket.close(),
  };
}

const { players, rate, seconds, seed, url } = readOptions();
const [origin, ...others] = url;
console.log(
  `${players} players at ${url.join(' and ')}, ${rate} actions/s for ${seconds} s, seed ${seed}`,
);
const rivals = recruit({ count: players, firstAccount: FIRST_ACCOUNT, seed });
const ways = await ApiWays.open({ origins: url, rpcUrl: `${origin}/dev/rpc`, rivals }).catch(
  (error: unknown) => {
    console.error(`The players cannot begin: ${String(error)}`);
    process.exit(1);
  },
);
const spectator = await spectate(others.at(-1) ?? origin);

const ledger = new Ledger();
const counts = { acknowledged: 0, refused: 0, failed: 0 };
const answerMs: number[] = [];
const pushes: { readonly wallet: string; readonly sentAt: number }[] = [];
const underWay = new Set<Promise<unknown>>();
const startedAt = performance.now();
const reasons = { refused: new Reasons(), failed: new Reasons() };

function note(done: Outcome): void {
  counts[done.kind] += 1;
  if (done.kind !== 'acknowledged') reasons[done.kind].note(done);
}

const watched: Ways = {
  now: () => ways.now(),
  standings: () => ways.standings(),
  async look(wallet) {
    const sight = await ways.look(wallet);
    if ('kind' in sight) note(sight);
    return sight;
  },
  async join(wallet, nationId) {
    const done = await ways.join(wallet, nationId);
    note(done);
    return done;
  },
  pay: (wallet, dena) => ways.pay(wallet, dena),
  async act(wallet, action) {
    const sentAt = performance.now();
    const done = await ways.act(wallet, action);
    note(done);
    if (done.kind !== 'acknowledged') return done;
    answerMs.push(performance.now() - sentAt);
    ledger.note(wallet, done.answer);
    // A stake (201) changes the GDP, so a push must follow; a trade does not.
    if (done.status === 201) pushes.push({ wallet, sentAt });
    return done;
  },
};
const society = new Society(watched, { rivals: ways.rivals, joined: ways.joined, seed });

for (let sent = 0; performance.now() - startedAt < seconds * 1000; sent += 1) {
  const due = startedAt + (sent * 1000) / rate;
  await sleep(Math.max(0, due - performance.now()));
  const running = society.next();
  underWay.add(running);
  void running.finally(() => underWay.delete(running));
}
await Promise.all(underWay);
await sleep(1000);

const delays = pushes.map(({ wallet, sentAt }) => spectator.delay(wallet, sentAt));
const arrived = delays.filter((delay) => delay !== null);
spectator.close();
console.log(
  `acknowledged ${counts.acknowledged}, refused ${counts.refused}, failed ${counts.failed}`,
);
for (const kind of ['refused', 'failed'] as const) {
  const lines = reasons[kind].lines();
  if (lines.length > 0) console.log(`${kind}, by reason:`);
  for (const line of lines) console.log(`  ${line}`);
}
console.log(`answers: ${summary(answerMs)}`);
console.log(
  `push after POST: ${summary(arrived)}; never arrived: ${delays.length - arrived.length}`,
);
const lost = (await Promise.all(url.map((place) => ledger.lost(place)))).flat();
console.log(`acknowledged and lost: ${lost.length}`);
for (const words of lost.slice(0, 20)) console.log(`  ${words}`);
process.exitCode = counts.failed > 0 || lost.length > 0 ? 1 : 0;
