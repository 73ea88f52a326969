/** New places for games, and what a game is in whichever it is. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testMongo } from '../../../tools/test/mongo/test-mongo.ts';
import type { RowKind } from '../rows.ts';
import type { Store } from '../store.ts';
import { inDataDir } from './data-dir.ts';
import { inDirectory, inMongo, type Location } from '../locations.ts';
import { allCommits, allStakes, loaded } from './observe.ts';

export const mongo = await testMongo();

type PlaceKind = 'directory' | 'database';

/** Work with empty places, which are deleted afterwards; without MongoDB all are directories. */
export async function inPlaces(
  work: (newPlace: (kind: PlaceKind) => Location, folder: string) => Promise<void>,
): Promise<void> {
  const drops: (() => Promise<void>)[] = [];
  let count = 0;
  try {
    await inDataDir(async (folder) => {
      const newPlace = (kind: PlaceKind): Location => {
        if (kind === 'database' && mongo) {
          const { uri, drop } = mongo.database();
          drops.push(drop);
          return inMongo(uri);
        }
        const path = join(folder, `place-${(count += 1)}`);
        mkdirSync(path);
        return inDirectory(path);
      };
      await work(newPlace, folder);
    });
  } finally {
    for (const drop of drops) await drop();
  }
}

const KINDS = [
  'act',
  'setting',
  'state',
  'season',
  'season-entries',
  'season-places',
  'season-story',
  'season-passed',
  'ledger-tile-0',
  'ledger-checkpoint',
] as const satisfies readonly RowKind[];

/** Everything in a game but the revs, which each place gives. */
export async function contentsOf(store: Store) {
  const wallets = (await loaded(store)).rows.map(({ wallet }) => wallet);
  const events = await allCommits(store);
  const rows = KINDS.map((kind) => store.rows(kind).range({ limit: 1000, order: 'ascending' }));
  return {
    players: await Promise.all(wallets.map((wallet) => store.player(wallet))),
    stakes: await Promise.all(wallets.map((wallet) => allStakes(store, wallet))),
    era: await store.era(),
    events: events.map(({ rev: _rev, ...event }) => event),
    rows: (await Promise.all(rows)).flat().map(({ upTo, ...row }) => {
      if (upTo) expect(upTo.rev).toBe(events[upTo.number - 1]?.rev);
      return { ...row, number: upTo?.number };
    }),
  };
}
