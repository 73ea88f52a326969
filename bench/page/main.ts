/**
 * `npm run bench:page [-- --json]`: the weight, the scores and the behaviour under load of the built pages.
 * See ../README.md.
 */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { browserLaunch } from '../../e2e/chromium.ts';
import { Child } from '../../tools/processes.ts';
import { ensureBuilt } from '../../tools/production/ensure-built.ts';
import { FIRST_ROUTE_BUDGET, firstRouteBytes } from '../../tools/production/page-weight.ts';
import { freePort } from '../../tools/test/listening.ts';
import { machine, machineText } from '../report.ts';
import { figureText, type Figure } from './figure.ts';
import { scorePage } from './lighthouse.ts';
import { measureLive } from './live.ts';
import { measureReplay } from './replay.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dist');
const isJson = process.argv.includes('--json');
const figures: Figure[] = [];

function note(measured: readonly Figure[]): void {
  figures.push(...measured);
  if (!isJson) for (const figure of measured) console.log(figureText(figure));
}

if (!isJson) console.log(machineText(machine()));
await ensureBuilt();
const game = await Child.start(join(import.meta.dirname, 'game.ts'));
const port = await freePort();
const launch = browserLaunch();
const args = [...launch.args, `--remote-debugging-port=${port}`];
const browser = await chromium.launch({ ...launch, args });
try {
  const origin = await game.call('url', z.string());
  for (const path of ['/', '/ranking'] as const) {
    const kB = firstRouteBytes(DIST, path) / 1000;
    const name = `${path}: first-route JavaScript, gzipped`;
    note([{ name, value: kB, unit: 'kB', most: FIRST_ROUTE_BUDGET / 1000 }]);
    note(await scorePage(origin, path, port));
  }
  note(await measureReplay(browser, origin, await game.call('past', z.number())));
  note(await measureLive(browser, origin, (pace) => game.call('pace', z.number(), pace)));
  if (isJson) console.log(JSON.stringify({ machine: machine(), figures }, null, 2));
} finally {
  await browser.close();
  await game.end();
}
