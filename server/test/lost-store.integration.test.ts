/** What a process says whose store is lost for good; tools/chaos takes it away for a while. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { Game } from '../../tools/rig/game.ts';
import { DATABASE_FILE } from '../store/stored-form.ts';

test('a process whose embedded store is lost ends with 1 and says why, though nobody asks it anything', async () => {
  const game = await Game.start({ program: 'source', servers: 0, env: { LOG_LEVEL: 'fatal' } });
  onTestFinished(() => game.close());
  const inner = join(game.dataDir, 'data');
  const server = await game.addServer({ env: { DATA_DIR: inner } });
  expect(await game.joins(walletOf(1))).toBe(201);
  rmSync(join(inner, DATABASE_FILE));
  expect(await server.exit).toBe(1);
  expect(server.output()).toMatch(/was removed while it was open/);
  expect(server.output()).toMatch(/The store in DATA_DIR is lost: .*start Denaria again\./);
});
