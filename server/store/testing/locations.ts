/** The places of a game, as tests name them: a directory or a database. */
import { openBackup, restoreBackup, writeBackup } from '../backup-file.ts';
import { openEmbeddedActs } from '../embedded/embedded-acts.ts';
import { openEmbeddedStore } from '../embedded/embedded-store.ts';
import {
  openEmbeddedSnapshot,
  openEmbeddedSource,
  openEmbeddedTarget,
} from '../embedded/embedded-stream.ts';
import { openMongoActs } from '../mongo/mongo-acts.ts';
import { openMongoStore } from '../mongo/mongo-store.ts';
import { openMongoSnapshot, openMongoSource, openMongoTarget } from '../mongo/mongo-stream.ts';
import type { ActLog } from '../operating.ts';
import { pipe, type PartDigest, type Piped } from '../pipe.ts';
import type { Store } from '../store.ts';
import type { Batch, Source, Target } from '../stream.ts';

/** A place for a game, in either store. */
export interface Location {
  readonly open: () => Promise<Store>;
  readonly source: () => Promise<Source>;
  readonly target: () => Promise<Target>;
  /** Beside an open store. */
  readonly snapshot: () => Promise<Source>;
  readonly acts: () => Promise<ActLog>;
}

export function inDirectory(dataDir: string): Location {
  return {
    open: () => openEmbeddedStore({ dataDir }),
    source: async () => openEmbeddedSource({ dataDir }),
    target: async () => openEmbeddedTarget({ dataDir }),
    snapshot: async () => openEmbeddedSnapshot({ dataDir }),
    acts: async () => openEmbeddedActs({ dataDir }),
  };
}

export function inMongo(uri: string): Location {
  return {
    open: () => openMongoStore({ uri }),
    source: () => openMongoSource({ uri }),
    target: () => openMongoTarget({ uri }),
    snapshot: () => openMongoSnapshot({ uri }),
    acts: () => openMongoActs({ uri }),
  };
}

const quietly = { progress: () => undefined };

/** Moves a game as `npm run migrate` does, unaudited. @throws MoveRefused, StoreNotOpened */
export async function moved(from: Location, to: Location): Promise<Piped> {
  const source = await from.source();
  try {
    const target = await to.target();
    try {
      return await pipe(source, target, quietly);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Writes a backup as `npm run backup` does. @throws MoveRefused, StoreNotOpened */
export async function backedUp(place: Location, path: string): Promise<PartDigest> {
  const source = await place.snapshot();
  try {
    return await writeBackup(source, path, quietly.progress);
  } finally {
    await source.close();
  }
}

/** Restores a backup as `npm run restore` does. @throws MoveRefused, StoreNotOpened */
export async function restored(path: string, place: Location): Promise<PartDigest> {
  const backup = await openBackup(path);
  const target = await place.target();
  try {
    return await restoreBackup(backup, target, quietly);
  } finally {
    await target.close();
  }
}

/** A source that is streamed in another way. */
export function streamedAs<Place extends Source>(
  source: Place,
  stream: (batches: AsyncIterable<Batch>, aliveAt: number) => AsyncIterable<Batch>,
): Place {
  return { ...source, stream: (aliveAt) => stream(source.stream(aliveAt), aliveAt) };
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
