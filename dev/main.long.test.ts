/**
 * `npm run dev` under what a developer does to it: edits, a wrong configuration and a kill, on a
 * copy of the sources.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { BOARD_HEADERS } from '../common/protocol/board-headers.ts';
import { leaderboardCall } from '../common/protocol/leaderboard.ts';
import { wait } from '../tools/test/counts.ts';
import { listening } from '../tools/test/listening.ts';
import { configAt, devProcesses, openSockets, postJson } from './testing/dev-process.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const CONTRACT = `0x${'1'.padStart(40, '0')}`;

let processes: ReturnType<typeof devProcesses>;
beforeEach(() => {
  processes = devProcesses();
});
afterEach(() => processes.end());

/** Which game the server at this address plays, and its newest commit. */
async function gameAt(url: string) {
  const { headers } = await fetch(`${url}${leaderboardCall.path}`);
  return {
    epoch: headers.get(BOARD_HEADERS.epoch),
    rev: headers.get(BOARD_HEADERS.rev),
  };
}

const recordSchema = z.object({ pid: z.int(), parentPid: z.int() });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // There is no such process.
    return false;
  }
}

test('a chain that does not answer is reported in sentences', async () => {
  const away = {
    ETH_RPC_URL: 'http://127.0.0.1:1',
    DENA_ADDRESS: CONTRACT,
    NATIONAL_NFT_ADDRESS: CONTRACT,
    CULTURAL_NFT_ADDRESS: CONTRACT,
    LOG_LEVEL: 'warn',
  };
  const unknown = processes.start({ ...away, REHEARSAL: '1' });
  expect(await unknown.ended).toBe(1);
  expect(unknown.said).toMatch(/ETH_RPC_URL does not answer, .*\n(Cause: .*\n)*Cause: .*REFUSED/);
  const dev = processes.start(away);
  await dev.url();
  expect(dev.said).toMatch(/^Warning: the chain does not answer; .*REFUSED/m);
  for (const { said } of [unknown, dev]) expect(said).not.toMatch(/^\s+at |^\{/m);
});

test('a taken port is reported before anything is begun', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  const taken = processes.start({ PORT: String(await listening(other)) });
  expect(await taken.ended).toBe(1);
  expect(taken.said).toMatch(/PORT: \d+ is taken/);
  expect(existsSync(dirname(processes.chainRecord))).toBe(false);
});

test('an edit restarts it on the same port, once its code can start, and the game goes on', async () => {
  const dev = processes.start();
  const url = await dev.url();
  const { socket, hmr } = await openSockets(url);
  onTestFinished(() => void socket.close());
  // Longer than the game's own sockets leave a foreign connection open.
  await wait(1500);
  expect(hmr.destroyed).toBe(false);
  expect(socket.connected).toBe(true);
  expect((await postJson(`${url}/dev/clock`, { advanceMs: DAY_MS })).status).toBe(200);
  const before = { config: await configAt(url), game: await gameAt(url) };

  const hmrClosed = once(hmr, 'close');
  const edited = 'server/http/routes/config.ts';
  processes.sources.edit(edited, 'lockMs: rules().lockMs', 'lockMs: rules().lockMs +');
  await dev.says(`${edited} changed: restarting…`);
  await dev.says(/The server did not start/);
  await hmrClosed;
  expect(dev.child.exitCode).toBeNull();
  expect(dev.said).not.toContain('Restarted in');
  processes.sources.edit(edited, 'lockMs: rules().lockMs +', 'lockMs: rules().lockMs + 1');
  await dev.says(/Restarted in/);

  const { lockMs, contracts, now } = await configAt(url);
  expect(lockMs).toBe(before.config.lockMs + 1);
  expect(contracts).toEqual(before.config.contracts);
  expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.parse(before.config.now));
  expect(dev.said.match(/Began a new local chain/g)).toHaveLength(1);
  // The rivals play on, in the same game.
  const { epoch, rev } = await gameAt(url);
  expect(epoch).toBe(before.game.epoch);
  await expect.poll(async () => (await gameAt(url)).rev).not.toBe(rev);
});

test('a kill ends the whole world with it', async () => {
  const { child } = processes.start();
  const recorded = () =>
    recordSchema.parse(JSON.parse(readFileSync(processes.chainRecord, 'utf8')));
  await expect.poll(recorded).toBeDefined();
  const { pid, parentPid } = recorded();
  expect([pid, parentPid].map(isRunning)).toEqual([true, true]);
  child.kill('SIGKILL');
  await expect.poll(() => [pid, parentPid].map(isRunning)).toEqual([false, false]);
});
