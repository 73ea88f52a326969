/** Which collections are behind the names of a data set: one that was dropped and recreated has a new id. */
import { UUID, type Db } from 'mongodb';
import { z } from 'zod';

/** The collections that hold acknowledged data. */
export const KEEPS_THE_GAME = ['players', 'stakes', 'events', 'receipts'] as const;

/** The server's own ids, by collection name. */
export type CollectionIds = ReadonlyMap<string, string>;

const listedSchema = z.object({
  name: z.string(),
  info: z.object({ uuid: z.instanceof(UUID).optional() }).optional(),
});

export async function collectionIdsOf(db: Db): Promise<CollectionIds> {
  const listed = await db
    .listCollections({ name: { $in: [...KEEPS_THE_GAME] } })
    .map((one) => listedSchema.parse(one))
    .toArray();
  return new Map(listed.map(({ name, info }) => [name, info?.uuid?.toHexString() ?? '']));
}
