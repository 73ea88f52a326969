/**
 * `npm run bench:page [-- --json]`: the weight, the scores and the behaviour under load of the built pages.
 * See ../README.md.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { FIRST_ROUTE_BUDGET, firstRouteBytes } from '../../tools/production/page-weight.ts';
import { Child } from '../../tools/processes.ts';
import { machine, machineText } from '../report.ts';
import { openBrowser } from './browser.ts';
import { scorePage } from './lighthouse.ts';
import { measureLive } from './live.ts';
import { measureReplay } from './replay.ts';
import { liveText, replayText, scoresText, type WeighedScore } from './text.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PATHS = ['/', '/ranking'] as const;

const isJson = process.argv.includes('--json');
const say = (text: string) => {
  if (!isJson) console.log(text);
};

say(machineText(machine()));
say('Building …');
execFileSync('npm', ['run', 'build'], {
  cwd: ROOT,
  stdio: ['ignore', process.stderr, process.stderr],
});
say('Filling a game with 10,000 players …');
const game = await Child.start(join(import.meta.dirname, 'game.ts'));
const { browser, port } = await openBrowser();
try {
  const origin = await game.call('url', z.string());
  const scores: WeighedScore[] = [];
  for (const path of PATHS) {
    say(`Lighthouse measures ${path} …`);
    const score = await scorePage(origin, path, port);
    scores.push({ ...score, firstRouteBytes: firstRouteBytes(join(ROOT, 'dist'), path) });
  }
  say('Two hours of the past are played …');
  const replay = await measureReplay(browser, origin, await game.call('past', z.number()));
  say('20 changes a second …');
  const live = await measureLive(browser, origin, (pace) => game.call('pace', z.number(), pace));
  if (isJson) {
    const report = { machine: machine(), budget: FIRST_ROUTE_BUDGET, scores, replay, live };
    console.log(JSON.stringify(report, null, 2));
  } else {
    console.log(scoresText(scores));
    console.log(replayText(replay));
    console.log(liveText(live));
  }
} finally {
  await browser.close();
  await game.end();
}
