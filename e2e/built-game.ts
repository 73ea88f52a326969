/**
 * A game in its own process, with its built pages and the Demo Wallet in them: `npm run dev`
 * without Vite. Its pages load in a fraction of the time, and are the ones players get. Started as
 * `built-game PAGES_FOLDER RIVALS`; takes the environment of any development server.
 */
import { startWorld } from '../dev/world.ts';
import { loadConfig } from '../server/boot/config.ts';
import { giveUp, runUntilSignal } from '../server/boot/run-until-signal.ts';
import { builtPages } from '../server/http/built-pages.ts';

const [, , pagesFolder = '', rivals = '0'] = process.argv;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function start(): Promise<void> {
  const world = await runUntilSignal(() =>
    startWorld({
      settings: loadConfig('development'),
      pages: () => builtPages(pagesFolder),
      rivals: { count: Number(rivals), seed: 1 },
      say,
      reset: { whyNoReset: 'Only `npm run dev` starts a world again.', reset: () => undefined },
    }),
  );
  say(`Denaria plays at ${world.url}`);
}

start().catch(giveUp);
