/** Small parts of our own beside what they replace, at a load that the product names. See RESULTS.md. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BSON } from 'mongodb';
import { NOW, walletOf } from '../common/testing/fixtures.ts';
import { NATION_IDS } from '../common/values/nations.ts';
import { addressSchema } from '../common/values/address.ts';
import { snapshotRow } from '../common/rules/ranking.ts';
import { playerDocument } from '../server/store/documents.ts';
import { packRows, unpackRows } from '../server/store/embedded/packed-rows.ts';
import { pageFactsOf } from '../server/http/filled-page.ts';
import { fillFrame, loadPrerenderer } from '../server/http/page-renderer/fill.ts';
import { PageTemplate } from '../server/http/page-template.ts';
import { pageFile } from '../server/http/pages.ts';
import { Board } from '../server/leaderboard/board.ts';
import { NationChanges } from '../server/leaderboard/earlier-board.ts';
import { choose, SmallGame } from '../server/leaderboard/testing/fixtures.ts';
import { openMemoryStore } from '../server/store/testing/memory-store.ts';
import { AlikeDocuments } from '../server/store/mongo/fast-bson.ts';
import { stateAfter, story } from '../server/store/testing/fixtures.ts';
import { ensureBuilt } from '../tools/production/ensure-built.ts';
import { compare, type Comparison } from './measure.ts';

/** A start reads a million; a part of them shows the cost of each. */
const PLAYERS = 100_000;
/** Documents per batch, as the stores send them. */
const BATCH = 100;
/** So few that the cache holds them all. */
const WALLETS = 2000;
/** Visits of `/ranking`. */
const VISITS = 100;
const RENDERER = join(import.meta.dirname, '..', 'dist', 'page-renderer');

export async function benchParts(): Promise<Comparison[]> {
  return [await readingBson(), await readingText(), await checksums(), await pages()];
}

/** Ours comes first; each of the others should take 1.5 times as long. */
function beside(
  title: string,
  runs: Readonly<Record<string, () => Promise<number>>>,
): Promise<Comparison> {
  const contenders = Object.entries(runs).map(([name, run]) => ({ name, run }));
  const targets = contenders.slice(1).map(({ name }) => ({ peer: name, ratio: 1 / 1.5 }));
  return compare(title, 'ms', contenders, targets);
}

/** How many milliseconds the calls take. */
function timed(count: number, call: (n: number) => unknown): number {
  const startedAt = performance.now();
  let done = 0;
  for (let n = 0; n < count; n += 1) if (call(n) !== undefined) done += 1;
  return done === count ? performance.now() - startedAt : Number.NaN;
}

function documents() {
  return Array.from({ length: BATCH }, (_, n) =>
    playerDocument.encode(stateAfter(story(walletOf(n + 1), 'argentina')).player),
  );
}

function readingBson(): Promise<Comparison> {
  const stored = documents().map((one) => BSON.serialize({ _id: one.wallet, ...one }));
  const at = (n: number) => stored[n % BATCH] ?? new Uint8Array();
  const alike = new AlikeDocuments();
  return beside('Reading 100,000 players from BSON', {
    AlikeDocuments: async () => timed(PLAYERS, (n) => alike.read(at(n))),
    'BSON.deserialize of the driver': async () => timed(PLAYERS, (n) => BSON.deserialize(at(n))),
  });
}

function readingText(): Promise<Comparison> {
  const text = documents()
    .map((one) => JSON.stringify(one))
    .join(',');
  const bySchema = () => {
    const parsed: unknown = JSON.parse(`[${text}]`);
    if (!Array.isArray(parsed)) throw new Error('no list');
    return parsed.map((document) => snapshotRow(playerDocument.decode(document)));
  };
  const byPattern = () => {
    const packed = packRows(text, BATCH);
    return packed ? unpackRows(packed) : undefined;
  };
  return beside('Rows of 100,000 players from JSON text', {
    'a pattern of the schema': async () => timed(PLAYERS / BATCH, byPattern),
    'JSON.parse, then the schema': async () => timed(PLAYERS / BATCH, bySchema),
  });
}

function checksums(): Promise<Comparison> {
  const known = Array.from({ length: WALLETS }, (_, n) => walletOf(n + 1));
  let fresh = 1_000_000;
  return beside('Parsing 2,000 addresses', {
    async 'seen before'() {
      // Twice: the cache may be emptied while the first pass fills it.
      for (const wallet of [...known, ...known]) addressSchema.parse(wallet);
      return timed(WALLETS, (n) => addressSchema.parse(known[n]));
    },
    'never seen, so hashed': async () =>
      timed(WALLETS, () => {
        fresh += 1;
        return addressSchema.parse(`0x${fresh.toString(16).padStart(40, '0')}`);
      }),
  });
}

/** The ranking's page with its first rows, gzipped, with a nonce of each visit's own. */
async function pages(): Promise<Comparison> {
  await ensureBuilt();
  const { prerenderPage } = await loadPrerenderer(RENDERER);
  const page = '/ranking';
  const frame = await readFile(join(RENDERER, pageFile(page)), 'utf8');
  const board = new Board();
  const game = new SmallGame();
  for (let n = 1; n <= 20; n += 1) {
    game.playOn(board, choose(n, NATION_IDS[n % NATION_IDS.length] ?? 'usa'));
  }
  const changes = new NationChanges({ store: openMemoryStore(), board, now: () => NOW });
  const facts = pageFactsOf(board, changes).read();
  const rendered = async () =>
    PageTemplate.from(fillFrame(frame, await prerenderPage(page, facts), facts));
  const kept = await rendered();
  const filling = { __CSP_NONCE__: 'a nonce', __OWN_ORIGIN__: 'https://denaria.example' };
  const each = (visit: () => unknown) => async () => {
    const startedAt = performance.now();
    for (let n = 0; n < VISITS; n += 1) await visit();
    return performance.now() - startedAt;
  };
  return beside(`${VISITS} visits of ${page}`, {
    'kept as compressed pieces': each(() => kept.gzip(filling)),
    'kept, compressed for each': each(() => gzipSync(kept.plain(filling))),
    'rendered for each': each(async () => (await rendered()).gzip(filling)),
  });
}
