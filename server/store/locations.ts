/**
 * Where a game is, a directory or a database, and how the programs beside a server open it there.
 * They name both adapters here; a server does in boot/start-server.ts, and loads only its own.
 */
import { openEmbeddedActs } from './embedded/embedded-acts.ts';
import { openEmbeddedStore } from './embedded/embedded-store.ts';
import {
  openEmbeddedSnapshot,
  openEmbeddedSource,
  openEmbeddedTarget,
  openEmbeddedWallets,
} from './embedded/embedded-stream.ts';
import { openMongoActs } from './mongo/mongo-acts.ts';
import { openMongoStore } from './mongo/mongo-store.ts';
import {
  openMongoSnapshot,
  openMongoSource,
  openMongoTarget,
  openMongoWallets,
} from './mongo/mongo-stream.ts';
import type { ActLog } from './operating.ts';
import type { Store } from './store.ts';
import type { Source, Target, WalletSource } from './stream.ts';

/** Each @throws StoreNotOpened */
export interface Location {
  open(): Promise<Store>;
  /** To copy it, with no server on it. */
  source(): Promise<Source>;
  /** To copy a game to it, with no server on it. */
  target(): Promise<Target>;
  /** The game as it is now, while it goes on. */
  snapshot(): Promise<Source>;
  /** To read it beside its servers, wallet by wallet. */
  wallets(): Promise<WalletSource>;
  /** The same of what a move has written and not finished. */
  unfinished(): Promise<WalletSource>;
  acts(): Promise<ActLog>;
}

export const isMongoUri = (place: string): boolean => /^mongodb(\+srv)?:/.test(place);

/** @param place a DATA_DIR or a MONGODB_URI. */
export const locationOf = (place: string): Location =>
  isMongoUri(place) ? inMongo(place) : inDirectory(place);

export function inDirectory(dataDir: string) {
  return {
    open: () => openEmbeddedStore({ dataDir }),
    source: async () => openEmbeddedSource(dataDir),
    target: async () => openEmbeddedTarget(dataDir),
    snapshot: async () => openEmbeddedSnapshot(dataDir),
    wallets: async () => openEmbeddedWallets(dataDir),
    unfinished: async () => openEmbeddedWallets(dataDir, true),
    acts: async () => openEmbeddedActs(dataDir),
  } satisfies Location;
}

export function inMongo(uri: string) {
  return {
    open: () => openMongoStore({ uri }),
    source: () => openMongoSource(uri),
    target: () => openMongoTarget(uri),
    snapshot: () => openMongoSnapshot(uri),
    wallets: () => openMongoWallets(uri),
    unfinished: () => openMongoWallets(uri, true),
    acts: () => openMongoActs(uri),
  } satisfies Location;
}
