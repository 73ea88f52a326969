/**
 * A data set wallet by wallet: everything about one wallet is from one moment. What can't be read is passed
 * on as unreadable.
 */
import type { Address } from '../../common/values/address.ts';
import type { Player } from '../../common/values/player.ts';
import type { Stake } from '../../common/values/stake.ts';
import {
  ABOVE_ALL,
  type Parts,
  type WalletPart,
  type WalletRange,
  type WalletSource,
} from '../store/archive.ts';
import { fromText, ifReadable, playerDocument, stakeDocument } from '../store/documents.ts';
import { readAsFar, type ReadableEvent } from '../store/unreadable-events.ts';

export interface KeptStake {
  readonly id: string;
  /** Null: it can't be read. */
  readonly stake: Stake | null;
}

export interface KeptEvent {
  /** The version of the player that its commit made. */
  readonly version: number;
  readonly event: ReadableEvent;
}

/** Everything stored about one wallet. */
export interface KeptWallet {
  readonly wallet: string;
  /** Null: there is no player. */
  readonly player: Player | 'unreadable' | null;
  readonly stakes: readonly KeptStake[];
  /** In the order of their versions. Read them before asking for the next wallet. */
  readonly events: AsyncIterable<KeptEvent>;
}

/** Players whose stakes and events are read together. */
const BATCH = 500;

/** Every wallet that the store knows anything about, or only this one. @throws StoreNotOpened */
export async function* keptWallets(
  source: WalletSource,
  only: Address | null,
): AsyncGenerator<KeptWallet> {
  const last = only ?? ABOVE_ALL;
  let after = only ? justBefore(only) : '';
  for (;;) {
    await source.refresh();
    const players = await collect(rows(source, 'players', { after, upTo: last }, BATCH));
    const isLast = players.length < BATCH;
    const upTo = isLast ? last : (players.at(-1)?.[0] ?? last);
    yield* together(source, players, { after, upTo });
    if (isLast) break;
    after = upTo;
  }
  await source.refresh();
}

async function* together(
  source: WalletSource,
  readPlayers: readonly Parts['players'][],
  range: WalletRange,
): AsyncGenerator<KeptWallet> {
  const players = new Ahead(readPlayers);
  const stakes = new Ahead(rows(source, 'stakes', range));
  const events = new Ahead(rows(source, 'events', range));
  try {
    for (;;) {
      const heads = [await players.peek(), await stakes.peek(), await events.peek()];
      const [wallet] = heads.flatMap((head) => head?.[0] ?? []).toSorted();
      if (wallet === undefined) return;
      const [player] = await collect(players.of(wallet));
      yield {
        wallet,
        player: player ? playerOf(player) : null,
        stakes: (await collect(stakes.of(wallet))).map(stakeOf),
        events: eventsOf(events.of(wallet)),
      };
      // Skip what was not read.
      await collect(events.of(wallet));
    }
  } finally {
    await Promise.all([stakes.close(), events.close()]);
  }
}

function playerOf([, text]: Parts['players']): KeptWallet['player'] {
  return ifReadable(() => playerDocument.decode(fromText(text))) ?? 'unreadable';
}

function stakeOf([, id, text]: Parts['stakes']): KeptStake {
  return { id, stake: ifReadable(() => stakeDocument.decode(fromText(text))) };
}

async function* eventsOf(kept: AsyncIterable<Parts['events']>): AsyncGenerator<KeptEvent> {
  for await (const [, version, text] of kept)
    yield { version, event: readAsFar(() => fromText(text)) };
}

async function* rows<Name extends WalletPart>(
  source: WalletSource,
  part: Name,
  range: WalletRange,
  most?: number,
): AsyncGenerator<Parts[Name]> {
  for await (const batch of source.read(part, range, most)) yield* batch;
}

/** A stream whose next row can be peeked at. */
class Ahead<Row extends readonly [wallet: string, ...unknown[]]> {
  readonly #rows: AsyncIterator<Row> | Iterator<Row>;
  #head: Row | null = null;
  #hasEnded = false;

  constructor(rows: AsyncIterable<Row> | Iterable<Row>) {
    this.#rows =
      Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }

  /** Null after the last row. */
  async peek(): Promise<Row | null> {
    if (this.#head || this.#hasEnded) return this.#head;
    const { done, value } = await this.#rows.next();
    if (done) this.#hasEnded = true;
    else this.#head = value;
    return this.#head;
  }

  /** The rows up to the first one of another wallet. */
  async *of(wallet: string): AsyncGenerator<Row> {
    for (;;) {
      const row = await this.peek();
      if (row?.[0] !== wallet) return;
      this.#head = null;
      yield row;
    }
  }

  async close(): Promise<void> {
    await this.#rows.return?.();
  }
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const collected: Row[] = [];
  for await (const row of rows) collected.push(row);
  return collected;
}

/** Sorts above every wallet that comes before this one. */
function justBefore(wallet: string): string {
  const end = wallet.length - 1;
  return wallet.slice(0, end) + String.fromCodePoint(wallet.charCodeAt(end) - 1) + ABOVE_ALL;
}
