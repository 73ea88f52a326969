import { expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { UnreadableDocument } from './documents.ts';
import { ERA_KEY } from './era.ts';
import { ONLY_THE_PLAYER } from './store.ts';
import { joining } from './testing/fixtures.ts';
import { openMemoryStore } from './testing/memory-store.ts';

test('a damaged era stops commands, and no reading of players', async () => {
  const store = openMemoryStore();
  await store.commit(joining(walletOf(1)), 0, null);
  for (const document of ['{', '{"number":"1"}']) {
    await store.rows('era').put({ key: ERA_KEY, document });
    await expect(store.load(walletOf(1), ONLY_THE_PLAYER)).rejects.toThrow(UnreadableDocument);
    await expect(store.era()).rejects.toThrow('Restore a backup');
    expect(await store.player(walletOf(1))).toMatchObject({ version: 1 });
  }
});
