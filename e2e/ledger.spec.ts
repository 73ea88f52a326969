/**
 * A player's page looks at the public ledger: what it says when all is well, when a server in
 * between lies, and where there is no ledger.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { entriesOf, leafBytes, leafOf, type Leaf } from '../common/ledger/leaf.ts';
import type { ReadFile } from '../common/ledger/log-reader.ts';
import {
  openCheckpoint,
  parseCheckpoint,
  parseVerifier,
  signerOf,
  toBase64,
} from '../common/ledger/note.ts';
import { tilePath } from '../common/ledger/tree.ts';
import { logFiles } from '../common/testing/log-files.ts';
import { REFUSAL_HEADER } from '../common/protocol/refusals.ts';
import { DEMO_ACCOUNTS } from '../dev/chain/accounts.ts';
import { setUpWallet, stakeDena } from './demo-player.ts';
import type { DevServer } from './dev-server.ts';
import { test } from './game-test.ts';
import { hurry } from './hurry.ts';
import { letThrough } from './let-through.ts';

const [PLAYER = ''] = DEMO_ACCOUNTS;
const LEDGER = /\/ledger\/(key|checkpoint|tile\/)/;

const GREW = /^Public ledger: \d+ commits?, none seen changed or removed since /;

const receiptOf = (page: Page): Locator => page.getByRole('region', { name: 'Receipt' });

async function expectSays(page: Page, words: RegExp): Promise<void> {
  await expect(receiptOf(page).getByText(words).last()).toBeVisible();
}

/** What the press of the button saves, as far as it is looked at. */
async function evidenceOf(page: Page): Promise<unknown> {
  const saved = page.waitForEvent('download');
  await receiptOf(page).getByRole('button', { name: 'Download the Evidence' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('denaria-ledger-evidence.json');
  return JSON.parse(await readFile(await download.path(), 'utf8'));
}

/** The server's log so far. */
async function leavesOf({ url }: DevServer): Promise<Uint8Array[]> {
  const text = async (path: string) => (await fetch(`${url}/ledger/${path}`)).text();
  const verifier = parseVerifier((await text('key')).trim());
  const { size } = openCheckpoint(await text('checkpoint'), verifier);
  const bundle = await fetch(`${url}/ledger/tile/entries/${tilePath(0, size)}`);
  return entriesOf(new Uint8Array(await bundle.arrayBuffer()));
}

/** Another log, signed by the server's own key. */
async function signedLog(
  { dataDir }: DevServer,
  leaves: readonly Uint8Array[],
  origin = 'localhost/denaria',
): Promise<ReadFile> {
  const seed = Buffer.from((await readFile(join(dataDir, 'ledger-key'), 'utf8')).trim(), 'hex');
  return logFiles(leaves, signerOf(origin, seed));
}

/** Serves a log's files instead of the server's. */
async function serve(page: Page, files: ReadFile): Promise<void> {
  await page.route(LEDGER, async (route) => {
    const { pathname } = new URL(route.request().url());
    const bytes = await files(pathname.replace('/ledger/', ''));
    const none = { status: 404, headers: { [REFUSAL_HEADER]: 'no-ledger' }, body: 'none' };
    await route.fulfill(bytes ? { body: Buffer.from(bytes) } : none);
  });
}

test('[SCR60] nothing where there is no ledger; a log that only grew at the next visit; what lies in between is shown, with its evidence', async ({
  page,
  player,
  server,
}) => {
  await stakeDena(player, server.url, '10000');
  await stakeDena(player, server.url, '19.5');
  await setUpWallet(page, { account: null });
  await hurry(page);
  const path = `${server.url}/player/${PLAYER}`;

  await test.step('no ledger', async () => {
    await serve(page, () => Promise.resolve(null));
    const asked = page.waitForResponse('**/ledger/key');
    await page.goto(path);
    await expect(receiptOf(page)).toContainText('Starting GDP');
    expect((await asked).status()).toBe(404);
    await expect(receiptOf(page)).not.toContainText(/ledger/i);
    await letThrough(page, LEDGER);
  });

  // More may have been committed since.
  let seen = 0;
  await test.step('a log, and at the next visit the same, grown', async () => {
    await page.goto(path);
    await expectSays(page, GREW);
    const link = receiptOf(page).getByRole('link', { name: /^Public ledger: \d+ commits?$/ });
    await expect(link).toHaveAttribute('href', '/ledger/checkpoint');
    const size = async () => Number((await link.innerText()).replace(/\D/g, ''));
    const before = await size();
    await stakeDena(player, server.url, '20');
    await expect.poll(async () => (await leavesOf(server)).length).toBeGreaterThan(before);
    await page.reload();
    await expectSays(page, GREW);
    seen = await size();
    expect(seen).toBeGreaterThan(before);
  });

  await test.step('a log that was rolled back', async () => {
    const leaves = await leavesOf(server);
    await serve(page, await signedLog(server, leaves.slice(0, seen - 1)));
    await page.reload();
    await expectSays(page, new RegExp(`The ledger had ${seen} commits, and has ${seen - 1}\\.`));
    expect(await evidenceOf(page)).toMatchObject({
      lie: 'shorter',
      seen: { note: expect.any(String) },
    });
  });

  await test.step('files that can’t be had, then can', async () => {
    await page.route(LEDGER, (route) => route.fulfill({ status: 404, body: 'no' }));
    await page.reload();
    await expectSays(page, /could not be read/);
    await letThrough(page, LEDGER);
    await page.reload();
    await expectSays(page, GREW);
  });

  await test.step('a log that continues the one before', async () => {
    const leaves = await leavesOf(server);
    const note = await (await fetch(`${server.url}/ledger/checkpoint`)).text();
    const { origin, size, root } = parseCheckpoint(note);
    const beginning: Leaf = {
      v: 1,
      n: 0,
      at: 0,
      kind: 'continued',
      origin,
      size,
      root: toBase64(root),
      kept: size,
      missing: 0,
      why: 'The key was lost.',
    };
    const again = leaves.map((bytes, n) => leafBytes({ ...leafOf(bytes), n: n + 1 }));
    await serve(page, await signedLog(server, [leafBytes(beginning), ...again], `${origin}/2`));
    await page.reload();
    await expectSays(
      page,
      / It continues an earlier ledger, of which nothing is missing: “The key was lost\.”$/,
    );
  });
});
