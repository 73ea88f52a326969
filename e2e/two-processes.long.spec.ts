/**
 * Several browsers in front of two processes on one MongoDB, with sockets to one, requests to the other, and
 * faults in between: the player's own row never goes back on any page, and at rest each page shows what the
 * server answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Wallet } from 'ethers';
import { z } from 'zod';
import { leaderboardCall, type LeaderboardEntry } from '../common/protocol/leaderboard.ts';
import { address, type Address } from '../common/values/address.ts';
import { dena } from '../common/testing/fixtures.ts';
import { NATION_IDS, NATIONS, type NationId } from '../common/values/nations.ts';
import { ChainSim } from '../server/chain/testing/chain-sim.ts';
import { TEST_CONTRACTS } from '../server/chain/testing/test-contracts.ts';
import { ask } from '../server/test/support/http-client.ts';
import { signIn } from '../server/test/support/sign-in.ts';
import { startBuiltServer, type BuiltServer } from '../tools/rig/built-server.ts';
import { startChainNode, type ChainNode } from '../tools/rig/chain-node.ts';
import { findMongod } from '../tools/test/mongo/find-mongod.ts';
import { startTestSet, type TestSet } from '../tools/test/mongo/test-set.ts';
import { startSwitchingProxy, type SwitchingProxy } from './switching-proxy.ts';

interface Player {
  readonly wallet: Address;
  readonly cookie: string;
  readonly nationId: NationId;
}

const mongod = await findMongod();
test.skip(!mongod.found && process.env['CI'] === undefined, 'there is no mongod here');

let set: TestSet;
let chain: ChainNode;
let proxy: SwitchingProxy;
let dataDir: string;
let processes: [BuiltServer, BuiltServer];
const players: Player[] = [];

const start = (port?: number) =>
  startBuiltServer({
    dataDir,
    rpcUrl: chain.url,
    ...(port === undefined ? {} : { port }),
    env: { MONGODB_URI: set.uri('browsers'), PUBLIC_ORIGIN: proxy.url },
  });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  if (!mongod.found) throw new Error(mongod.why);
  dataDir = mkdtempSync(join(tmpdir(), 'denaria-browsers-'));
  set = await startTestSet({ mongod: mongod.mongod, nodes: 1 });
  const sim = new ChainSim({ startS: Math.floor(Date.now() / 1000) });
  chain = await startChainNode({ sim });
  proxy = await startSwitchingProxy();
  processes = [await start(), await start()];
  proxy.route({ requests: processes[0].url, sockets: processes[1].url });
  for (const nationId of [...NATION_IDS, 'italy'] as const) {
    const signer = Wallet.createRandom();
    const wallet = address(signer.address);
    sim.give(wallet, { denaWei: dena(10_000_000), cultural: { [nationId]: 50 } });
    const player = { wallet, nationId, cookie: await signIn(proxy.url, { wallet, signer }) };
    await act(player, '/api/player-nation', { nationId });
    players.push(player);
  }
});

test.afterAll(async () => {
  await proxy.close();
  for (const one of processes) await one.end('SIGKILL');
  await chain.close();
  await set.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends a command under one key until it is answered, through all faults. */
async function act({ wallet, cookie }: Player, path: string, command: object): Promise<void> {
  const key = `k${Math.random().toString(36).slice(2)}`;
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await ask(proxy.url, path, {
      json: { walletAddress: wallet, ...command },
      headers: { Cookie: cookie, 'Idempotency-Key': key },
    }).catch(() => null);
    if (answer && answer.status < 300) return;
    if (answer && answer.status < 500) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    if (performance.now() > deadline) throw new Error(`${path} was not answered`);
    await sleep(100);
  }
}

/** A player's page, whose wallet is already connected. */
async function open(browser: Browser, path: string, { wallet }: Player): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript((account) => {
    localStorage.setItem('wallet', JSON.stringify({ rdns: 'test.wallet', left: false }));
    const provider = {
      request: ({ method }: { method: string }) => {
        if (method === 'eth_chainId') return Promise.resolve('0x1');
        if (/^eth_(requestA|a)ccounts$/.test(method)) return Promise.resolve([account]);
        return Promise.reject(new Error('This wallet only names its account.'));
      },
    };
    const info = { uuid: '1', name: 'Test', rdns: 'test.wallet', icon: '' };
    const detail = Object.freeze({ info, provider });
    window.addEventListener('eip6963:requestProvider', () => {
      window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    });
    // Every GDP of its own wallet that the page shows, by place.
    const seen: Record<string, number[]> = {};
    Object.assign(window, { seen });
    const dollars = (element: Element | null) =>
      Number((element?.getAttribute('title') ?? '').replaceAll(/[$,]/g, ''));
    const look = () => {
      const places = {
        row: document.querySelector(
          '[role="row"][aria-current] [title^="$"], tr[aria-current] [title^="$"]',
        ),
        card:
          location.pathname === '/dashboard'
            ? ([...document.querySelectorAll('[title^="$"]')].find((one) => !one.closest('tr')) ??
              null)
            : null,
      };
      for (const [place, element] of Object.entries(places)) {
        const gdp = dollars(element);
        if (!element || gdp === 0) continue;
        const gdps = (seen[place] ??= []);
        if (gdps.at(-1) !== gdp) gdps.push(gdp);
      }
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['title', 'aria-current'],
    });
  }, wallet);
  const page = await context.newPage();
  await page.goto(proxy.url + path);
  await expect(page.locator('[aria-current][data-glide]')).toBeVisible({ timeout: 30_000 });
  return page;
}

