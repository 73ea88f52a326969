/**
 * What MongoDB offers a suite: databases on the run's shared set, or a mongod to start its own sets
 * with.
 */
import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { inject } from 'vitest';
import type { FoundMongod } from './find-mongod.ts';
import { DATABASE_PLACEHOLDER, type SharedSet } from './vitest-setup.ts';

interface TestDatabase {
  readonly uri: string;
  readonly drop: () => Promise<void>;
}

export interface TestMongo {
  /** A database that does not exist yet. */
  database(): TestDatabase;
}

/**
 * The run's set; null if there is none and the suite must be skipped. With CI set, that is an
 * error.
 */
export async function testMongo(): Promise<TestMongo | null> {
  const shared: SharedSet = await ask('/set');
  if (!shared.found) return missing(shared);
  return { database: () => databaseOf(shared.uri) };
}

/** A mongod for a suite's own sets; null if there is none. */
export async function testMongod(): Promise<string | null> {
  const found: FoundMongod = await ask('/mongod');
  return found.found ? found.mongod : missing(found);
}

function databaseOf(place: string): TestDatabase {
  const uri = place.replace(DATABASE_PLACEHOLDER, `denaria_test_${randomBytes(6).toString('hex')}`);
  return {
    uri,
    async drop() {
      const client = new MongoClient(uri);
      try {
        await client.db().dropDatabase();
      } finally {
        await client.close();
      }
    },
  };
}

function missing({ why }: Extract<FoundMongod, { found: false }>): null {
  if (process.env['CI']) throw new Error(`The MongoDB suites can't run: ${why}`);
  return null;
}

async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(`${inject('mongoLauncher')}${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text);
}
