/**
 * What two versions of the stored data left behind in either store, the oldest and the newest: `vN/embedded`
 * is a data folder, `vN/mongo` a dump, and `expected.json` what it must read as today, in the form of
 * `documents.ts`. This file puts them where they can be opened.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { BSON, MongoClient, type Document } from 'mongodb';
import { z } from 'zod';
import { writtenAddressSchema } from '../../../../common/values/address.ts';
import { commandIdSchema } from '../../../../common/values/ids.ts';
import { DATABASE_FILE } from '../../embedded/database-file.ts';

const FOLDER = import.meta.dirname;

export const VERSIONS = ['v1', 'v6'] as const;
export type Version = (typeof VERSIONS)[number];
export const STORE_KINDS = ['embedded', 'mongo'] as const;
type StoreKind = (typeof STORE_KINDS)[number];

const expectedSchema = z.object({
  epoch: z.string(),
  rev: z.string(),
  players: z.array(z.unknown()),
  /** Of all wallets, one after the other, oldest first. */
  stakes: z.array(z.unknown()),
  /** In the order of their revs. */
  events: z.array(z.unknown()),
  receipts: z.array(z.object({ wallet: writtenAddressSchema, commandId: commandIdSchema })),
  settings: z.record(z.string(), z.string()),
  /** Issued and not yet spent. */
  nonce: z.string(),
  /** Session tokens by their ids, and wallets by their epochs. */
  revokedTokens: z.array(z.string()),
  sessionEpochs: z.array(z.tuple([writtenAddressSchema, z.int()])),
});

const collectionsSchema = z.array(
  z.object({
    name: z.string(),
    options: z.record(z.string(), z.unknown()),
    indexes: z.array(
      z.looseObject({ name: z.string(), key: z.record(z.string(), z.literal([1, -1])) }),
    ),
  }),
);

export function expectedOf(version: Version, kind: StoreKind): z.output<typeof expectedSchema> {
  return expectedSchema.parse(readJson(join(FOLDER, version, kind, 'expected.json')));
}

/** Puts a version's data folder into an empty directory. */
export function unpackDataDir(version: Version, dataDir: string): void {
  const packed = readFileSync(join(FOLDER, version, 'embedded', `${DATABASE_FILE}.gz`));
  writeFileSync(join(dataDir, DATABASE_FILE), gunzipSync(packed));
}

/** Restores a version's dump, canonical EJSON with a document per line, into a database that is new. */
export async function restoreDump(version: Version, uri: string): Promise<void> {
  const folder = join(FOLDER, version, 'mongo');
  const client = new MongoClient(uri);
  try {
    const collections = collectionsSchema.parse(readJson(join(folder, 'collections.json')));
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

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}