const seenSchema = z.record(z.string(), z.array(z.number()));
const seenOn = async (page: Page) => seenSchema.parse(await page.evaluate('window.seen'));

async function list(url: string): Promise<LeaderboardEntry[]> {
  return (
    await ask(url, '/api/leaderboard', {
      headers: { Host: new URL(proxy.url).host },
    })
  ).json(leaderboardCall.answers[200]);
}

/** The rows of the page's table, and the Presidents that the podium names for its three. */
function shown(page: Page) {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-glide]')]
      .filter((row) => row.matches('[role="row"], tr'))
      .map((row) => ({
        wallet: row.getAttribute('data-glide'),
        rank: Number(/^[0-9]+/.exec(row.firstElementChild?.textContent ?? '')?.[0]),
        gdp: Number(
          row.querySelector('[title^="$"]')?.getAttribute('title')?.replaceAll(/[$,]/g, ''),
        ),
        isOwn: row.hasAttribute('aria-current'),
      }))
      .toSorted((a, b) => a.rank - b.rank);
    const presidents = [...document.querySelectorAll('[aria-label="Top 3"] > li')].map(
      // The player's wallet, then the President's.
      (place) => place.querySelectorAll('a[title^="0x"]')[1]?.getAttribute('title') ?? null,
    );
    return { rows, presidents };
  });
}

test('with faults between pages and two processes, no own row goes back, and at rest every page is right', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const [usa, italy, argentina] = players;
  if (!usa || !italy || !argentina) throw new Error('there are too few players');
  const pages = [
    { player: usa, path: '/ranking', page: await open(browser, '/ranking', usa) },
    { player: italy, path: '/ranking', page: await open(browser, '/ranking', italy) },
    { player: argentina, path: '/dashboard', page: await open(browser, '/dashboard', argentina) },
  ];

  // GDPs only rise, so a lower one is older.
  const over = new AbortController();
  let commands = 0;
  const playing = players.map(async (player, n) => {
    for (let i = 0; !over.signal.aborted; i += 1) {
      if (i % 5 === 4) {
        const { tokenId } = NATIONS[player.nationId];
        const contractAddress = TEST_CONTRACTS.culturalNft;
        await act(player, '/api/nft/stake', {
          tokenId,
          contractAddress,
          quantity: 1,
          nftType: 'museum',
        });
      } else await act(player, '/api/dena/stake', { amount: String(10 + n * 7 + i) });
      commands += 1;
      await sleep(150);
    }
  });
  const failed = Promise.all(playing).then(() => new Promise<never>(() => undefined));

  const faults = async () => {
    const other = (n: 0 | 1) => processes[n === 0 ? 1 : 0];
    for (const n of [0, 1] as const) {
      proxy.route({ requests: other(n).url, sockets: processes[n].url });
      proxy.cutSockets();
      await sleep(2000);
      // The sockets' process is paused, and resumes behind the other.
      process.kill(processes[n].pid, 'SIGSTOP');
      await sleep(2500);
      process.kill(processes[n].pid, 'SIGCONT');
      await sleep(1000);
      proxy.slowDown(400);
      await sleep(3000);
      proxy.cutSockets();
      proxy.slowDown(0);
      await sleep(1000);
      // Requests switch to the sockets' process, and sockets to the requests'.
      proxy.route({ requests: processes[n].url, sockets: other(n).url });
      await sleep(2000);
      // The process that answers is killed; the other one serves everything until it is back.
      const killed = processes[n];
      await killed.end('SIGKILL');
      proxy.route({ requests: other(n).url, sockets: other(n).url });
      await sleep(1000);
      processes[n] = await start(Number(new URL(killed.url).port));
      proxy.route({ requests: processes[n].url, sockets: other(n).url });
      // And the process with the sockets is paused while the restarted one answers.
      process.kill(other(n).pid, 'SIGSTOP');
      await sleep(1500);
      process.kill(other(n).pid, 'SIGCONT');
    }
  };
  await Promise.race([faults(), failed]);
  over.abort();
  await Promise.all(playing);
  expect(commands).toBeGreaterThan(20);

  const [first, second] = processes;
  const rows = await list(first.url);
  await expect.poll(() => list(second.url)).toEqual(rows);
  const truth = rows.map(({ walletAddress: wallet, rank, gdp }) => ({ wallet, rank, gdp }));
  for (const { page, player, path } of pages) {
    const expected = truth.map((row) => ({ ...row, isOwn: row.wallet === player.wallet }));
    await expect.poll(async () => (await shown(page)).rows, { timeout: 30_000 }).toEqual(expected);
    if (path === '/ranking') {
      const presidents = rows.slice(0, 3).map(({ presidentWallet }) => presidentWallet);
      expect(presidents.some((wallet) => wallet !== null)).toBe(true);
      await expect.poll(async () => (await shown(page)).presidents).toEqual(presidents);
    }
    const seen = await seenOn(page);
    const own = rows.find(({ walletAddress }) => walletAddress === player.wallet);
    expect(Object.keys(seen)).toEqual(
      path === '/ranking' ? ['row'] : expect.arrayContaining(['row', 'card']),
    );
    for (const gdps of Object.values(seen)) {
      expect(gdps).toEqual(gdps.toSorted((a, b) => a - b));
      expect(gdps.length).toBeGreaterThan(5);
      expect(gdps.at(-1)).toBe(own?.gdp);
    }
  }
});
