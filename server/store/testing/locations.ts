/** The places where a game is kept, as tests name them: a directory or a database. */
import type { ActLog } from '../acts.ts';
import { move, type Archive, type MoveResult } from '../archive.ts';
import { openEmbeddedActs } from '../embedded/embedded-acts.ts';
import { openEmbeddedArchive } from '../embedded/embedded-archive.ts';
import { openEmbeddedStore } from '../embedded/embedded-store.ts';
import { openMongoActs } from '../mongo/mongo-acts.ts';
import { openMongoArchive } from '../mongo/mongo-archive.ts';
import { openMongoStore } from '../mongo/mongo-store.ts';
import type { Store } from '../store.ts';

/** A place for a game, in either store. */
export interface Location {
  readonly open: () => Promise<Store>;
  readonly archive: (mustExist?: boolean) => Promise<Archive>;
  readonly acts: () => Promise<ActLog>;
}

export function inDirectory(dataDir: string): Location {
  return {
    open: () => openEmbeddedStore({ dataDir }),
    archive: async (mustExist = false) => openEmbeddedArchive({ dataDir, mustExist }),
    acts: async () => openEmbeddedActs({ dataDir }),
  };
}

export function inMongo(uri: string): Location {
  return {
    open: () => openMongoStore({ uri }),
    archive: (mustExist = false) => openMongoArchive({ uri, mustExist }),
    acts: () => openMongoActs({ uri }),
  };
}

/** Moves a game as `npm run migrate` does. @throws MoveRefused, StoreNotOpened */
export async function moved(from: Location, to: Location): Promise<MoveResult> {
  const source = await from.archive(true);
  try {
    const target = await to.archive();
    try {
      return await move(source, target, () => undefined);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Appends an act as `npm run operate` does. */
export async function actIn(place: Location, document: string): Promise<number> {
  const acts = await place.acts();
  try {
    return await acts.append(document);
  } finally {
    await acts.close();
  }
}

/** Opens the place's store for some work, and closes it. */
export async function using<Answer>(
  place: Location,
  work: (store: Store) => Promise<Answer>,
): Promise<Answer> {
  const store = await place.open();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
