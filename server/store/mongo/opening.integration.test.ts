/** What a start against the wrong MongoDB says: what is wrong and what to do, and never a password. */
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walletOf } from '../../../common/testing/fixtures.ts';
import { testMongo, testMongod, type TestMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { startStandalone, startTestSet, type TestSet } from '../../../tools/test/mongo/test-set.ts';
import { keptWallets } from '../kept-wallets.ts';
import { StoreNotOpened } from '../store.ts';
import { joining } from '../testing/fixtures.ts';
import { openMongoStore } from './mongo-store.ts';
import { openMongoWallets } from './mongo-wallets.ts';

const mongo = await testMongo();
const mongod = await testMongod();

/** The message of a start that is refused. */
async function refusalOf(uri: string): Promise<string> {
  try {
    const store = await openMongoStore({ uri });
    await store.close();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreNotOpened);
    return String(error);
  }
  throw new Error('it was opened');
}

describe('a connection string that leads nowhere', () => {
  test.each([
    ['names no database', 'mongodb://denaria:secret@127.0.0.1:1/', /names no database/],
    ['is none', 'mongodb://denaria:secret@127.0.0.1:1:2/denaria', /can't be read/],
    [
      'takes back what a commit is worth',
      'mongodb://denaria:secret@127.0.0.1:1/denaria?replicaSet=rs0&readConcernLevel=local',
      /sets readConcernLevel, .* Take readConcernLevel out of MONGODB_URI\./,
    ],
    [
      'names a host where nobody answers',
      'mongodb://denaria:secret@127.0.0.1:1/denaria?replicaSet=rs0&serverSelectionTimeoutMS=100',
      /can't be used at 127\.0\.0\.1:1: .*Check that the replica set runs/,
    ],
  ])('is refused if it %s', async (_, uri, words) => {
    const refusal = await refusalOf(uri);
    expect(refusal).toMatch(words);
    expect(refusal).toMatch(/MONGODB_URI/);
    expect(refusal).not.toContain('secret');
  });
});

describe.skipIf(!mongo)('a database that is not ours to use', () => {
  async function refusalAfter(
    prepare: (client: MongoClient) => Promise<unknown>,
    { isNew }: { readonly isNew: boolean },
  ): Promise<string> {
    const { uri, drop } = wanted<TestMongo>(mongo).database();
    if (!isNew) await (await openMongoStore({ uri })).close();
    const client = new MongoClient(uri);
    try {
      await prepare(client);
      return await refusalOf(uri);
    } finally {
      await client.close();
      await drop();
    }
  }

  test('is refused if another program has a collection with one of our names, which is left alone', async () => {
    let recipes = 0;
    const refusal = await refusalAfter(
      async (client) => {
        await client.db().collection('events').insertOne({ dish: 'soup' });
        recipes = await client.db().collection('events').countDocuments();
      },
      { isNew: true },
    );
    expect(refusal).toMatch(/'events' that is another program's. Name another database/);
    expect(recipes).toBe(1);
  });

  test('is refused if a newer Denaria wrote it', async () => {
    const refusal = await refusalAfter(
      (client) =>
        client
          .db()
          .collection('data_set')
          .updateOne({}, { $set: { version: 99 } }),
      { isNew: false },
    );
    expect(refusal).toMatch(/a newer Denaria \(version 99.*Start that one, or restore a backup/);
  });

  test('is refused if a move into it did not finish', async () => {
    const refusal = await refusalAfter(
      (client) =>
        client
          .db()
          .collection('data_set')
          .updateOne({}, { $set: { state: 'incomplete' } }),
      { isNew: false },
    );
    expect(refusal).toMatch(/has not finished. Run `npm run migrate` again/);
  });

  test('is opened by several processes concurrently, which agree on its name', async () => {
    const { uri, drop } = wanted<TestMongo>(mongo).database();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openMongoStore({ uri })));
    const epochs = await Promise.all(
      stores.map(async (store) => {
        const snapshot = await store.loadPlayers();
        return snapshot.epoch;
      }),
    );
    expect(new Set(epochs).size).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
    await drop();
  });
});

describe.skipIf(!mongod)('a standalone server', () => {
  test('is refused with the way to a replica set', async () => {
    const server = await startStandalone(wanted<string>(mongod));
    try {
      expect(await refusalOf(server.uri('denaria'))).toMatch(
        /is standalone.*Start mongod with --replSet rs0 and run rs\.initiate\(\)/,
      );
    } finally {
      await server.stop();
    }
  });
});

describe.skipIf(!mongod)('a set that requires a password', () => {
  const writer = { name: 'writer', password: 'w-secret', database: 'game', roles: ['readWrite'] };
  const reader = { name: 'reader', password: 'r-secret', database: 'game', roles: ['read'] };
  let set: TestSet | null = null;

  beforeAll(async () => {
    set = await startTestSet({
      mongod: wanted<string>(mongod),
      nodes: 1,
      users: [writer, reader],
    });
  });

  afterAll(() => set?.stop());

  test('needs no more than readWrite on the database', async () => {
    const store = await openMongoStore({ uri: wanted<TestSet>(set).uriOf(writer) });
    await store.commit(joining(walletOf(1)), 0, null);
    await store.ping();
    await store.close();
  });

  test('refuses a wrong password, and a missing one', async () => {
    const { uriOf } = wanted<TestSet>(set);
    const wrong = await refusalOf(uriOf({ ...writer, password: 'guessed-secret' }));
    expect(wrong).toMatch(/does not accept the user 'writer' with that password.*authSource/);
    expect(wrong).not.toContain('guessed-secret');
    const none = uriOf(writer).replace('writer:w-secret@', '').replace('&authSource=game', '');
    expect(await refusalOf(none)).toMatch(/does not allow a connection without a password/);
  });

  test('refuses a user who may only read, and names the role to grant', async () => {
    const refusal = await refusalOf(wanted<TestSet>(set).uriOf({ ...reader, database: 'game' }));
    expect(refusal).toMatch(/does not allow the user 'reader'.*Give the role readWrite on it/);
    expect(refusal).not.toContain('r-secret');
  });

  test('lets a user who may only read audit it, and tells another the role to grant', async () => {
    const { uriOf } = wanted<TestSet>(set);
    const joiner = await openMongoStore({ uri: uriOf(writer) });
    await joiner.commit(joining(walletOf(2)), 0, null);
    await joiner.close();
    const source = await openMongoWallets({ uri: uriOf({ ...reader, database: 'game' }) });
    const wallets: string[] = [];
    for await (const { wallet } of keptWallets(source, null)) wallets.push(wallet);
    expect(wallets).toContain(walletOf(2));
    await source.close();
    const none = uriOf(writer).replace('writer:w-secret@', '').replace('&authSource=game', '');
    await expect(openMongoWallets({ uri: none })).rejects.toThrow(
      /does not let this user read.*Give it the role read/,
    );
  });
});

function wanted<T>(value: T | null): T {
  if (value === null) throw new Error('there is no MongoDB');
  return value;
}
