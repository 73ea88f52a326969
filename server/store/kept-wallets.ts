/**
 * A data set wallet by wallet, for an audit beside a running game: nothing is written, and everything about
 * one wallet is from one moment. What can't be read is passed on as unreadable.
 */
import type { Address } from '../../common/values/address.ts';
import type { Player } from '../../common/values/player.ts';
import type { Stake } from '../../common/values/stake.ts';
import type { ReadableEvent } from './unreadable-events.ts';

/** A part of a wallet; null if it can't be read. */
export interface KeptPlayer {
  readonly wallet: string;
  readonly player: Player | null;
}

export interface KeptStake {
  readonly wallet: string;
  readonly id: string;
  readonly stake: Stake | null;
}

export interface KeptEvent {
  readonly wallet: string;
  /** The version of the player that its commit made. */
  readonly version: number;
  readonly event: ReadableEvent;
}

/** Everything stored about one wallet. */
export interface KeptWallet {
  readonly wallet: string;
  /** Null: there is no player. */
  readonly player: KeptPlayer | null;
  readonly stakes: readonly KeptStake[];
  /** In the order of their versions. Read them before asking for the next wallet. */
  readonly events: AsyncIterable<KeptEvent>;
}

/** The wallets after one, up to and including another, in text order. */
export interface WalletRange {
  readonly after: string;
  readonly upTo: string;
}

/** How a store is read for this; ranges are requested in order, one after the other. */
export interface WalletSource {
  /** A readable name for its place, without a password. */
  readonly name: string;
  /** How many moments were read; if one, all wallets are from the same moment. */
  readonly moments: number;
  /** The first players of a range. */
  players(range: WalletRange, most: number): Promise<readonly KeptPlayer[]>;
  /** In the order of wallets. */
  stakes(range: WalletRange): AsyncIterable<KeptStake>;
  /** In the order of wallets, and of versions. */
  events(range: WalletRange): AsyncIterable<KeptEvent>;
  /** Between two ranges: begins a new moment if the current one should not be held longer. */
  refresh(): Promise<void>;
  /**
   * After the last range.
   * @throws StoreNotOpened if what was read may not be from one moment.
   */
  assertUndisturbed(): Promise<void>;
  close(): Promise<void>;
}

/** Sorts above every wallet and every id, as text. */
export const ABOVE_ALL = '\u{10ffff}';

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
    const players = await source.players({ after, upTo: last }, BATCH);
    const isLast = players.length < BATCH;
    const upTo = isLast ? last : (players.at(-1)?.wallet ?? last);
    yield* together(source, players, { after, upTo });
    if (isLast) break;
    after = upTo;
  }
  await source.assertUndisturbed();
}

async function* together(
  source: WalletSource,
  readPlayers: readonly KeptPlayer[],
  range: WalletRange,
): AsyncGenerator<KeptWallet> {
  const players = new Ahead(readPlayers);
  const stakes = new Ahead(source.stakes(range));
  const events = new Ahead(source.events(range));
  try {
    for (;;) {
      const heads = [await players.peek(), await stakes.peek(), await events.peek()];
      const [wallet] = heads.flatMap((head) => head?.wallet ?? []).toSorted(byText);
      if (wallet === undefined) return;
      const [player = null] = await collect(players.of(wallet));
      yield { wallet, player, stakes: await collect(stakes.of(wallet)), events: events.of(wallet) };
      // Skip what was not read.
      await collect(events.of(wallet));
    }
  } finally {
    await Promise.all([stakes.close(), events.close()]);
  }
}

/** A stream whose next row can be peeked at. */
class Ahead<Row extends { readonly wallet: string }> {
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
      if (row?.wallet !== wallet) return;
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

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Sorts above every wallet that comes before this one. */
function justBefore(wallet: string): string {
  const end = wallet.length - 1;
  return wallet.slice(0, end) + String.fromCodePoint(wallet.charCodeAt(end) - 1) + ABOVE_ALL;
}
