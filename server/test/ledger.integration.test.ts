/**
 * The ledger over HTTP: a stranger gets the leaves, finds them in the tree, and the tree under a
 * signature.
 */
import { describe, expect } from 'vitest';
import { entriesOf, leafOf } from '../../common/ledger/leaf.ts';
import { openCheckpoint, parseVerifier } from '../../common/ledger/note.ts';
import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  rootOf,
  TILE_WIDTH,
  tilePath,
  type ReadTile,
} from '../../common/ledger/tree.ts';
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { ledgerIndexCall } from '../../common/protocol/ledger.ts';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { pointsOf } from '../http/limits.ts';
import { joining } from '../store/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import type { Harness, TestPlayer } from './support/harness.ts';
import { serverTest } from './support/server-test.ts';

async function bytesAt({ url }: Harness, path: string) {
  const answer = await fetch(`${url}/ledger/${path}`);
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

async function textAt(server: Harness, path: string): Promise<string> {
  const { status, bytes } = await bytesAt(server, path);
  expect([path, status]).toEqual([path, 200]);
  return new TextDecoder().decode(bytes);
}

/** The checkpoint, by the key that the server names. */
async function checkpointAt(server: Harness) {
  const verifier = parseVerifier((await textAt(server, 'key')).trim());
  return openCheckpoint(await textAt(server, 'checkpoint'), verifier);
}

function tilesOf(server: Harness): ReadTile {
  return async ({ level, index, width }) =>
    (await bytesAt(server, `tile/${level}/${tilePath(index, width)}`)).bytes;
}

/** Everything that the server's ledger serves: verified, as a stranger does. */
async function wholeLedger(server: Harness) {
  const { size, root, origin } = await checkpointAt(server);
  const tree = { size, tile: tilesOf(server) };
  expect(await rootOf(tree)).toEqual(root);
  const entries: Uint8Array[] = [];
  for (let index = 0; index * 256 < size; index += 1) {
    const width = Math.min(256, size - index * 256);
    const hashes = await tree.tile({ level: 0, index, width });
    const bundle = await bytesAt(server, `tile/entries/${tilePath(index, width)}`);
    for (const [i, entry] of entriesOf(bundle.bytes).entries()) {
      expect(leafHash(entry)).toEqual(hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
      entries.push(entry);
    }
  }
  expect(entries).toHaveLength(size);
  return { origin, tree, root, entries, leaves: entries.map((entry) => leafOf(entry)) };
}

async function joined(server: Harness, denaWei = 0n): Promise<TestPlayer> {
  const player = await server.player(denaWei);
  expect((await player.post('/api/player-nation', { nationId: 'italy' })).status).toBe(201);
  return player;
}

const costOf = (url: string) => pointsOf({ method: 'GET', url });

async function revNow(server: Harness): Promise<string> {
  const answer = await server.ask('/api/leaderboard');
  return String(answer.headers[BOARD_HEADERS.rev.toLowerCase()]);
}

/** The number of the leaf of a rev, as soon as it has one. */
async function numberOf(server: Harness, rev: string): Promise<number> {
  const ask = () => server.ask(`/ledger/index/${rev}`);
  const isBehind = async () => (await ask()).headers['x-refusal-code'] === 'behind';
  await expect.poll(isBehind).toBe(false);
  return (await ask()).json(ledgerIndexCall.answers[200]).n;
}

describe('the ledger', () => {
  serverTest('proves a commit', async ({ server }) => {
    const player = await joined(server, dena(500));
    await numberOf(server, await revNow(server));
    const earlier = await checkpointAt(server);
    expect((await player.post('/api/dena/stake', { amount: '120.5' })).status).toBe(201);
    const rev = await revNow(server);
    const n = await numberOf(server, rev);

    const { origin, tree, root, entries, leaves } = await wholeLedger(server);
    expect(origin).toBe('localhost/denaria');
    const hash = leafHash(entries[n] ?? new Uint8Array());
    const proof = await inclusionProof(tree, n);
    expect(isIncluded({ n, hash }, proof, { size: tree.size, root })).toBe(true);
    const growth = await consistencyProof(tree, earlier.size);
    expect(isConsistent(earlier, growth, { size: tree.size, root })).toBe(true);
    expect(leaves[n]).toMatchObject({
      kind: 'dena-staked',
      wallet: player.wallet,
      version: 2,
      amount: dena(1205n).toString().slice(0, -1),
      holdings: { dena: dena(500).toString(), national: 0, museum: 0 },
    });
    expect(JSON.stringify(leaves)).not.toContain(rev);
  });

  serverTest('is cached by how long it stays so', async ({ startServer }) => {
    const store = openMemoryStore();
    // In this week, so that none ends before the next commit.
    const now = Date.now();
    for (let n = 1; n <= TILE_WIDTH; n += 1)
      await store.commit(joining(walletOf(n), 'italy', now), 0, null);
    const server = await startServer({ store });
    await joined(server);
    expect(await numberOf(server, await revNow(server))).toBe(TILE_WIDTH);
    const heads = async (path: string) => {
      const { status, headers } = await bytesAt(server, path);
      return [status, headers.get('content-type'), headers.get('cache-control')];
    };
    const text = 'text/plain; charset=utf-8';
    expect(await heads('checkpoint')).toEqual([200, text, 'public, max-age=1']);
    expect(await heads('key')).toEqual([200, text, 'public, max-age=1']);
    const part = [200, 'application/octet-stream', 'public, max-age=60'];
    expect(await heads('tile/0/001.p/1')).toEqual(part);
    expect(await heads('tile/entries/001.p/1')).toEqual(part);
    const full = [200, 'application/octet-stream', 'public, max-age=31536000, immutable'];
    expect(await heads('tile/0/000')).toEqual(full);
    expect(await heads('tile/entries/000')).toEqual(full);
    // By its length, on top of the request.
    const left = async () => {
      const { headers } = await bytesAt(server, 'checkpoint');
      return Number(/remaining=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await left();
    const { length } = (await bytesAt(server, 'tile/entries/000')).bytes;
    const [own, next] = ['/ledger/tile/entries/000', '/ledger/checkpoint'].map(costOf);
    expect(before - (await left())).toBe((own ?? 0) + Math.ceil(length / 2048) + (next ?? 0));
  });

  serverTest('says what it doesn’t have', async ({ server }) => {
    const refused = async (path: string, method = 'GET') => {
      const answer = await server.ask(path, { method });
      return [answer.status, answer.headers['x-refusal-code']];
    };
    expect(await refused('/ledger/checkpoint')).toEqual([404, 'not-found']);
    expect((await server.ask('/ledger/checkpoint')).text).toContain(
      'within 5 s of the first commit',
    );
    await joined(server);
    await numberOf(server, await revNow(server));
    for (const path of [
      '/ledger',
      '/ledger/tile/0/000',
      '/ledger/tile/0/000.p/9',
      '/ledger/tile/99/000.p/1',
      '/ledger/tile/entries/001.p/1',
      '/ledger/tile/0/%2e%2e%2f',
      `/ledger/index/${'f'.repeat(16)}`,
      `/ledger/index/${'0'.repeat(16)}`,
    ]) {
      expect([path, await refused(path)]).toEqual([path, [404, 'not-found']]);
    }
    expect(await refused('/ledger/index/7')).toEqual([400, 'bad-request']);
    expect(await refused('/ledger/checkpoint', 'POST')).toEqual([405, 'method-not-allowed']);
    const foreign = await server.ask('/ledger/checkpoint', { headers: { Host: 'else.example' } });
    expect([foreign.status, foreign.headers['x-refusal-code']]).toEqual([403, 'foreign-host']);
  });

  serverTest('without a key there is none', async ({ startServer }) => {
    const server = await startServer({ ledgerKey: null });
    await joined(server);
    for (const path of ['checkpoint', 'key', 'tile/0/000.p/1', `index/${'0'.repeat(15)}1`]) {
      const answer = await server.ask(`/ledger/${path}`);
      expect([answer.status, answer.headers['x-refusal-code']]).toEqual([404, 'no-ledger']);
    }
  });

  serverTest('is the same after a restart, and goes on', async ({ startServer }) => {
    const server = await startServer();
    const player = await joined(server, dena(500));
    for (const amount of ['10', '20', '30']) await player.post('/api/dena/stake', { amount });
    await numberOf(server, await revNow(server));
    const before = await wholeLedger(server);
    await server.restart();
    const again = await wholeLedger(server);
    expect([again.root, again.entries]).toEqual([before.root, before.entries]);
    await server.signedIn(player).then((same) => same.post('/api/dena/stake', { amount: '40' }));
    await numberOf(server, await revNow(server));
    const after = await wholeLedger(server);
    expect(after.entries.slice(0, before.entries.length)).toEqual(before.entries);
    expect(after.leaves.at(-1)).toMatchObject({ kind: 'dena-staked', version: 5 });
  });
});
