/**
 * Playwright's global setup. Makes once what every browser test needs, of this run and of others in
 * the same checkout, so that a new game takes a test only a second: the build, its pages with the
 * Demo Wallet in them, the game's program in one file, and the worlds that games begin with.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build as buildForPages } from 'vite';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { startLocalChain } from '../dev/chain/local-chain.ts';
import { pageFile, PAGES } from '../server/http/pages.ts';
import { ensureBuilt, exclusively } from '../tools/production/ensure-built.ts';
import { bundle, SERVER_WORKERS } from '../tools/test/programs.ts';
import { browserLaunch } from './chromium.ts';
import { chooseNation, setUpWallet } from './demo-player.ts';
import { DevServer } from './dev-server.ts';
import { hasFirefox } from './firefox.ts';
import {
  beginningFolder,
  BUILT_PAGES,
  COMPLETE,
  DEV_SCRIPTS,
  PAGES_FOLDER,
  PREPARED,
  PROGRAM_FOLDER,
  RENDERER_FOLDER,
  ROOT,
  VISIT_FILE,
} from './prepared.ts';

/** Longer than any run. */
const KEPT_MS = 3 * 3_600_000;

export default async function prepare(): Promise<void> {
  sayIfWithoutFirefox();
  await exclusively('e2e', async () => {
    if (existsSync(COMPLETE)) return;
    await ensureBuilt();
    await removeOld();
    await Promise.all([
      makePages(),
      bundle(['e2e/built-game.ts', 'server/operate.ts', ...SERVER_WORKERS], PROGRAM_FOLDER),
      makeEmptyWorld(),
    ]);
    await makeItaly();
    await writeFile(COMPLETE, '');
  });
}

function sayIfWithoutFirefox(): void {
  if (process.env['DENARIA_TIER'] !== 'long' || hasFirefox(process.env)) return;
  console.log('Nothing runs in Firefox: there is no firefox-esr on the PATH.');
}

/** What no run uses any longer, and what an interrupted one left here. */
async function removeOld(): Promise<void> {
  await rm(PREPARED, { recursive: true, force: true });
  const all = join(PREPARED, '..');
  for (const folder of existsSync(all) ? await readdir(all) : []) {
    const { mtimeMs } = await stat(join(all, folder));
    if (Date.now() - mtimeMs > KEPT_MS) await rm(join(all, folder), { recursive: true });
  }
}

/**
 * The built pages, with development's scripts ahead of their own: the wallet must be there first.
 */
async function makePages(): Promise<void> {
  await cp(BUILT_PAGES, PAGES_FOLDER, { recursive: true });
  // Every page loads it: esbuild would keep all of zod, three times as much.
  await buildForPages({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: PAGES_FOLDER,
      emptyOutDir: false,
      target: 'es2023',
      lib: {
        entry: join(ROOT, 'e2e', 'dev-scripts.ts'),
        formats: ['iife'],
        name: 'devScripts',
        fileName: () => DEV_SCRIPTS.slice(1),
      },
    },
  });
  // Vite sets it to production, for `npm run dev` in a test as well.
  delete process.env['NODE_ENV'];
  await cp(join(ROOT, 'dist', 'page-renderer'), RENDERER_FOLDER, { recursive: true });
  const tag = `<script src="${DEV_SCRIPTS}"></script>`;
  const files = [PAGES_FOLDER, RENDERER_FOLDER].flatMap((folder) =>
    PAGES.map((page) => join(folder, pageFile(page))),
  );
  for (const file of files) {
    const html = await readFile(file, 'utf8');
    await writeFile(file, html.replace('<head>', `<head>${tag}`));
  }
}

async function makeEmptyWorld(): Promise<void> {
  const dataDir = beginningFolder('empty');
  await mkdir(dataDir, { recursive: true });
  const chain = await startLocalChain({ dataDir, log: () => undefined });
  await chain.close();
}

async function makeItaly(): Promise<void> {
  const [player = null] = DEMO_ACCOUNTS;
  const server = new DevServer({ pages: 'built' });
  const browser = await chromium.launch(browserLaunch());
  try {
    await server.start();
    const context = await browser.newContext();
    await setUpWallet(context, { account: player });
    await chooseNation(await context.newPage(), server.url, 'Italy');
    await context.storageState({ path: VISIT_FILE });
    await server.stop();
    await cp(server.dataDir, beginningFolder('italy'), { recursive: true });
  } finally {
    await browser.close();
    await server.dispose();
  }
}
