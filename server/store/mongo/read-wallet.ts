/**
 * Reads everything that commands need with one driver command, since each costs this process and
 * the database more than what it finds. The collections are read one after the other, the players
 * first.
 */
import type { ClientSession } from 'mongodb';
import type { Address } from '../../../common/values/address.ts';
import type { CommandId } from '../../../common/values/ids.ts';
import { playerDocument, stakeDocument } from '../documents.ts';
import type { Era } from '../era.ts';
import { StoreUnavailable, type LoadedWallet, type LoadQuery, type Receipt } from '../store.ts';
import { NO_TIME, orderAt } from './cluster-time.ts';
import {
  receiptKey,
  stakeKey,
  type Collections,
  type StoredDocument,
  type ReceiptDocument,
} from './collections.ts';

/** One document of the answer, under the name of its part. */
interface Part {
  readonly player?: StoredDocument;
  readonly stake?: StoredDocument;
  readonly receipt?: ReceiptDocument;
}

/** More documents than any answer has, so that it comes whole, without a second request. */
const ONE_BATCH = { batchSize: 1000 } as const;

/** What one command needs to know about its wallet. */
export interface WalletQuestion {
  readonly wallet: Address;
  readonly query: LoadQuery;
}

/** [ORD1] `order`: that of all the answers, each of which may be UnreadableDocument. */
export async function readWallets(
  { players, stakes, receipts }: Collections,
  questions: readonly WalletQuestion[],
  {
    session,
    orderBase,
    era,
  }: { readonly session: ClientSession; readonly orderBase: number; readonly era: Era },
) {
  const staked = questions.flatMap(({ wallet, query: { stakeId } }) =>
    stakeId ? [stakeKey(wallet, stakeId)] : [],
  );
  const answered = questions.flatMap(({ wallet, query: { commandId } }) =>
    commandId ? [receiptKey(wallet, commandId)] : [],
  );
  const stages = [
    ...named(
      'player',
      questions.map(({ wallet }) => wallet),
    ),
    ...union('stake', stakes.collectionName, staked),
    ...union('receipt', receipts.collectionName, answered),
  ];
  const parts = await players.aggregate<Part>(stages, { session, ...ONE_BATCH }).toArray();
  // [ORD1] The answer contains the newest time that the primary knew: no commit answered before is
  // later. The commit that this is read for is, since the primary is sent this time with it.
  const time = session.clusterTime?.clusterTime;
  if (!time) throw new StoreUnavailable(NO_TIME);
  const found = {
    player: byKey(parts.flatMap((part) => part.player ?? [])),
    stake: byKey(parts.flatMap((part) => part.stake ?? [])),
    receipt: byKey(parts.flatMap((part) => part.receipt ?? [])),
  };
  const order = orderAt(time, orderBase);
  const answers = questions.map(
    ({ wallet, query: { stakeId, commandId, now } }) =>
      (): LoadedWallet => {
        const player = found.player.get(wallet);
        const stake = stakeId && found.stake.get(stakeKey(wallet, stakeId));
        const receipt = commandId && found.receipt.get(receiptKey(wallet, commandId));
        return {
          player: player ? playerDocument.decode(player) : null,
          stake: stake ? stakeDocument.decode(stake) : null,
          receipt: commandId && receipt ? aliveAt(now, receiptOf(commandId, receipt)) : null,
          order,
          era,
        };
      },
  );
  return { order, answers };
}

function union(name: string, collection: string, keys: readonly string[]) {
  return keys.length > 0 ? [{ $unionWith: { coll: collection, pipeline: named(name, keys) } }] : [];
}

function named(name: string, keys: readonly string[]) {
  return [{ $match: { _id: { $in: keys } } }, { $project: { _id: 0, [name]: '$$ROOT' } }];
}

function byKey<Row extends { readonly _id: string }>(rows: readonly Row[]) {
  return new Map(rows.map((row) => [row._id, row]));
}

function aliveAt(now: number, receipt: Receipt): Receipt | null {
  return receipt.expiresAt > now ? receipt : null;
}

function receiptOf(
  commandId: CommandId,
  { fingerprint, answer, expiresAt }: ReceiptDocument,
): Receipt {
  return { commandId, fingerprint, answer, expiresAt: expiresAt.getTime() };
}
