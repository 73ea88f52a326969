/**
 * A data set wallet by wallet: everything about one wallet is from one moment. What can't be read is passed
 * on as unreadable.
 */
import type { Address } from '../../common/values/address.ts';
import type { Player } from '../../common/values/player.ts';
import type { Stake } from '../../common/values/stake.ts';
import { ABOVE_ALL, type Parts, type WalletRange, type WalletSource } from '../store/archive.ts';
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
  /** In the order of their versions. */
  readonly events: readonly KeptEvent[];
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
    const players: Parts['players'][] = [];
    const next = source.read('players', { after, upTo: last }, BATCH);
    for await (const batch of next) players.push(...batch);
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
  const players = new Ahead([readPlayers]);
  const stakes = new Ahead(source.read('stakes', range));
  const events = new Ahead(source.read('events', range));
  for (;;) {
    const heads = [await players.peek(), await stakes.peek(), await events.peek()];
    const [wallet] = heads.flatMap((head) => head?.[0] ?? []).toSorted();
    if (wallet === undefined) return;
    const [player] = await players.of(wallet);
    const versions = (await events.of(wallet)).toSorted(([, a], [, b]) => a - b);
    yield {
      wallet,
      player: player ? playerOf(player) : null,
      stakes: (await stakes.of(wallet)).map(([, id, text]) => ({
        id,
        stake: ifReadable(() => stakeDocument.decode(fromText(text))),
      })),
      events: versions.map(([, version, text]) => ({
        version,
        event: readAsFar(() => fromText(text)),
      })),
    };
  }
}

function playerOf([, text]: Parts['players']): Player | 'unreadable' {
  return ifReadable(() => playerDocument.decode(fromText(text))) ?? 'unreadable';
}

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** A stream in the order of wallets, of which the next row can be looked at. */
class Ahead<Row extends readonly [wallet: string, ...unknown[]]> {
  readonly #rows: AsyncGenerator<Row>;
  #head: Row | null | undefined;

  constructor(batches: Batches<Row>) {
    this.#rows = flat(batches);
  }

  /** Null after the last row. */
  async peek(): Promise<Row | null> {
    if (this.#head === undefined) {
      const { done, value } = await this.#rows.next();
      this.#head = done ? null : value;
    }
    return this.#head;
  }

  /** The rows up to the first one of another wallet. */
  async of(wallet: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const row = await this.peek();
      if (row?.[0] !== wallet) return rows;
      rows.push(row);
      this.#head = undefined;
    }
  }
}

async function* flat<Row>(batches: Batches<Row>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}

/** Sorts above every wallet that comes before this one. */
function justBefore(wallet: string): string {
  const end = wallet.length - 1;
  return wallet.slice(0, end) + String.fromCodePoint(wallet.charCodeAt(end) - 1) + ABOVE_ALL;
}
