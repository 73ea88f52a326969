/**
 * What a start says against servers of its own: one without a replica set, and one that requires a
 * password.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { testMongod } from '../../../tools/test/mongo/test-mongo.ts';
import { startStandalone, startTestSet, type TestSet } from '../../../tools/test/mongo/test-set.ts';
import { ABOVE_ALL } from '../stream.ts';
import { joining } from '../testing/fixtures.ts';
import { openMongoStore } from './mongo-store.ts';
import { openMongoWallets } from './mongo-stream.ts';
import { refusalOf } from './testing/processes.ts';

const mongod = await testMongod();

test.skipIf(!mongod)('a standalone server is refused with the way to a replica set', async () => {
  const server = await startStandalone(mongod ?? '');
  try {
    expect(await refusalOf(server.uri('denaria'))).toMatch(
      /is standalone.*Start mongod with --replSet rs0 and run rs\.initiate\(\)/,
    );
  } finally {
    await server.stop();
  }
});

test.skipIf(!mongod)(
  'a set that was never initiated is refused with the command that initiates it',
  async () => {
    const server = await startStandalone(mongod ?? '', 'rs0');
    try {
      for (const set of ['', 'replicaSet=rs0&']) {
        const uri = `${server.uri('denaria')}?${set}serverSelectionTimeoutMS=100`;
        expect(await refusalOf(uri)).toMatch(/was never initiated\. Run rs\.initiate\(\) once/);
      }
    } finally {
      await server.stop();
    }
  },
);

describe.skipIf(!mongod)('a set that requires a password', () => {
  const writer = { name: 'writer', password: 'w-secret', database: 'game', roles: ['readWrite'] };
  const reader = { name: 'reader', password: 'r-secret', database: 'game', roles: ['read'] };
  let set: TestSet;

  beforeAll(async () => {
    set = await startTestSet({ mongod: mongod ?? '', nodes: 1, users: [writer, reader] });
  });
  afterAll(() => set.stop());

  test('refuses a wrong password, and a missing one', async () => {
    const { uriOf } = set;
    const wrong = await refusalOf(uriOf({ ...writer, password: 'guessed-secret' }));
    expect(wrong).toMatch(/does not accept the user 'writer' with that password.*authSource/);
    expect(wrong).not.toContain('guessed-secret');
    const none = uriOf(writer).replace('writer:w-secret@', '').replace('&authSource=game', '');
    expect(await refusalOf(none)).toMatch(/does not allow a connection without a password/);
  });

  test('refuses a user who may only read, and names the role to grant', async () => {
    const refusal = await refusalOf(set.uriOf({ ...reader, database: 'game' }));
    expect(refusal).toMatch(/does not allow the user 'reader'.*Give the role readWrite on it/);
    expect(refusal).not.toContain('r-secret');
  });

  test('lets a user who may only read audit it, and tells another the role to grant', async () => {
    const { uriOf } = set;
    // No more than readWrite on the database is needed.
    const store = await openMongoStore({ uri: uriOf(writer) });
    await store.commit(joining(walletOf(1)), 0, null);
    await store.close();
    const source = await openMongoWallets(uriOf({ ...reader, database: 'game' }));
    const wallets: string[] = [];
    for await (const players of source.read('players', { after: '', upTo: ABOVE_ALL })) {
      wallets.push(...players.map(([wallet]) => wallet));
    }
    expect(wallets).toEqual([walletOf(1)]);
    await source.close();
    const none = uriOf(writer).replace('writer:w-secret@', '').replace('&authSource=game', '');
    await expect(openMongoWallets(none)).rejects.toThrow(
      /does not let this user read.*Give it the role read/,
    );
  });
});
