/** The places where a game is kept, as tests name them: a directory or a database. */
import type { ActLog } from '../acts.ts';
import {
  move,
  type Archive,
  type ArchiveSource,
  type MoveResult,
  type PartDigest,
  type PartName,
} from '../archive.ts';
import { openBackup, restoreBackup, writeBackup } from '../backup-file.ts';
import { openEmbeddedActs } from '../embedded/embedded-acts.ts';
import { openEmbeddedArchive, openEmbeddedSnapshot } from '../embedded/embedded-archive.ts';
import { openEmbeddedStore } from '../embedded/embedded-store.ts';
import { openMongoActs } from '../mongo/mongo-acts.ts';
import { openMongoArchive, openMongoSnapshot } from '../mongo/mongo-archive.ts';
import { openMongoStore } from '../mongo/mongo-store.ts';
import type { Store } from '../store.ts';

/** A place for a game, in either store. */
export interface Location {
  readonly open: () => Promise<Store>;
  readonly archive: (mustExist?: boolean) => Promise<Archive>;
  /** Beside an open store. */
  readonly snapshot: () => Promise<ArchiveSource>;
  readonly acts: () => Promise<ActLog>;
}

export function inDirectory(dataDir: string): Location {
  return {
    open: () => openEmbeddedStore({ dataDir }),
    archive: async (mustExist = false) => openEmbeddedArchive({ dataDir, mustExist }),
    snapshot: async () => openEmbeddedSnapshot({ dataDir }),
    acts: async () => openEmbeddedActs({ dataDir }),
  };
}

export function inMongo(uri: string): Location {
  return {
    open: () => openMongoStore({ uri }),
    archive: (mustExist = false) => openMongoArchive({ uri, mustExist }),
    snapshot: () => openMongoSnapshot({ uri }),
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

/** Writes a backup as `npm run backup` does. @throws BackupRefused, StoreNotOpened */
export async function backedUp(place: Location, path: string): Promise<PartDigest> {
  const source = await place.snapshot();
  try {
    return await writeBackup(source, path, () => undefined);
  } finally {
    await source.close();
  }
}

/** Restores a backup as `npm run restore` does. @throws MoveRefused, StoreNotOpened */
export async function restored(path: string, place: Location): Promise<PartDigest> {
  const backup = await openBackup(path);
  const target = await place.archive();
  try {
    return await restoreBackup(backup, target, () => undefined);
  } finally {
    await target.close();
  }
}

/** A source whose parts are read in another way. @param read gets a part's own rows. */
export function readAs<Source extends ArchiveSource>(
  source: Source,
  read: (
    rows: (aliveAt?: number) => AsyncIterable<readonly unknown[]>,
    part: PartName,
    aliveAt: number,
  ) => AsyncIterable<readonly unknown[]>,
): Source {
  const changed: object = {
    ...source,
    read: (part: PartName, aliveAt: number) =>
      read((at = aliveAt) => source.read(part, at), part, aliveAt),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one function for all parts, as `read` is
  return changed as Source;
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
