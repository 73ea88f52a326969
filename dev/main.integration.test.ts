/**
 * `npm run dev` as a developer sees it: started, opened and asked to end. Edits and kills are in
 * main.long.test.ts.
 */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  configAt,
  devProcesses,
  openSockets,
  postJson,
  type DevProcess,
} from './testing/dev-process.ts';

let processes: ReturnType<typeof devProcesses>;
let dev: DevProcess;

beforeAll(() => {
  processes = devProcesses();
  dev = processes.start();
});
afterAll(() => processes.end());

test('npm run dev brings up everything on one port', async () => {
  const url = await dev.url();

  // The page, with the Demo Wallet before the game's own script.
  const page = await fetch(url);
  const html = await page.text();
  // Another site's page can't start an editor; the page's own overlay can.
  const editor = (site: string) =>
    fetch(`${url}/__open-in-editor`, { headers: { 'sec-fetch-site': site } });
  expect((await editor('cross-site')).status).toBe(403);
  const overlay = await editor('same-origin');
  expect(await overlay.text()).toContain('required query param');

  const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
  const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  expect(scripts[0]).toContain('/dev/wallet/demo-wallet.ts');
  expect(scripts.every((tag) => tag.includes(`nonce="${nonce}"`))).toBe(true);
  const walletPath = /src="([^"]+demo-wallet\.ts)"/.exec(html)?.[1] ?? '';
  const wallet = await fetch(url + walletPath);
  expect(wallet.headers.get('content-type')).toContain('javascript');
  expect((await fetch(`${url}/no-such-page`)).status).toBe(404);

  // The developer bar's forms, which only this site's own pages may frame.
  const forms = await fetch(`${url}/dev`);
  expect(forms.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(await forms.text()).toMatch(/Demo account 9 .*Skip 7 days/s);

  // The store, the chain, the API, and the NFTs on the chain.
  await expect
    .poll(async () => (await fetch(`${url}/readyz`)).json())
    .toEqual({ status: 'ready', store: 'ok', chain: 'ok', feed: 'ok' });
  const { contracts } = await configAt(url);
  const rpc = await postJson(`${url}/dev/rpc`, {
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    // uri(2)
    params: [{ to: contracts.nationalNft, data: `0x0e89341c${'2'.padStart(64, '0')}` }],
  });
  const { result } = z.object({ result: z.string() }).parse(await rpc.json());
  expect(Buffer.from(result.slice(2), 'hex').toString('utf8')).toContain(
    `${url}/dev/metadata/national/2.json`,
  );

  // The game's sockets and Vite's share the port.
  (await openSockets(url)).socket.close();
});

test('a Ctrl-C, which reaches all its processes, ends it with everything saved', async () => {
  process.kill(-(dev.child.pid ?? 0), 'SIGINT');
  expect(await dev.ended).toBe(0);
  expect(existsSync(processes.chainRecord)).toBe(false);
});
