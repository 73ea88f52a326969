/**
 * What each version of the stored data left behind in either store: `vN/embedded` is a data folder,
 * `vN/mongo` a dump. This file lists them and puts them where they can be opened.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BSON, MongoClient, type Document } from 'mongodb';
import { z } from 'zod';
import { writtenAddressSchema } from '../../../../common/values/address.ts';
import { nationIdSchema } from '../../../../common/values/nation-id.ts';
import { DATABASE_FILE } from '../../embedded/database.ts';

const FOLDER = import.meta.dirname;
const EXPECTED_FILE = 'expected.json';
const COLLECTIONS_FILE = 'collections.json';

export const STORE_KINDS = ['embedded', 'mongo'] as const;
export type StoreKind = (typeof STORE_KINDS)[number];

/** The versions that have fixtures, oldest first: `v1`, `v2` … */
export const VERSIONS = readdirSync(FOLDER)
  .filter((name) => /^v\d+$/.test(name))
  .toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1)));

/** What a fixture must read as today: documents as `documents.ts` writes them. */
const expectedSchema = z.object({
  epoch: z.string(),
  rev: z.string(),
  players: z.array(z.unknown()),
  /** Of all wallets, one after the other, oldest first. */
  stakes: z.array(
    z.looseObject({
      wallet: writtenAddressSchema,
      id: z.string(),
      kind: z.string(),
      state: z.looseObject({ status: z.string() }),
    }),
  ),
  /** In the order of their revs. */
  events: z.array(z.looseObject({ at: z.int() })),
  settings: z.record(z.string(), z.string()),
  /** Issued and not yet spent. */
  nonce: z.string(),
  /** Session tokens by their ids, and wallets by their epochs; there were none before v2. */
  revokedTokens: z.array(z.string()).default([]),
  sessionEpochs: z.array(z.tuple([writtenAddressSchema, z.int()])).default([]),
  /** The leaderboard's rows. */
  ranks: z.array(z.unknown()),
  /** Requests that were carried out, and what a retry of each is answered. */
  requests: z.array(
    z.object({
      wallet: writtenAddressSchema,
      path: z.string(),
      body: z.record(z.string(), z.unknown()),
      key: z.string(),
      status: z.int(),
      answer: z.record(z.string(), z.unknown()),
    }),
  ),
  /** The chain's final state: its newest block, and what the players hold. */
  block: z.int(),
  purses: z.array(
    z.object({
      wallet: writtenAddressSchema,
      nationId: nationIdSchema,
      denaWei: z.string().transform(BigInt),
      national: z.int(),
      cultural: z.int(),
      /** There were none before v4. */
      name: z.string().nullable().default(null),
    }),
  ),
});
export type Expected = z.output<typeof expectedSchema>;
/** As it is in its file. */
export type ExpectedText = z.input<typeof expectedSchema>;

const collectionsSchema = z.array(
  z.object({
    name: z.string(),
    options: z.record(z.string(), z.unknown()),
    indexes: z.array(
      z.looseObject({ name: z.string(), key: z.record(z.string(), z.literal([1, -1])) }),
    ),
  }),
);

export function expectedOf(version: string, kind: StoreKind): Expected {
  return expectedSchema.parse(readJson(join(FOLDER, version, kind, EXPECTED_FILE)));
}

/** Puts a version's data folder into an empty directory. */
export function unpackDataDir(version: string, dataDir: string): void {
  const packed = readFileSync(join(FOLDER, version, 'embedded', `${DATABASE_FILE}.gz`));
  writeFileSync(join(dataDir, DATABASE_FILE), gunzipSync(packed));
}

/** Restores a version's dump into a database that does not exist yet. */
export async function restoreDump(version: string, uri: string): Promise<void> {
  const folder = join(FOLDER, version, 'mongo');
  const client = new MongoClient(uri);
  try {
    const collections = collectionsSchema.parse(readJson(join(folder, COLLECTIONS_FILE)));
    for (const { name, options, indexes } of collections) {
      const collection = await client.db().createCollection(name, options);
      if (indexes.length > 0) await collection.createIndexes(indexes);
      const documents = linesOf(join(folder, `${name}.jsonl`)).map((line): Document =>
        BSON.EJSON.parse(line, { relaxed: false }),
      );
      if (documents.length > 0) await collection.insertMany(documents);
    }
  } finally {
    await client.close();
  }
}

/** Where a new fixture is written. @throws Error if that version has one: it is never changed. */
export function newFixture(version: string): string {
  const folder = join(FOLDER, version);
  if (existsSync(folder))
    throw new Error(`${folder} is there already. A fixture is never changed.`);
  return folder;
}

export function writeExpected(folder: string, kind: StoreKind, expected: ExpectedText): void {
  const text = JSON.stringify(expected, null, 2);
  writeFileSync(join(inFolder(folder, kind), EXPECTED_FILE), `${text}\n`);
}

export function packDataDir(folder: string, dataDir: string): void {
  const bytes = readFileSync(join(dataDir, DATABASE_FILE));
  writeFileSync(
    join(inFolder(folder, 'embedded'), `${DATABASE_FILE}.gz`),
    gzipSync(bytes, { level: 9 }),
  );
}

/** Every collection: its options, and its documents as canonical EJSON, one per line. */
export async function writeDump(folder: string, uri: string): Promise<void> {
  const into = inFolder(folder, 'mongo');
  const client = new MongoClient(uri);
  try {
    const db = client.db();
    const found = await db.listCollections().toArray();
    const collections = [];
    for (const { name } of found.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const collection = db.collection(name);
      const indexes = await collection.indexes();
      collections.push({
        name,
        options: await collection.options(),
        indexes: indexes
          .filter((index) => index.name !== '_id_')
          // The index format's version is the server's own.
          .map(({ v: _v, ...index }) => index),
      });
      const documents = await collection.find({}, RAW).sort({ _id: 1 }).toArray();
      const lines = documents.map((document) => BSON.EJSON.stringify(document, { relaxed: false }));
      writeFileSync(join(into, `${name}.jsonl`), lines.map((line) => `${line}\n`).join(''));
    }
    writeFileSync(
      join(into, COLLECTIONS_FILE),
      `${JSON.stringify(collectionsSchema.parse(collections), null, 2)}\n`,
    );
  } finally {
    await client.close();
  }
}

/** Numbers in the server's own types, so that an int does not become a double on the way there and back. */
const RAW = { promoteValues: false, promoteLongs: false };

function inFolder(folder: string, kind: StoreKind): string {
  const path = join(folder, kind);
  mkdirSync(path, { recursive: true });
  return path;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}
