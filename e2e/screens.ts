/**
 * `npm run screens`: screenshots of every screen at four widths in both themes, with rivals
 * playing, in `test-results/screens/`. `--only` and `--themes` choose some of them, by commas, and
 * `--widths` other widths; `--players` how many play: 0, 1, or as many (13; from 100 on they only
 * joined). With `--readme`, only the README's two screenshots; with `--card`, the share cards and
 * the icons.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Address } from '../common/values/address.ts';
import { weekAt, weekId } from '../common/values/week.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { takeAppIcons } from './app-icons.ts';
import { browserLaunch } from './chromium.ts';
import { chooseNation, setUpWallet } from './demo-player.ts';
import { join as joinGame, joinAll } from './crowd.ts';
import { DevServer } from './dev-server.ts';
import { ROOT } from './prepared.ts';
import { takeShareCards } from './share-card.ts';
import { buy, contribute } from './work-builder.ts';

const FOLDER = join(ROOT, 'test-results', 'screens');
const IMAGES = join(ROOT, 'docs', 'images');
const WIDTHS = [390, 768, 1440, 1920] as const;
/** 640 and 720 are what 200 % zoom leaves of a laptop's screen. */
const HEIGHTS: Readonly<Record<number, number>> = {
  390: 844,
  640: 450,
  720: 450,
  768: 1024,
  1440: 900,
  1920: 1080,
};
const THEMES = ['dark', 'light'] as const;
type Theme = (typeof THEMES)[number];

/**
 * From so many players on, the rest of them joins without a wallet's proof, and does nothing else.
 */
const CROWD = 100;
/** In a crowd. */
const RIVALS = 12;
/** Long enough for the rivals to have moved one another, at their lively pace. */
const PLAYED_MS = 15_000;
/** Time for fonts, pictures and animations to settle. */
const REST_MS = 700;

const THIS_WEEK = weekId(weekAt(Date.now()));

const [PLAYER, NEWCOMER] = DEMO_ACCOUNTS;
if (!PLAYER || !NEWCOMER) throw new Error('the development chain has Demo accounts');

interface Screen {
  readonly name: string;
  readonly path: string;
  /** The account whose wallet is connected. */
  readonly account: Address | null;
  /** Runs before the screenshot; a screen with a dialog is as high as the window. */
  readonly open?: (page: Page) => Promise<void>;
}

const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/', account: null },
  {
    name: 'nation-dialog',
    path: '/dashboard',
    account: NEWCOMER,
    open: press('Choose Your Nation'),
  },
  { name: 'dashboard-no-wallet', path: '/dashboard', account: null },
  { name: 'dashboard-no-nation', path: '/dashboard', account: NEWCOMER },
  { name: 'dashboard', path: '/dashboard', account: PLAYER },
  {
    name: 'stake-nft-dialog',
    path: '/dashboard',
    account: PLAYER,
    open: press(/^Stake Italy/),
  },
  { name: 'trade-dialog', path: '/dashboard', account: PLAYER, open: press(/Trade/) },
  { name: 'ranking', path: '/ranking', account: PLAYER },
  { name: 'ranking-nation', path: '/ranking?nation=italy', account: PLAYER },
  { name: 'ranking-found', path: '/ranking?q=0x70', account: PLAYER },
  { name: 'ranking-jump', path: '/ranking?around=me', account: PLAYER, open: sleepOnce },
  { name: 'ranking-activity', path: '/ranking?view=activity', account: PLAYER },
  { name: 'ranking-no-nation', path: '/ranking?nation=atlantis', account: null },
  { name: 'ranking-screen', path: '/ranking?screen=tv', account: null, open: sleepOnce },
  { name: 'ranking-week', path: `/ranking?season=${THIS_WEEK}`, account: PLAYER },
  { name: 'season', path: `/season/${THIS_WEEK}`, account: PLAYER },
  { name: 'seasons', path: '/season', account: null },
  { name: 'season-not-found', path: '/season/2026-W99', account: null },
  { name: 'territory', path: '/territory', account: PLAYER },
  { name: 'player', path: `/player/${PLAYER}`, account: NEWCOMER },
  { name: 'player-no-nation', path: `/player/${NEWCOMER}`, account: NEWCOMER },
  { name: 'nation', path: '/nation/italy', account: PLAYER },
  { name: 'nation-not-found', path: '/nation/nowhere', account: null },
  { name: 'learn', path: '/learn', account: null },
  { name: 'nft', path: '/nft', account: null },
  { name: 'not-found', path: '/nowhere', account: null },
];

/** For a screen that depends on the scroll position: its screenshot is as high as the window. */
async function sleepOnce(): Promise<void> {
  await sleep(REST_MS);
}

/** Presses the first button of that name, and waits for its dialog. */
function press(name: string | RegExp) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).first().click({ timeout: 5000 });
    await page.getByRole('dialog').waitFor({ timeout: 5000 });
  };
}

