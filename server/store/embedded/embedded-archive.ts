/**
 * The embedded store's data set as a whole. It locks the directory as a server does, so that a server and a
 * move exclude each other.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'libsql';
import { addressSchema, type Address } from '../../../common/values/address.ts';
import { commandIdSchema, epochSchema, type Epoch } from '../../../common/values/ids.ts';
import { ORDER_BASE } from '../../../common/values/order.ts';
import { newId, turn } from '../../lib/machine.ts';
import {
  MoveRefused,
  PART_NAMES,
  type Archive,
  type DataSetState,
  type PartName,
  type Parts,
} from '../archive.ts';
import { eventDocument, playerDocument, stakeDocument } from '../documents.ts';
import { StoreNotOpened } from '../store.ts';
import { DATABASE_FILE } from './database-file.ts';
import { openDatabase, OpeningRefused, type OpenedDatabase } from './database.ts';
import { prepareQuery, type SqlValue } from './query.ts';

const BATCH = 1000;

type Reader = { readonly [Name in PartName]: (aliveAt: number) => AsyncGenerator<Parts[Name][]> };
type Writer = { readonly [Name in PartName]: (row: Parts[Name]) => void };

/**
 * @param options.mustExist refuses a directory without a data set instead of creating one.
 * @throws StoreNotOpened
 */
export function openEmbeddedArchive({
  dataDir,
  mustExist,
}: {
  readonly dataDir: string;
  readonly mustExist: boolean;
}): Archive {
  if (mustExist && !existsSync(join(dataDir, DATABASE_FILE))) {
    throw new StoreNotOpened(`${dataDir} holds no game. Name the DATA_DIR of the server.`);
  }
  try {
    return new EmbeddedArchive(dataDir, openDatabase(dataDir, { evenIncomplete: true }));
  } catch (error) {
    if (!(error instanceof OpeningRefused)) throw error;
    throw new StoreNotOpened(error.message, { cause: error });
  }
}

class EmbeddedArchive implements Archive {
  readonly name: string;
  readonly #database: OpenedDatabase;
  readonly #reader: Reader;
  readonly #writer: Writer;

  constructor(dataDir: string, database: OpenedDatabase) {
    this.name = `the directory ${dataDir}`;
    this.#database = database;
    this.#reader = readerOf(database.writer);
    this.#writer = writerOf(database.writer);
  }

  async state(): Promise<DataSetState> {
    const [row] = prepareQuery<[string, string, string, number]>(
      this.#database.writer,
      'SELECT epoch, state, origin, (SELECT count(*) FROM (SELECT 1 FROM events LIMIT 1)) FROM data_set',
    ).all();
    if (!row) throw new MoveRefused(`${this.name} is damaged. Restore a backup.`);
    const [epoch, state, origin, events] = row;
    return {
      epoch: epochSchema.parse(epoch),
      state: state === 'complete' ? 'complete' : 'incomplete',
      origin: origin || null,
      isEmpty: events === 0,
    };
  }

  read<Name extends PartName>(part: Name, aliveAt: number): AsyncIterable<readonly Parts[Name][]> {
    return this.#reader[part](aliveAt);
  }

  async begin(origin: Epoch): Promise<void> {
    const { writer } = this.#database;
    writer.transaction(() => {
      for (const table of [...PART_NAMES, 'nonces']) {
        writer.exec(`DELETE FROM ${table}`);
      }
      writer.prepare("UPDATE data_set SET state = 'incomplete', origin = ?").run([origin]);
    })();
  }

  async write<Name extends PartName>(part: Name, rows: readonly Parts[Name][]): Promise<void> {
    const writeOne = this.#writer[part];
    this.#database.writer.transaction(() => {
      for (const row of rows) writeOne(row);
    })();
  }

  async finish(): Promise<void> {
    // [ORD1] Every later commit comes after everything that was moved.
    this.#database.writer
      .prepare(
        `UPDATE data_set SET state = 'complete', epoch = ?, order_base = max(${ORDER_BASE}, (
           SELECT 1 + coalesce(max(max(document ->> '$.gdpOrder', document ->> '$.culturalOrder')), 0)
           FROM players
         ))`,
      )
      .run([newId()]);
  }

  async close(): Promise<void> {
    const { writer, unlock } = this.#database;
    writer.pragma('wal_checkpoint(TRUNCATE)');
    writer.close();
    unlock();
  }
}

