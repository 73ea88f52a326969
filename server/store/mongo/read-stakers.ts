/** Reads pages of players, in the order of their keys, which are their wallets. */
import type { Address } from '../../../common/values/address.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { ifReadable, playerDocument } from '../documents.ts';
import { stakersAmong } from '../stakers.ts';
import type { Stakers } from '../store.ts';
import { AlikeDocuments } from './alike-documents.ts';
import type { Collections } from './collections.ts';

export async function readStakers(
  { players }: Pick<Collections, 'players'>,
  after: Address | null,
  most: number,
): Promise<Stakers> {
  // Not filtered by the database: the number of documents it scans is what bounds the cost.
  const cursor = players.find<Uint8Array>(after === null ? {} : { _id: { $gt: after } }, {
    sort: { _id: 1 },
    limit: most,
    batchSize: most,
    raw: true,
  });
  const reader = new AlikeDocuments();
  const kept = await inSlices(await cursor.toArray(), (bytes) => {
    const document = reader.read(bytes);
    return {
      wallet: keyOf(document),
      player: ifReadable(() => playerDocument.decode(document)),
    };
  });
  return stakersAmong(kept, most);
}

/** Every document has one, and a player's is a text. */
function keyOf(document: unknown): string {
  const hasKey = typeof document === 'object' && document !== null && '_id' in document;
  return hasKey ? String(document._id) : '';
}
