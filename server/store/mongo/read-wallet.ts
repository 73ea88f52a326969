/**
 * Reads everything that a command needs with one driver command, since each costs this process and the
 * database more than what it finds. The collections are read one after the other, the players first.
 */
import type { ClientSession } from 'mongodb';
import type { Address } from '../../../common/values/address.ts';
import type { CommandId } from '../../../common/values/ids.ts';
import { stakeDocument } from '../documents.ts';
import { StoreUnavailable, type LoadedWallet, type LoadQuery, type Receipt } from '../store.ts';
import { NO_TIME } from './cluster-time.ts';
import {
  receiptKey,
  stakeKey,
  type Collections,
  type Kept,
  type KeptReceipt,
} from './collections.ts';
import { orderAt } from './order.ts';
import { decodePlayers } from './running-totals.ts';

/** One document of the answer, under the name of its part. */
type Part =
  { readonly player: Kept } | { readonly stake: Kept } | { readonly receipt: KeptReceipt };

/** @throws UnreadableDocument */
export async function readWallet(
  { players, stakes, receipts }: Collections,
  wallet: Address,
  { stakeId, commandId, now }: LoadQuery,
  { session, orderBase }: { readonly session: ClientSession; readonly orderBase: number },
): Promise<LoadedWallet> {
  const staked = stakeId && { _id: stakeKey(wallet, stakeId) };
  const alive = commandId && {
    _id: receiptKey(wallet, commandId),
    expiresAt: { $gt: new Date(now) },
  };
  const stages = [
    ...named('player', { _id: wallet }),
    ...(staked
      ? [{ $unionWith: { coll: stakes.collectionName, pipeline: named('stake', staked) } }]
      : []),
    ...(alive
      ? [{ $unionWith: { coll: receipts.collectionName, pipeline: named('receipt', alive) } }]
      : []),
  ];
  const parts = await players.aggregate<Part>(stages, { session }).toArray();
  // [ORD1] The answer contains the newest time that the primary knew: no commit answered before is later.
  // The commit that this is read for is, since the primary is sent this time with it.
  const time = session.clusterTime?.clusterTime;
  if (!time) throw new StoreUnavailable(NO_TIME);
  const found = parts.flatMap((part) => ('player' in part ? [part.player] : []));
  const [player = null] = await decodePlayers(found, stakes);
  const [stake] = parts.flatMap((part) => ('stake' in part ? [part.stake] : []));
  const [receipt] = parts.flatMap((part) => ('receipt' in part ? [part.receipt] : []));
  return {
    player,
    stake: stake ? stakeDocument.decode(stake) : null,
    receipt: commandId && receipt ? receiptOf(commandId, receipt) : null,
    order: orderAt(time, orderBase),
  };
}

function named(name: string, filter: object) {
  return [{ $match: filter }, { $project: { _id: 0, [name]: '$$ROOT' } }];
}

function receiptOf(commandId: CommandId, { fingerprint, answer, expiresAt }: KeptReceipt): Receipt {
  return { commandId, fingerprint, answer, expiresAt: expiresAt.getTime() };
}
