/**
 * Connects to the database: the settings that make a commit durable and a failover short, and
 * refusals with their remedy. No message contains a password: only hosts and user names are named.
 */
import { MongoClient, MongoError, MongoServerSelectionError, type Db } from 'mongodb';
import { monotonicNow, sleep } from '../../lib/machine.ts';
import { StoreNotOpened } from '../store.ts';
import { NO_TIME } from './cluster-time.ts';
import { assertOptionsFit } from './connection-string.ts';
import { isAuthenticationFailed, isUnauthorized } from './mongo-error.ts';
import { Primaries } from './primaries.ts';

/** Under which the database lists this program's transactions. */
export const APP_NAME = 'denaria';

/** Durable means that a majority of the set has it in its journal. */
export const DURABLY = { w: 'majority', journal: true, wtimeoutMS: 4000 } as const;

/** How long anything waits for a primary, or for a connection to it. */
const SELECTION_MS = 2000;
/** How long a server may be silent before it counts as gone; at most twice this. */
const SILENCE_MS = 2000;
/** Longer than any single answer takes: a connection that is silent for this long is abandoned. */
const SOCKET_MS = 30_000;
/**
 * How long a start waits for the set, which may be starting too; `serverSelectionTimeoutMS` in the
 * connection string overrides it. One attempt takes SELECTION_MS.
 */
const OPENING_MS = 8000;

/** The wire version of MongoDB 6.0, the oldest that Denaria is tested with. */
const OLDEST_WIRE_VERSION = 17;

/** Between two checks for the set's time. */
const TIME_PAUSE_MS = 100;

const CHECK_URI = 'Check MONGODB_URI: mongodb://user:password@host:27017/database?replicaSet=name.';

export interface Connection {
  readonly client: MongoClient;
  readonly db: Db;
  readonly primaries: Primaries;
}

/** @throws StoreNotOpened */
export async function connect<Opened>(
  uri: string,
  open: (connection: Connection) => Promise<Opened>,
): Promise<Opened> {
  const client = newClient(uri);
  const primaries = new Primaries(client);
  try {
    await waitForSet(client, openingMs(uri));
    return await open({ client, db: client.db(), primaries });
  } catch (error) {
    await client.close();
    throw refusal(error, client);
  }
}

function newClient(uri: string): MongoClient {
  // After the slash; without it the driver would use the database 'test'.
  if (!/^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/.test(uri)) {
    throw new StoreNotOpened(`The connection string names no database. ${CHECK_URI}`);
  }
  assertOptionsFit(uri);
  try {
    return new MongoClient(uri, {
      appName: APP_NAME,
      writeConcern: DURABLY,
      readConcern: { level: 'majority' },
      readPreference: 'primary',
      retryWrites: true,
      serverSelectionTimeoutMS: SELECTION_MS,
      connectTimeoutMS: SILENCE_MS,
      heartbeatFrequencyMS: SILENCE_MS,
      socketTimeoutMS: SOCKET_MS,
    });
  } catch {
    // The driver's message may quote the string, and so the password.
    throw new StoreNotOpened(`The connection string can't be read. ${CHECK_URI}`);
  }
}

function openingMs(uri: string): number {
  const wanted = /[?&]serverSelectionTimeoutMS=(\d+)/i.exec(uri)?.[1];
  return wanted === undefined ? OPENING_MS : Number(wanted);
}

async function waitForSet(client: MongoClient, patienceMs: number): Promise<void> {
  const deadline = monotonicNow() + patienceMs;
  for (;;) {
    try {
      await client.connect();
      const hello = await client.db('admin').command({ hello: 1 });
      assertFit(hello);
      // A member that has just started reports no time, which everything here relies on.
      if (hello['$clusterTime'] !== undefined) return;
      if (monotonicNow() > deadline)
        throw new StoreNotOpened(`${NO_TIME} Start again in a moment.`);
      await sleep(TIME_PAUSE_MS);
    } catch (error) {
      const isSelection = error instanceof MongoError && error.name.includes('Selection');
      if (!isSelection || monotonicNow() > deadline) throw error;
    }
  }
}

/** @throws StoreNotOpened if the server can't do what the store needs. */
function assertFit(hello: Readonly<Record<string, unknown>>): void {
  if (hello['msg'] === 'isdbgrid') {
    throw new StoreNotOpened(
      'MONGODB_URI leads to a mongos. Denaria keeps its data in one replica set: name its members instead.',
    );
  }
  if (!hello['setName']) {
    throw new StoreNotOpened(
      'The MongoDB server is standalone, but transactions and change streams need a replica set. Start mongod with --replSet rs0 and run rs.initiate() once; a set of one will do.',
    );
  }
  if (Number(hello['maxWireVersion']) < OLDEST_WIRE_VERSION) {
    throw new StoreNotOpened('The MongoDB server is too old. Denaria needs MongoDB 6.0 or newer.');
  }
}

/** Of `mongodb+srv`: the driver passes on the resolver’s error. */
const NO_SUCH_HOST =
  "The host of MONGODB_URI can't be looked up. Check its name, and that this machine has DNS";

/** Turns an error at the start into a refusal with its remedy; a bug is returned unchanged. */
export function refusal(error: unknown, client: MongoClient): unknown {
  if (error instanceof Error && 'syscall' in error) {
    const what = 'path' in error ? "A file that MONGODB_URI names can't be read" : NO_SUCH_HOST;
    return new StoreNotOpened(`${what}: ${error.message}.`, { cause: error });
  }
  if (error instanceof StoreNotOpened || !(error instanceof MongoError)) return error;
  const { hosts, dbName, credentials } = client.options;
  const user = credentials
    ? `the user '${credentials.username}'`
    : 'a connection without a password';
  if (isAuthenticationFailed(error)) {
    return new StoreNotOpened(
      `MongoDB does not accept ${user} with that password. Check both in MONGODB_URI, and authSource, which names the database that the user was made in.`,
      { cause: error },
    );
  }
  if (isUnauthorized(error)) {
    return new StoreNotOpened(
      `MongoDB does not allow ${user} what Denaria needs in the database ${dbName}. Give the role readWrite on it: db.grantRolesToUser(name, [{ role: 'readWrite', db: '${dbName}' }]).`,
      { cause: error },
    );
  }
  const where = hosts.map(String).join(', ');
  const membership = membershipProblem(error, client);
  if (membership) {
    return new StoreNotOpened(`MongoDB can't be used at ${where}: ${membership}`, { cause: error });
  }
  return new StoreNotOpened(
    `MongoDB can't be used at ${where}: ${error.message}. Check that the replica set runs, has a primary and can be reached from here under the names that its members give each other. ${CHECK_URI}`,
    { cause: error },
  );
}

/** Why there is no primary, with the remedy, if what the servers say of their set explains it. */
function membershipProblem(error: MongoError, { options }: MongoClient): string | null {
  if (!(error instanceof MongoServerSelectionError) || !error.reason) return null;
  const servers = [...error.reason.servers.values()];
  // The driver drops the members of every other set.
  if (servers.length === 0 && options.replicaSet) {
    return `no server there belongs to a replica set named '${options.replicaSet}'. Set replicaSet in MONGODB_URI to the set's name, which rs.status().set says.`;
  }
  if (servers.every(({ type }) => type === 'RSGhost')) {
    return 'the replica set was never initiated. Run rs.initiate() once on one of its servers, with all of them as members; a set of one will do.';
  }
  return null;
}
