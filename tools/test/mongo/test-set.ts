/**
 * Real MongoDB servers for tests and benchmarks: a replica set whose nodes can be killed, paused
 * and restarted, or a standalone server. They end with this process, however it ends.
 */
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Kills it and deletes all its files, as if the disk were lost. */
  loseDisk(): Promise<void>;
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
  /**
   * Replaces a node that lost its disk, while the others have a primary, as docs/operating.md says.
   */
  replace(node: TestNode): Promise<void>;
  /** Resolves once this node is the primary, whichever was. */
  lead(node: TestNode): Promise<void>;
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
const configSchema = z.object({
  config: z.looseObject({
    version: z.int(),
    members: z.array(z.looseObject({ _id: z.int(), host: z.string() })),
  }),
});
type Member = z.infer<typeof configSchema>['config']['members'][number];
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
  const whole = () =>
    withAdmin(uri('admin'), async (admin) => {
      while (!isWhole(membersSchema.parse(await admin.command(STATUS)))) await sleep(100);
    });
  /** @returns its members before. */
  const reconfigure = (change: (members: readonly Member[]) => readonly Member[]) =>
    withAdmin(uri('admin'), async (admin) => {
      const { config } = configSchema.parse(await admin.command({ replSetGetConfig: 1 }));
      const changed = { ...config, version: config.version + 1, members: change(config.members) };
      await admin.command({ replSetReconfig: changed });
      return config.members;
    });
  const primary = async () => {
    for (;;) {
      const host = await withAdmin(uri('admin'), async (admin) =>
        String((await admin.command({ hello: 1 }))['primary']),
      );
      const node = all.find((one) => isAt(one, { host }));
      // It may just have stepped down.
      if (node) return node;
    }
  };
  return {
    uri,
    uriOf,
    nodes: all,
    primary,
    whole,
    async stepDown() {
      await withAdmin(uri('admin'), (admin) => admin.command({ replSetStepDown: 10 }));
    },
    // By rs.remove and rs.add, so that it has no vote until it has copied everything.
    async replace(node) {
      const before = await reconfigure((members) => members.filter((one) => !isAt(node, one)));
      await node.start();
      const lost = before.find((one) => isAt(node, one));
      if (!lost) throw new Error('it is no node of this set');
      const _id = Math.max(...before.map((one) => one._id)) + 1;
      await reconfigure((members) => [...members, { ...lost, _id }]);
      await whole();
    },
    async lead(node) {
      await reconfigure((members) =>
        members.map((one) => ({ ...one, priority: isAt(node, one) ? 2 : 1 })),
      );
      while ((await primary()) !== node) await sleep(100);
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
    async loseDisk() {
      const { mongodProcess } = infoOf(server).instance;
      const { dbPath } = infoOf(server);
      if (mongodProcess?.kill('SIGKILL')) await once(mongodProcess, 'exit');
      for (const name of await readdir(dbPath)) await rm(join(dbPath, name), { recursive: true });
    },
  };
}

function isAt({ port }: Pick<TestNode, 'port'>, { host }: Pick<Member, 'host'>): boolean {
  return host.endsWith(`:${port}`);
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
