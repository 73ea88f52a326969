/**
 * `npm run simulate -- --players N --rate R --seconds S [--url U,…] [--seed N]`: rivals as a load
 * on a running development game, or on several processes of one game. Prints how many actions were
 * acknowledged, refused and failed (the last two by reason), and how long they took.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Treasury } from '../chain/treasury.ts';
import { recruit } from './recruit.ts';
import { RivalActions } from './rival-actions.ts';
import { Society } from './society.ts';

const USAGE = `Usage: npm run simulate -- --players N --rate R --seconds S [--url U,…] [--seed N]
  --players  how many wallets play (default 50)
  --rate     actions a second, all players together (default 20); each reads the game first
  --seconds  for how long (default 30)
  --url      the game (default http://127.0.0.1:3000), a development game: its chain mints; several
             processes of one game by commas
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

const { players, rate, seconds, seed, url } = readOptions();
const [origin] = url;
console.log(
  `${players} players at ${url.join(' and ')}, ${rate} actions/s for ${seconds} s, seed ${seed}`,
);
const recruits = recruit({ count: players, firstAccount: FIRST_ACCOUNT, seed });
const actions = await RivalActions.open({
  origins: url,
  chain: (contracts) => new Treasury(`${origin}/dev/rpc`, contracts),
  rivals: recruits,
}).catch((error: unknown) => {
  console.error(`The players cannot begin: ${String(error)}`);
  process.exit(1);
});
const society = new Society(actions, seed);

/** How often each outcome came, and how long each acknowledged action took, in ms. */
const outcomes = new Map<string, number>();
const tookMs: number[] = [];
const act = actions.act.bind(actions);
actions.act = async (wallet, action) => {
  const sentAt = performance.now();
  const done = await act(wallet, action).catch(
    (error: unknown) =>
      ({ kind: 'failed', status: null, code: null, words: String(error) }) as const,
  );
  const isDone = done.kind === 'acknowledged';
  if (isDone) tookMs.push(performance.now() - sentAt);
  const what = isDone ? done.kind : `${done.kind}: ${done.status ?? ''} ${done.code ?? done.words}`;
  outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  return done;
};

const startedAt = performance.now();
const underWay = new Set<Promise<unknown>>();
for (let sent = 0; performance.now() - startedAt < seconds * 1000; sent += 1) {
  await sleep(Math.max(0, startedAt + (sent * 1000) / rate - performance.now()));
  const running = society.next();
  underWay.add(running);
  void running.finally(() => underWay.delete(running));
}
await Promise.all(underWay);

const sorted = tookMs.toSorted((a, b) => a - b);
const percentile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
for (const [what, count] of [...outcomes].toSorted(([, a], [, b]) => b - a)) {
  console.log(`${count} × ${what}`);
}
console.log(`p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`);
if ([...outcomes.keys()].some((what) => what.startsWith('failed'))) process.exitCode = 1;
