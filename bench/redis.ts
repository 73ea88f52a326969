/** A Redis of the benchmark's own with a sorted set in it, where a redis-server is on the PATH. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

const HERE = '127.0.0.1';
const KEY = 'board';
/** Members that are added by one command. */
const CHUNK = 1000;

export interface RankSet {
  set(member: string, score: number): Promise<unknown>;
  rankOf(member: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Null, and a line that says so, where there is no redis-server. */
export async function startRedis(
  members: readonly (readonly [member: string, score: number])[],
): Promise<RankSet | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.error('There is no redis-server on the PATH: the ranks are measured without it.');
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'denaria-redis-'));
  const port = await freePort();
  // In memory alone: it is spared the disk.
  const args = ['--port', String(port), '--bind', HERE, '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...args, '--dir', folder], { stdio: 'ignore' });
  const redis = new Redis({
    host: HERE,
    port,
    retryStrategy: () => 100,
    maxRetriesPerRequest: null,
  });
  redis.on('error', () => {
    // Not there yet: it tries again, as it is told above.
  });
  for (let from = 0; from < members.length; from += CHUNK) {
    const chunk = members.slice(from, from + CHUNK);
    // Of equals Redis says the lower member first; the highest GDP has the lowest score.
    await redis.zadd(KEY, ...chunk.flatMap(([member, score]) => [-score, member]));
  }
  return {
    set: (member, score) => redis.zadd(KEY, -score, member),
    rankOf: (member) => redis.zrank(KEY, member),
    async close() {
      redis.disconnect();
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, HERE);
  await once(probe, 'listening');
  const bound = probe.address();
  probe.close();
  await once(probe, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('no port is free');
  return bound.port;
}
