/** Which collections stand under the names of a data set: one that was dropped and made again is another. */
import { UUID, type Db } from 'mongodb';
import { z } from 'zod';

/** The collections that hold what was acknowledged. */
export const KEEPS_THE_GAME = ['players', 'stakes', 'events', 'receipts'] as const;

/** The server's own ids, by the collections' names. */
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
