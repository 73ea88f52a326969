/**
 * Reads a wallet's stakes, in the order of its lists: as many index keys as there are results; and
 * pages of players.
 */
import type { FindOptions } from 'mongodb';
import type { Address } from '../../../common/values/address.ts';
import { written } from '../../../common/values/cultural.ts';
import type { Stake } from '../../../common/values/stake.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { ifReadable, playerDocument, stakeDocument } from '../documents.ts';
import { playersPage } from '../pages.ts';
import type { StakeQuery, PlayersPage } from '../store.ts';
import { STAKE_INDEX, type Collections } from './collections.ts';

/**
 * @param options of a snapshot session, without which a stake that ends meanwhile may appear twice.
 */
export async function readStakes(
  collection: Collections['stakes'],
  wallet: Address,
  query: StakeQuery,
  options: FindOptions,
): Promise<Stake[]> {
  const found: Stake[] = [];
  for (const status of statusesOf(query)) {
    const limit = query.limit - found.length;
    if (limit === 0) break;
    const documents = await stakesOfStatus(collection, wallet, query, status, options)
      .limit(limit)
      .batchSize(limit)
      .toArray();
    found.push(...(await inSlices(documents, (document) => stakeDocument.decode(document))));
  }
  return found;
}

type Status = Stake['state']['status'];

/** In the list's order, from where it is to be read. */
function statusesOf({ activeOnly, before }: StakeQuery): readonly Status[] {
  if (activeOnly) return ['active'];
  return before?.state.status === 'ended' ? ['ended'] : ['active', 'ended'];
}

/** For several kinds, the index's parts are merged as they are read. */
function stakesOfStatus(
  collection: Collections['stakes'],
  wallet: Address,
  { kinds, activeOnly, before }: StakeQuery,
  status: Status,
  options: FindOptions,
) {
  // In a list of only active stakes, one that has ended since keeps its place.
  const place = before && (activeOnly || before.state.status === status) ? before : null;
  return collection
    .find(
      {
        wallet,
        kind: { $in: kinds.map((kind) => written(kind)) },
        'state.status': status,
        ...(place && { playerVersion: { $lt: place.playerVersion } }),
      },
      options,
    )
    .hint(STAKE_INDEX.name)
    .sort({ playerVersion: -1 });
}

/** A page of players, in the order of their keys, which are their wallets. */
export async function readPlayers(
  { players }: Pick<Collections, 'players'>,
  after: Address | null,
  most: number,
): Promise<PlayersPage> {
  const cursor = players.find(after === null ? {} : { _id: { $gt: after } }, {
    sort: { _id: 1 },
    limit: most,
    batchSize: most,
  });
  const page = await inSlices(await cursor.toArray(), (document) => ({
    wallet: document._id,
    player: ifReadable(() => playerDocument.decode(document)),
  }));
  return playersPage(page, most);
}
