/** What a start against the wrong MongoDB says: what is wrong and what to do, and never a password. */
import { MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { testMongo } from '../../../tools/test/mongo/test-mongo.ts';
import { openMongoStore } from './mongo-store.ts';
import { openMongoWallets } from './mongo-wallets.ts';
import { refusalOf } from './testing/refusal.ts';

const mongo = await testMongo();

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
  function databaseOf() {
    if (!mongo) throw new Error('there is no MongoDB');
    return mongo.database();
  }

  async function refusalAfter(
    prepare: (client: MongoClient) => Promise<unknown>,
    { isNew }: { readonly isNew: boolean },
  ): Promise<string> {
    const { uri, drop } = databaseOf();
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

  test('is refused if its set has another name', async () => {
    const { uri } = databaseOf();
    const other = uri.replace(/replicaSet=[^&]*/, 'replicaSet=other&serverSelectionTimeoutMS=100');
    expect(await refusalOf(other)).toMatch(
      /no server there belongs to a replica set named 'other'\. Set replicaSet in MONGODB_URI/,
    );
  });

  test('gets the indexes and collections that a restore left out; until then an audit says so', async () => {
    const { uri, drop } = databaseOf();
    await (await openMongoStore({ uri })).close();
    const client = new MongoClient(uri);
    const collections = () => client.db().collections();
    const indexes = async () => {
      const all = (await collections()).map(async (one) => {
        const names = (await one.indexes()).map(({ name }) => name);
        return [one.collectionName, new Set(names)] as const;
      });
      return new Map(await Promise.all(all));
    };
    const whole = await indexes();
    for (const one of await collections()) await one.dropIndexes();
    await client.db().dropCollection('nonces');
    await expect(openMongoWallets({ uri })).rejects.toThrow(
      /lacks the index .* Start the game on it once, which makes it/,
    );
    const store = await openMongoStore({ uri });
    expect(await indexes()).toEqual(whole);
    await store.close();
    await (await openMongoWallets({ uri })).close();
    await client.close();
    await drop();
  });

  test('is opened by several processes concurrently, which agree on its name', async () => {
    const { uri, drop } = databaseOf();
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
