/** Games in files, for an audit to read and for a test to tamper with. */
import { join } from 'node:path';
import Database from 'libsql';
import type { Address } from '../../../common/values/address.ts';
import { inDataDir } from '../../store/testing/data-dir.ts';
import { DATABASE_FILE } from '../../store/stored-form.ts';
import type { PastRow } from '../../store/kept/past.ts';
import { numberKey } from '../../store/rows.ts';
import { inDirectory, type Location } from '../../store/locations.ts';

/** A record of a wallet: its player, a stake by its id, an event by its version. */
export type RecordOf =
  { readonly player: true } | { readonly stake: string } | { readonly event: number };

export interface StoredGame extends Location {
  readonly dataDir: string;
  /** Sets a field of a record, by its path (`standing.gdp`); undefined removes the record. */
  readonly tamper: (
    wallet: Address,
    record: RecordOf,
    path: string,
    value: string | number | undefined,
  ) => Promise<void>;
  /** Sets the document of a row of the record, and null removes the row. */
  readonly tamperPast: (
    row: Pick<PastRow, 'kind' | 'at'>,
    document: string | null,
  ) => Promise<void>;
}

type InStoredGame = (work: (game: StoredGame) => Promise<void>) => Promise<void>;

export const inEmbedded: InStoredGame = (work) =>
  inDataDir((dataDir) =>
    work({
      ...inDirectory(dataDir),
      dataDir,
      async tamper(wallet, record, path, value) {
        const database = new Database(join(dataDir, DATABASE_FILE));
        const [table, where, parameters] = placeOf(wallet, record);
        if (value === undefined) {
          database.prepare(`DELETE FROM ${table} WHERE ${where}`).run(parameters);
        } else {
          database
            .prepare(`UPDATE ${table} SET document = json_set(document, ?, ?) WHERE ${where}`)
            .run([`$.${path}`, value, ...parameters]);
        }
        database.pragma('wal_checkpoint(TRUNCATE)');
        database.close();
      },
      async tamperPast({ kind, at }, document) {
        const key = numberKey(at);
        const database = new Database(join(dataDir, DATABASE_FILE));
        if (document === null) {
          database.prepare('DELETE FROM rows WHERE kind = ? AND key = ?').run([kind, key]);
        } else {
          database
            .prepare('UPDATE rows SET document = ? WHERE kind = ? AND key = ?')
            .run([document, kind, key]);
        }
        database.pragma('wal_checkpoint(TRUNCATE)');
        database.close();
      },
    }),
  );

function placeOf(wallet: Address, record: RecordOf): [string, string, (string | number)[]] {
  if ('player' in record) return ['players', 'wallet = ?', [wallet]];
  if ('stake' in record) return ['stakes', 'wallet = ? AND id = ?', [wallet, record.stake]];
  return [
    'events',
    'rev = (SELECT rev FROM events WHERE wallet = ? ORDER BY rev LIMIT 1 OFFSET ?)',
    [wallet, record.event - 1],
  ];
}