async function contextOf(
  browser: Browser,
  account: Address | null,
  theme: Theme,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'Europe/Rome',
    reducedMotion: 'reduce',
  });
  await setUpWallet(context, { account });
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  return context;
}

/** A world whose rivals have played for a while, and a player among them. */
async function playedWorld(browser: Browser, server: DevServer, players: number): Promise<void> {
  const context = await contextOf(browser, PLAYER ?? null, 'dark');
  const page = await context.newPage();
  if (players < CROWD) {
    await chooseNation(page, server.url, 'Italy');
  } else {
    await joinGame(server.url, PLAYER ?? null, 'italy');
    await page.goto(`${server.url}/dashboard`);
  }
  for (const amount of ['10000', '25000']) {
    await page.getByLabel('Amount').fill(amount);
    await page.getByRole('button', { name: 'Stake DENA' }).click();
    await page.getByText('DENA Staked Successfully').waitFor();
    await page.getByRole('button', { name: 'Dismiss notification' }).click();
  }
  for (const collection of ['National NFTs', 'Cultural NFTs']) {
    const card = page.getByRole('region', { name: collection, exact: true });
    await card.getByRole('button', { name: /^Stake / }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Stake / })
      .click();
    await page.getByText('NFT Staked Successfully').waitFor();
    await page.getByRole('button', { name: 'Dismiss notification' }).click();
  }
  await buy(page, server.url, 'wood', 500);
  await contribute(page, server.url, 'wood', 200);
  if (players >= CROWD) {
    await joinAll(server.url, 0, Math.floor(players / 2), 'italy');
    await joinAll(server.url, Math.floor(players / 2), players, 'china');
  }
  await server.setRivalsPace('lively');
  for (let joined = 0; joined < players; await sleep(500)) {
    const answer = await fetch(`${server.url}/api/leaderboard?limit=1`);
    joined = Number(answer.headers.get('X-Total-Count'));
  }
  if (players > 1) await sleep(PLAYED_MS);
  await server.setRivalsPace('gentle');
  await context.close();
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.locator('main h1').waitFor();
  await page.evaluate(() => document.fonts.ready);
  // The developer bar is not part of any screen.
  await page.getByRole('complementary', { name: 'Developer bar' }).evaluate((bar) => bar.remove());
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await sleep(REST_MS);
}

async function picture(browser: Browser, origin: string, screen: Screen, theme: Theme) {
  const { name, path, account, open } = screen;
  const context = await contextOf(browser, account, theme);
  const page = await context.newPage();
  try {
    await page.goto(origin + path);
    await settled(page);
    await open?.(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
      await sleep(REST_MS);
      const file = join(FOLDER, `${name}-${width}-${theme}.png`);
      await page.screenshot({ path: file, fullPage: !open });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0)
        console.error(`${name} at ${width} px (${theme}) is ${overflow} px too wide`);
    }
  } catch (error) {
    console.error(`${name} (${theme}): ${String(error).split('\n')[0]}`);
    process.exitCode = 1;
  } finally {
    await context.close();
  }
}

async function readmePictures(browser: Browser, origin: string): Promise<void> {
  mkdirSync(IMAGES, { recursive: true });
  const context = await contextOf(browser, null, 'dark');
  const page = await context.newPage();
  await page.setViewportSize({ width: 1440, height: 660 });
  for (const [name, path] of [
    ['home', '/'],
    ['ranking', '/ranking'],
  ] as const) {
    await page.goto(origin + path);
    await settled(page);
    await page.screenshot({ path: join(IMAGES, `${name}.png`) });
  }
  await context.close();
}

const off = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    readme: off,
    card: off,
    only: text,
    themes: text,
    widths: text,
    players: { ...text, default: '13' },
  },
});
const chosen = <T extends string | number>(all: readonly T[], names: string | undefined) =>
  all.filter((one) => names === undefined || names.split(',').includes(String(one)));
const widths: readonly number[] = values.widths?.split(',').map(Number) ?? WIDTHS;
const names = chosen(
  SCREENS.map(({ name }) => name),
  values.only,
);
const players = Number(values.players);
const isCrowd = players >= CROWD;
const server = new DevServer({
  rivals: isCrowd ? RIVALS : Math.max(0, players - 1),
  ...(isCrowd && { env: { WALLET_PROOF: 'off' } }),
});
await server.start();
const browser = await chromium.launch(browserLaunch());
try {
  if (!values.card && players > 0) await playedWorld(browser, server, players);
  if (values.card) {
    await takeShareCards(browser, server.url, join(ROOT, 'client', 'public'));
    await takeAppIcons(browser, join(ROOT, 'client', 'public'));
  } else if (values.readme) {
    await readmePictures(browser, server.url);
  } else {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const theme of chosen(THEMES, values.themes)) {
      for (const screen of SCREENS) {
        if (names.includes(screen.name)) await picture(browser, server.url, screen, theme);
      }
    }
  }
} finally {
  await browser.close();
  await server.dispose();
}
