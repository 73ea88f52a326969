/** Reads the embedded store wallet by wallet, in a read transaction beside the game that writes. */
import { fromText, ifReadable, playerDocument, stakeDocument } from '../documents.ts';
import {
  ABOVE_ALL,
  type KeptEvent,
  type KeptPlayer,
  type KeptStake,
  type WalletRange,
  type WalletSource,
} from '../kept-wallets.ts';
import { readAsFar } from '../unreadable-events.ts';
import { readLastRev } from './database.ts';
import { prepareQuery, type Query, type SqlValue } from './query.ts';
import { openReadOnly, reading, type ReadOnlyDatabase } from './read-only.ts';

/** Rows per query. */
const PAGE = 1000;

/**
 * While an older moment is held, newer commits stay in the game's log. Once the log has grown by this much,
 * the next wallets are read at a new moment, so that the log can restart.
 */
const MOST_LOG_GROWTH = 268_435_456;

type PlayerRow = readonly [wallet: string, document: string];
type StakeRow = readonly [wallet: string, id: string, document: string];
type EventRow = readonly [wallet: string, rev: number, document: string];

/** @throws StoreNotOpened */
export function openEmbeddedWallets(
  { dataDir }: { readonly dataDir: string },
  mostLogGrowth = MOST_LOG_GROWTH,
): WalletSource {
  const database = openReadOnly(dataDir);
  return reading(database.path, () => new EmbeddedWallets(database, mostLogGrowth));
}

class EmbeddedWallets implements WalletSource {
  readonly name: string;
  moments = 0;
  readonly #database: ReadOnlyDatabase;
  readonly #mostLogGrowth: number;
  readonly #players: Query<PlayerRow>;
  readonly #stakes: Query<StakeRow>;
  readonly #events: Query<EventRow>;
  #logBytes = 0;

  constructor(database: ReadOnlyDatabase, mostLogGrowth: number) {
    const { connection, path } = database;
    this.name = path;
    this.#database = database;
    this.#mostLogGrowth = mostLogGrowth;
    this.#players = prepareQuery(
      connection,
      'SELECT wallet, document FROM players WHERE wallet > ? AND wallet <= ? ORDER BY wallet LIMIT ?',
    );
    this.#stakes = prepareQuery(
      connection,
      `SELECT wallet, id, document FROM stakes WHERE (wallet, id) > (?, ?) AND wallet <= ?
       ORDER BY wallet, id LIMIT ${PAGE}`,
    );
    this.#events = prepareQuery(
      connection,
      `SELECT wallet, rev, document FROM events INDEXED BY events_by_wallet
       WHERE (wallet, rev) > (?, ?) AND wallet <= ? ORDER BY wallet, rev LIMIT ${PAGE}`,
    );
  }

  async players({ after, upTo }: WalletRange, most: number): Promise<readonly KeptPlayer[]> {
    return this.#read(() => this.#players.all(after, upTo, most)).map(([wallet, text]) => ({
      wallet,
      player: ifReadable(() => playerDocument.decode(fromText(text))),
    }));
  }

  async *stakes(range: WalletRange): AsyncGenerator<KeptStake> {
    for (const page of this.#pages(this.#stakes, range, ABOVE_ALL)) {
      for (const [wallet, id, text] of page) {
        yield { wallet, id, stake: ifReadable(() => stakeDocument.decode(fromText(text))) };
      }
    }
  }

  async *events(range: WalletRange): AsyncGenerator<KeptEvent> {
    let last = { wallet: '', version: 0 };
    for (const page of this.#pages(this.#events, range, Number.MAX_SAFE_INTEGER)) {
      for (const [wallet, , text] of page) {
        // A wallet's nth event made its player's nth version.
        last = { wallet, version: last.wallet === wallet ? last.version + 1 : 1 };
        yield { ...last, event: readAsFar(() => fromText(text)) };
      }
    }
  }

  async refresh(): Promise<void> {
    const { connection, logBytes } = this.#database;
    if (this.moments > 0 && logBytes() - this.#logBytes <= this.#mostLogGrowth) return;
    this.#read(() => {
      if (connection.inTransaction) connection.exec('COMMIT');
      this.#logBytes = logBytes();
      connection.exec('BEGIN');
      // The first read fixes the moment.
      readLastRev(connection);
    });
    this.moments += 1;
  }

  async assertUndisturbed(): Promise<void> {
    this.#database.assertUndisturbed();
  }

  async close(): Promise<void> {
    const { connection } = this.#database;
    if (connection.inTransaction) connection.exec('ROLLBACK');
    this.#database.close();
  }

  /** Pages along the key; a row begins with the key's columns. */
  *#pages<Row extends readonly [string, SqlValue, string]>(
    query: Query<Row>,
    { after, upTo }: WalletRange,
    topOfKey: SqlValue,
  ): Generator<Row[]> {
    let key: readonly [string, SqlValue] = [after, topOfKey];
    for (;;) {
      const page = this.#read(() => query.all(...key, upTo));
      const last = page.at(-1);
      if (!last) return;
      yield page;
      if (page.length < PAGE) return;
      key = [last[0], last[1]];
    }
  }

  #read<Answer>(work: () => Answer): Answer {
    return reading(this.#database.path, work);
  }
}
