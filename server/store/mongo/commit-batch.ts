/** The commands of a batch as documents, and the ways an attempt at them can fail (commit.ts). */
import type { Change } from '../../../common/rules/decision.ts';
import { eventDocument, playerDocument, stakeDocument } from '../documents.ts';
import type { Receipt } from '../store.ts';
import { FILLED_BY_SERVER } from './cluster-time.ts';
import {
  eventKey,
  receiptKey,
  stakeKey,
  type StoredDocument,
  type EventDocument,
  type ReceiptDocument,
} from './collections.ts';

/** A change in the form of its documents. */
export interface CommitDocuments {
  readonly expectedVersion: number;
  readonly player: StoredDocument;
  readonly stakes: readonly StoredDocument[];
  readonly event: EventDocument;
  readonly receipt: ReceiptDocument | null;
  /** [ORD1] */
  readonly order: number | null;
  /** The number of that under which it was decided; null: it holds under any. */
  readonly era: number | null;
}

export function documentsOf(
  { player, stakes, event, order }: Change,
  expectedVersion: number,
  receipt: Receipt | null,
  era: number | null = null,
): CommitDocuments {
  const { wallet, version } = player;
  return {
    expectedVersion,
    player: { _id: wallet, ...playerDocument.encode(player) },
    stakes: stakes.map((stake) => ({
      _id: stakeKey(wallet, stake.id),
      ...stakeDocument.encode(stake),
    })),
    event: {
      _id: eventKey(wallet, version),
      ...eventDocument.encode(event),
      insertedAt: FILLED_BY_SERVER,
      ordinal: 0,
    },
    receipt: receipt && {
      _id: receiptKey(wallet, receipt.commandId),
      fingerprint: receipt.fingerprint,
      answer: receipt.answer,
      expiresAt: new Date(receipt.expiresAt),
    },
    order: order ?? null,
    era,
  };
}

/**
 * Nothing was written, since these commands of the batch came too late. The others may go again.
 */
export class Unfit extends Error {
  override readonly name = 'Unfit';
  readonly commands: ReadonlySet<CommitDocuments>;

  constructor(commands: Iterable<CommitDocuments>, cause?: unknown) {
    super('some commands of the batch came too late', { cause });
    this.commands = new Set(commands);
  }
}

/** Nothing was written, because of one unknown command of the batch: each has to go by itself. */
export class Mixed extends Error {
  override readonly name = 'Mixed';
}

/** Nothing was written, since the era's slot is not there, or is being deleted (eras.ts). */
export class SlotGone extends Error {
  override readonly name = 'SlotGone';
}

/** Nothing was written, and the same batch may go again. */
export class NotCarriedOut extends Error {
  override readonly name = 'NotCarriedOut';
}
