/** The benchmark's own Redis with a sorted set in it, if there is a redis-server on the PATH. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

const HERE = '127.0.0.1';
const KEY = 'board';
/** Members added per command. */
const CHUNK = 1000;

export interface RankSet {
  set(member: string, score: number): Promise<unknown>;
  rankOf(member: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Null, after printing a line that says so, if there is no redis-server. */
export async function startRedis(
  members: readonly (readonly [member: string, score: number])[],
): Promise<RankSet | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    console.error('There is no redis-server on the PATH: the rank benchmark runs without it.');
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'denaria-redis-'));
  const port = await freePort();
  // In memory only: Redis is spared the disk.
  const args = ['--port', String(port), '--bind', HERE, '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...args, '--dir', folder], { stdio: 'ignore' });
  const redis = new Redis({
    host: HERE,
    port,
    retryStrategy: () => 100,
    maxRetriesPerRequest: null,
  });
  redis.on('error', () => {
    // Not up yet: it retries, as configured above.
  });
  for (let from = 0; from < members.length; from += CHUNK) {
    const chunk = members.slice(from, from + CHUNK);
    // Among equal scores Redis puts the lower member first; the highest GDP gets the lowest score.
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
