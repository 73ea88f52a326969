/**
 * `npm run audit` as an operator starts it, next to a running game, and its output if it can't run.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointText, signerOf, signNote } from '../../common/ledger/note.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { Game } from '../../tools/rig/game.ts';
import { ask } from './support/http-client.ts';
import { newDataFolder, removeDataFolder } from './support/data-folder.ts';
import { startLoad } from './support/load.ts';
import { runProgram } from './support/operate.ts';

const run = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  runProgram('audit', env, args);

const WALLETS = Array.from({ length: 8 }, (_, n) => walletOf(n + 1));

let game: Game;
beforeAll(async () => {
  game = await Game.start({ program: 'source' });
});
afterAll(() => game.close());

test('from outside ends with 0, 1 or 2, and says why', async () => {
  const keep = await newDataFolder();
  const seen = join(keep, 'seen.txt');
  const from = ['--from', game.server.url, '--keep', join(keep, 'log')];
  expect(await run({}, ...from)).toMatchObject({
    code: 2,
    error:
      'The ledger has no checkpoint yet: the first one comes within 5 s of the first commit.\n',
  });
  await game.joins(walletOf(9), 'italy');
  const checkpoint = async () => (await ask(game.server.url, '/ledger/checkpoint')).status;
  await expect.poll(checkpoint).toBe(200);
  const agreed = await run({}, ...from, '--rpc', game.rpcUrl);
  expect(agreed).toMatchObject({ code: 0, error: '' });
  expect(agreed.out).toMatch(/leaves +1, the root \S+\n +players 1, .*The log, .* agree\.\n$/s);
  const signer = signerOf('localhost/denaria', new Uint8Array(32).fill(7));
  const forged = { origin: 'localhost/denaria', size: 1, root: new Uint8Array(32) };
  await writeFile(seen, signNote(checkpointText(forged), signer));
  const differs = await run({}, ...from, '--seen', seen);
  expect(differs).toMatchObject({ code: 1, error: '' });
  expect(differs.out).toContain('The log’s key changed, or somebody forged the checkpoint 1 of');
  const nothing = await run({}, '--from', game.server.url, '--wallet', walletOf(1));
  expect(nothing).toMatchObject({ code: 2, out: '' });
  expect(nothing.error).toMatch(
    /^npm run audit -- --wallet[^]*DATA_DIR and MONGODB_URI[^]*No option names another place/,
  );
  await removeDataFolder(keep);
});

test('agrees next to a game that keeps committing, and the game does not notice', async () => {
  const { dataDir, server } = game;
  const env = { DATA_DIR: dataDir };
  for (const [n, wallet] of WALLETS.entries()) {
    expect(await game.joins(wallet, NATION_IDS[n % NATION_IDS.length])).toBe(201);
  }
  const load = startLoad({
    players: WALLETS.map((wallet) => ({ wallet })),
    urls: [server.url],
    pauseMs: 0,
  });
  await expect.poll(() => load.acknowledged.length).toBeGreaterThan(WALLETS.length);
  const during = await run(env, '--all');
  expect(during).toMatchObject({ code: 0, error: '' });
  expect(during.out).toContain('agree');
  const seen = Number(/events +([\d,]+)/.exec(during.out)?.[1]?.replaceAll(',', ''));
  await load.stop();
  expect(load.refused).toEqual([]);
  // A settlement that adds nothing is no event. One joined before.
  const commits = load.acknowledged.filter(({ command }) => command.kind !== 'settlement').length;
  const events = commits + WALLETS.length + 1;
  // The game did go on meanwhile: there is more now than the audit saw.
  expect(events).toBeGreaterThan(seen);
  expect(seen).toBeGreaterThan(WALLETS.length + 1);
  // What a killed game leaves in its log is read as well.
  await server.end();
  const all = await run(env, '--all');
  expect(all.code).toBe(0);
  expect(all.out).toMatch(new RegExp(`events +${events.toLocaleString('en-US')}\\n`));
  expect(server.output()).toBe('');
});
