/**
 * Real MongoDB servers for tests and benchmarks: a replica set whose nodes can be killed, paused
 * and restarted, or a standalone server. They end with this process, however it ends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { MongoMemoryReplSet, MongoMemoryServer } from 'mongodb-memory-server-core';
import { z } from 'zod';
import { count } from '../counts.ts';
import { pauseProcess } from '../pause-process.ts';

/**
 * As docs/operating.md recommends: elections start sooner than after MongoDB's default 10 s, and
 * nothing waits for a node that was cut off.
 */
const SETTINGS = { electionTimeoutMillis: 5000, heartbeatTimeoutSecs: 3 };
/** A busy machine starts a server slowly. */
const LAUNCH_MS = 60_000;
const ARGUMENTS = ['--setParameter', 'oplogNetworkTimeoutBufferSeconds=1'];

// Suppresses the warning that this mongod is not the version it would have downloaded.
process.env['MONGOMS_SYSTEM_BINARY_VERSION_CHECK'] ??= 'false';

interface TestNode {
  readonly port: number;
  /** SIGKILL: as if the machine had lost power. */
  kill(): void;
  /** SIGSTOP: no answers, but the connections stay open, as if its network were cut. */
  pause(): Promise<void>;
  resume(): void;
  /** Restarts a killed node, on the same data and port. */
  start(): Promise<void>;
}

export interface TestSet {
  /** The connection string of a database, as the root user if the set requires authentication. */
  uri(database: string): string;
  /** The connection string of a user for its own database. */
  readonly uriOf: (user: Pick<TestUser, 'name' | 'password' | 'database'>) => string;
  readonly nodes: readonly TestNode[];
  /** The node that accepts writes; waits for an election. */
  primary(): Promise<TestNode>;
  /**
   * Resolves when every node takes part and has caught up with the primary, so another one may
   * fail.
   */
  whole(): Promise<void>;
  /** Asks the primary to step down: a planned failover. */
  stepDown(): Promise<void>;
  stop(): Promise<void>;
}

interface TestUser {
  readonly name: string;
  readonly password: string;
  readonly database: string;
  readonly roles: readonly string[];
}

interface TestSetOptions {
  readonly mongod: string;
  readonly nodes: number;
  /** Enables authentication; each user is created in its own database. */
  readonly users?: readonly TestUser[];
}

const STATUS = { replSetGetStatus: 1 };
const membersSchema = z.object({
  // A node that is still starting has none.
  members: z.array(z.object({ stateStr: z.string(), optimeDate: z.date().optional() })),
});
/** A node within this lag has caught up: it replicates writes as they come. */
const LEVEL_MS = 2000;

function isWhole({ members }: z.infer<typeof membersSchema>): boolean {
  const times = members.map(({ optimeDate }) => optimeDate?.getTime() ?? Number.NaN);
  const newest = Math.max(...times);
  return members.every(
    ({ stateStr }, n) =>
      ['PRIMARY', 'SECONDARY'].includes(stateStr) && newest - (times[n] ?? 0) < LEVEL_MS,
  );
}

const ROOT = { name: 'root', password: 'the-root-of-tests' };

/**
 * Every node of the set takes part before this resolves, so that no election disturbs what comes
 * first.
 */
export async function startTestSet(options: TestSetOptions): Promise<TestSet> {
  const set = await startedTwice(() => setOf(options));
  await set.whole();
  return set;
}

/** A port that was free when it was chosen may be taken by the time that a node listens on it. */
async function startedTwice<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    console.warn('mongod did not start; once more, at other ports:', error);
    return start();
  }
}

async function setOf({ mongod, nodes, users }: TestSetOptions): Promise<TestSet> {
  count('mongod', nodes);
  const set = await MongoMemoryReplSet.create({
    binary: binary(mongod),
    instanceOpts: Array.from({ length: nodes }, () => ({ launchTimeout: LAUNCH_MS })),
    replSet: {
      count: nodes,
      storageEngine: 'wiredTiger',
      args: ARGUMENTS,
      configSettings: SETTINGS,
      ...(users && {
        auth: {
          enable: true,
          customRootName: ROOT.name,
          customRootPwd: ROOT.password,
          extraUsers: users.map(({ name, password, database, roles }) => ({
            createUser: name,
            pwd: password,
            database,
            roles: roles.map((role) => ({ role, db: database })),
          })),
        },
      }),
    },
  });
  const uriOf = ({ name, password, database }: Parameters<TestSet['uriOf']>[0]) =>
    `${set.getUri(database).replace('//', `//${name}:${password}@`)}&authSource=${database}`;
  const uri = (database: string) =>
    users
      ? uriOf({ ...ROOT, database }).replace(/authSource=.*/, 'authSource=admin')
      : set.getUri(database);
  const all = set.servers.map(nodeOf);
  return {
    uri,
    uriOf,
    nodes: all,
    async primary() {
      const port = await withAdmin(uri('admin'), async (admin) => {
        const { primary } = await admin.command({ hello: 1 });
        return Number(String(primary).split(':').at(-1));
      });
      const node = all.find((one) => one.port === port);
      if (!node) throw new Error(`the set has a primary at ${port}, which is not one of its nodes`);
      return node;
    },
    async whole() {
      await withAdmin(uri('admin'), async (admin) => {
        while (!isWhole(membersSchema.parse(await admin.command(STATUS)))) await sleep(100);
      });
    },
    async stepDown() {
      await withAdmin(uri('admin'), (admin) => admin.command({ replSetStepDown: 10 }));
    },
    async stop() {
      // A stopped process does not handle its SIGTERM; killed nodes need nothing.
      for (const node of all) node.resume();
      await set.stop({ doCleanup: true, force: true });
    },
  };
}

/**
 * A server without a replica set, or of one that was never initiated, if it has a name: for the
 * start errors' tests.
 */
export async function startStandalone(
  mongod: string,
  replSet?: string,
): Promise<{ uri(database: string): string; stop(): Promise<void> }> {
  const server = await startedTwice(() =>
    MongoMemoryServer.create({
      binary: binary(mongod),
      instance: {
        storageEngine: 'wiredTiger',
        launchTimeout: LAUNCH_MS,
        ...(replSet && { replSet }),
      },
    }),
  );
  return {
    uri: (database) => server.getUri(database),
    async stop() {
      await server.stop({ doCleanup: true, force: true });
    },
  };
}

function nodeOf(server: MongoMemoryServer): TestNode {
  const { port } = infoOf(server);
  const signal = (name: NodeJS.Signals) => {
    // Absent if it was killed and not restarted.
    infoOf(server).instance.mongodProcess?.kill(name);
  };
  return {
    port,
    kill: () => signal('SIGKILL'),
    async pause() {
      const { pid } = infoOf(server).instance.mongodProcess ?? {};
      if (pid !== undefined) await pauseProcess(pid);
    },
    resume: () => signal('SIGCONT'),
    async start() {
      // Ends the helper process that watched the killed one.
      await server.stop({ doCleanup: false });
      await server.start(true);
    },
  };
}

function infoOf(server: MongoMemoryServer) {
  if (!server.instanceInfo) throw new Error('this server of the set was never started');
  return server.instanceInfo;
}

function binary(mongod: string) {
  return { systemBinary: mongod, checkMD5: false };
}

async function withAdmin<Answer>(
  uri: string,
  work: (admin: ReturnType<MongoClient['db']>) => Promise<Answer>,
): Promise<Answer> {
  const client = new MongoClient(uri);
  try {
    await client.connect();
    return await work(client.db('admin'));
  } finally {
    await client.close();
  }
}
