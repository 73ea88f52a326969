/**
 * `npm run explore -- --minutes 10`: a foreign explorer, Bombadil, presses what it likes on every
 * page of the built game among rivals, for so long in each of four configurations: a player's
 * browser with the Demo Wallet and a visitor's without any, both on a computer and a phone.
 * `--only visitor-390` plays one of them. Exits with 1 if a property of properties.ts failed; the
 * traces that show it are in `test-results/explore/`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { weekAt, weekId } from '../../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../../dev/chain/accounts.ts';
import { browserLaunch } from '../chromium.ts';
import { DevServer } from '../dev-server.ts';
import prepare from '../prepare.ts';
import { ROOT, visitOfItaly } from '../prepared.ts';

const FOLDER = join(ROOT, 'test-results', 'explore');
const BOMBADIL = join(ROOT, 'node_modules', '.bin', 'bombadil');
const PROPERTIES = join(import.meta.dirname, 'properties.ts');
const RIVALS = 12;
/** What Bombadil's exit says: it found a property that failed. */
const VIOLATED = 2;
/** So long after its time, it hangs. */
const HANGS_MS = 60_000;

const THIS_WEEK = weekId(weekAt(Date.now()));
/** Where a walk begins; it goes on wherever it likes. */
const ROUTES = [
  '/',
  '/dashboard',
  '/ranking',
  '/ranking?view=activity',
  `/ranking?season=${THIS_WEEK}`,
  '/ranking?screen=tv',
  '/nation/italy',
  `/player/${DEMO_ACCOUNTS[0]}`,
  '/territory',
  '/season',
  `/season/${THIS_WEEK}`,
  '/learn',
  '/nft',
  '/nowhere',
];

interface Configuration {
  readonly name: string;
  readonly who: 'player' | 'visitor';
  readonly width: number;
  readonly height: number;
}

const CONFIGURATIONS: readonly Configuration[] = (['player', 'visitor'] as const).flatMap((who) =>
  [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ].map((size) => ({ name: `${who}-${size.width}`, who, ...size })),
);

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, only: { type: 'string' } },
});
const walkMs = (Number(values.minutes) * 60_000) / ROUTES.length;
/** A walk that is over before has lost its browser's page, and is gone on with. */
const SHORTEST_WALK_MS = 10_000;

/** Bombadil's browser: launched by Playwright, which listens as well, it would hang. */
async function startBrowser(
  profile: string,
): Promise<{ readonly address: string; readonly program: ChildProcess }> {
  const { executablePath, args, ignoreDefaultArgs, env } = browserLaunch();
  if (executablePath === undefined) throw new Error('The explorer needs Linux on x64.');
  const browser = spawn(
    executablePath,
    [
      ...args,
      ...(ignoreDefaultArgs?.length === 0 ? ['--disable-dev-shm-usage'] : []),
      '--headless',
      '--force-prefers-reduced-motion',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  for await (const line of createInterface(browser.stderr)) {
    const [, address] = /listening on ws:\/\/([^/]+)/.exec(line) ?? [];
    if (address !== undefined) {
      browser.stderr.resume();
      return { address: `http://${address}`, program: browser };
    }
  }
  throw new Error('The browser did not start.');
}

/** Walks from one route on for that long. @returns the folder of the trace if a property failed. */
async function walk(
  { name, width, height }: Configuration,
  profile: string,
  url: string,
  walkMs: number,
): Promise<string | null> {
  const trace = join(FOLDER, name, url.replaceAll(/^https?:..[^/]+.|\W+/g, '-'));
  // What an earlier walk did, such as disconnect the wallet, is forgotten.
  const own = `${profile}-walk`;
  cpSync(profile, own, { recursive: true });
  const browser = await startBrowser(own);
  const bombadil = spawn(
    BOMBADIL,
    [
      'browser',
      'test-external',
      '--remote-debugger',
      browser.address,
      '--create-target',
      '--width',
      String(width),
      '--height',
      String(height),
      // Of scripts loaded later it would miss the bodies, and hold them for half a minute.
      '--instrument-javascript',
      '',
      '--output-path',
      trace,
      '--time-limit',
      `${Math.ceil(walkMs / 1000)}s`,
      '--exit-on-violation',
      url,
      PROPERTIES,
    ],
    { stdio: 'inherit', env: { ...process.env, RUST_LOG: 'error' } },
  );
  const hangs = setTimeout(() => bombadil.kill('SIGKILL'), walkMs + HANGS_MS);
  const [code]: unknown[] = await once(bombadil, 'exit');
  clearTimeout(hangs);
  // Bombadil has closed it, unless it has failed.
  if (browser.program.exitCode === null && browser.program.kill())
    await once(browser.program, 'exit');
  rmSync(own, { recursive: true, force: true });
  if (code === VIOLATED) return trace;
  if (code !== 0) throw new Error(`Bombadil ended with ${String(code)}`);
  rmSync(trace, { recursive: true, force: true });
  return null;
}

/** A browser's folder, as after an earlier visit. */
async function makeProfile({ who }: Configuration, url: string): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'denaria-explore-'));
  if (who === 'visitor') return profile;
  const context = await chromium.launchPersistentContext(profile, browserLaunch());
  const { cookies, origins } = visitOfItaly(url);
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(`${url}/nowhere`);
  const remembered = [
    ...origins.flatMap(({ localStorage }) => localStorage),
    // The explorer would end the world.
    { name: 'denaria-dev.hidden', value: 'hidden' },
  ];
  await page.evaluate((all) => {
    for (const { name, value } of all) localStorage.setItem(name, value);
  }, remembered);
  await context.close();
  return profile;
}

await prepare();
rmSync(FOLDER, { recursive: true, force: true });
const traces: string[] = [];
for (const configuration of CONFIGURATIONS) {
  if (values.only !== undefined && values.only !== configuration.name) continue;
  const { name, who } = configuration;
  const server = new DevServer({
    pages: 'built',
    beginning: 'italy',
    rivals: RIVALS,
    hasDevScripts: who === 'player',
  });
  try {
    await server.start();
    const profile = await makeProfile(configuration, server.url);
    for (const path of ROUTES) {
      console.log(`\n${name} from ${path}`);
      const endsAt = Date.now() + walkMs;
      for (let leftMs = walkMs; leftMs >= SHORTEST_WALK_MS; leftMs = endsAt - Date.now()) {
        const trace = await walk(configuration, profile, server.url + path, leftMs);
        if (trace === null) continue;
        traces.push(trace);
        break;
      }
    }
    rmSync(profile, { recursive: true, force: true });
  } finally {
    await server.dispose();
  }
}
for (const trace of traces) console.log(`A property failed: ${trace}`);
if (traces.length > 0) process.exitCode = 1;