function readerOf(connection: Database.Database): Reader {
  /** Pages along a key; a row's first columns are the key. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape that the statement's text vouches for
  async function* pages<Row extends readonly SqlValue[], Value>(
    sql: string,
    start: readonly SqlValue[],
    valueOf: (row: Row) => Value,
  ): AsyncGenerator<Value[]> {
    const query = prepareQuery<Row>(connection, `${sql} LIMIT ${BATCH}`);
    let after: readonly SqlValue[] = start;
    for (;;) {
      const rows = query.all(...after);
      const last = rows.at(-1);
      if (!last) return;
      after = last.slice(0, start.length);
      yield rows.map(valueOf);
      await turn();
    }
  }
  return {
    players: () =>
      pages<readonly [string, string], Parts['players']>(
        'SELECT wallet, document FROM players WHERE wallet > ? ORDER BY wallet',
        [''],
        ([, document]) => playerDocument.decode(JSON.parse(document)),
      ),
    stakes: () =>
      pages<readonly [string, string, string], Parts['stakes']>(
        'SELECT wallet, id, document FROM stakes WHERE (wallet, id) > (?, ?) ORDER BY wallet, id',
        ['', ''],
        ([, , document]) => stakeDocument.decode(JSON.parse(document)),
      ),
    // A wallet's nth event made its player's nth version.
    events: () => {
      const versions = new Map<Address, number>();
      return pages<readonly [number, string], Parts['events']>(
        'SELECT rev, document FROM events WHERE rev > ? ORDER BY rev',
        [0],
        ([, document]) => {
          const event = eventDocument.decode(JSON.parse(document));
          const { wallet } = event.row;
          const version = (versions.get(wallet) ?? 0) + 1;
          versions.set(wallet, version);
          return { version, event };
        },
      );
    },
    receipts: (aliveAt) =>
      pages<readonly [string, string, string, string, number], Parts['receipts']>(
        `SELECT wallet, command_id, fingerprint, answer, expires_at FROM receipts
         WHERE (wallet, command_id) > (?, ?) AND expires_at > ${Math.trunc(aliveAt)}
         ORDER BY wallet, command_id`,
        ['', ''],
        ([wallet, commandId, fingerprint, answer, expiresAt]) => ({
          wallet: addressSchema.parse(wallet),
          commandId: commandIdSchema.parse(commandId),
          fingerprint,
          answer,
          expiresAt,
        }),
      ),
    settings: () =>
      pages<readonly [string, string], Parts['settings']>(
        'SELECT name, value FROM settings WHERE name > ? ORDER BY name',
        [''],
        ([name, value]) => ({ name, value }),
      ),
    revoked_tokens: (aliveAt) =>
      pages<readonly [string, number], Parts['revoked_tokens']>(
        `SELECT token_id, expires_at FROM revoked_tokens
         WHERE token_id > ? AND expires_at > ${Math.trunc(aliveAt)} ORDER BY token_id`,
        [''],
        ([tokenId, expiresAt]) => ({ tokenId, expiresAt }),
      ),
    session_epochs: () =>
      pages<readonly [string, number], Parts['session_epochs']>(
        'SELECT wallet, epoch FROM session_epochs WHERE wallet > ? ORDER BY wallet',
        [''],
        ([wallet, epoch]) => ({ wallet: addressSchema.parse(wallet), epoch }),
      ),
    past: () =>
      pages<readonly [string, number, number, string], Parts['past']>(
        'SELECT kind, at, number, document FROM past WHERE (kind, at) > (?, ?) ORDER BY kind, at',
        ['', 0],
        ([kind, at, number, document]) => ({ kind, at, number: number || null, document }),
      ),
  };
}

function writerOf(connection: Database.Database): Writer {
  const player = connection.prepare(
    'INSERT INTO players (wallet, version, document) VALUES (?, ?, ?)',
  );
  const stake = connection.prepare('INSERT INTO stakes (wallet, id, document) VALUES (?, ?, ?)');
  // Without an explicit rev it gets the next one.
  const event = connection.prepare(
    'INSERT INTO events (wallet, nation_id, at, document) VALUES (?, ?, ?, ?)',
  );
  const receipt = connection.prepare(
    'INSERT INTO receipts (wallet, command_id, fingerprint, answer, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const setting = connection.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
  const revoked = connection.prepare(
    'INSERT INTO revoked_tokens (token_id, expires_at) VALUES (?, ?)',
  );
  const sessionEpoch = connection.prepare(
    'INSERT INTO session_epochs (wallet, epoch) VALUES (?, ?)',
  );
  const past = connection.prepare(
    'INSERT INTO past (kind, at, number, document) VALUES (?, ?, ?, ?)',
  );
  return {
    players(row) {
      player.run([row.wallet, row.version, JSON.stringify(playerDocument.encode(row))]);
    },
    stakes(row) {
      stake.run([row.wallet, row.id, JSON.stringify(stakeDocument.encode(row))]);
    },
    events({ event: draft }) {
      const { at, row } = draft;
      event.run([row.wallet, row.nationId, at, JSON.stringify(eventDocument.encode(draft))]);
    },
    receipts({ wallet, commandId, fingerprint, answer, expiresAt }) {
      receipt.run([wallet, commandId, fingerprint, answer, expiresAt]);
    },
    settings({ name, value }) {
      setting.run([name, value]);
    },
    revoked_tokens({ tokenId, expiresAt }) {
      revoked.run([tokenId, expiresAt]);
    },
    session_epochs({ wallet, epoch }) {
      sessionEpoch.run([wallet, epoch]);
    },
    past({ kind, at, number, document }) {
      past.run([kind, at, number ?? 0, document]);
    },
  };
}
