/** A database as a released version left it. */
import { BSON, type Db } from 'mongodb';
import { z } from 'zod';
import { unpacked } from '../../testing/released-game.ts';

/** As it is stored, the width of its numbers included. */
const intSchema = z.instanceof(BSON.Int32).transform(({ value }) => value);
const dumpSchema = z.array(
  z.object({
    name: z.string(),
    options: z.record(z.string(), z.unknown()),
    indexes: z.array(z.object({ name: z.string(), key: z.record(z.string(), intSchema) }).loose()),
    documents: z.array(z.record(z.string(), z.unknown())),
  }),
);

/**
 * Puts the version's database into one that is empty, without the indexes by which the database
 * deletes what has expired since.
 */
export async function loadReleased(db: Db, version: string): Promise<void> {
  const dump = await unpacked(version, 'mongodb.json');
  for (const one of dumpSchema.parse(BSON.EJSON.parse(dump.toString(), { relaxed: false }))) {
    const collection = await db.createCollection(one.name, one.options);
    const indexes = one.indexes.filter(
      ({ name, ...index }) => name !== '_id_' && !('expireAfterSeconds' in index),
    );
    if (indexes.length > 0) await collection.createIndexes(indexes);
    if (one.documents.length > 0) await collection.insertMany(one.documents);
  }
}
