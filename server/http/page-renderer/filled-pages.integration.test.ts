/**
 * Pages that show the game, on a whole server, with a renderer that writes down what it was given.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toBase64 } from '../../../common/ledger/note.ts';
import { rootOf, tilePath, type ReadTile } from '../../../common/ledger/tree.ts';
import { LIVE_ROWS } from '../../../common/protocol/live-rows.ts';
import { pageFactsSchema, type PageFacts } from '../../../common/protocol/page-facts.ts';
import { SPECIFIED_RULES } from '../../../common/rules/specified.ts';
import { dena } from '../../../common/testing/fixtures.ts';
import { Harness, type TestPlayer } from '../../test/support/harness.ts';
import { pageFile, PAGES } from '../pages.ts';
import { builtPages } from '../built-pages.ts';
import { ROOT_PLACE, STYLES_PLACE } from './fill.ts';

/** Counts its renders, and fails while there are two players. */
const RENDERER = `
let renders = 0;
export async function prerenderPage(path, facts) {
  renders += 1;
  if (facts?.totalCount === 2) throw new Error('two are too many');
  return { html: '<p>' + path + ' render ' + renders + '</p>', styles: '<style >a{}</style>' };
}`;
const FRAME = `<head>${STYLES_PLACE}</head><body>${ROOT_PLACE}</body>`;

let folder: string;
let server: Harness;
let first: TestPlayer;
let rules = SPECIFIED_RULES;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'denaria-filled-'));
  const [client, renderer] = [join(folder, 'client'), join(folder, 'page-renderer')];
  await mkdir(client);
  await mkdir(renderer);
  for (const page of PAGES) await writeFile(join(client, pageFile(page)), `as built: ${page}`);
  for (const page of PAGES) await writeFile(join(renderer, pageFile(page)), FRAME);
  await writeFile(join(renderer, 'package.json'), '{ "type": "module" }');
  await writeFile(join(renderer, 'prerender.js'), RENDERER);
  const pages = await builtPages(client);
  server = await Harness.start({
    extend: (app, game) => pages.mount(app, { ...game, rules: () => rules }),
  });
  // The thread compiles its TypeScript, which may take longer than a request waits.
  await vi.waitFor(async () => expect((await server.ask('/')).text).toContain('render'), 200_000);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function factsIn(html: string): PageFacts {
  const [, json = 'null'] = /id="page-facts">(.*?)<\/script>/s.exec(html) ?? [];
  return pageFactsSchema.parse(JSON.parse(json));
}

test('the page has the rows, the place and the ETag that the API answers', async () => {
  first = await server.player(dena(500));
  await first.post('/api/player-nation', { nationId: 'italy' });
  await expect.poll(async () => factsIn((await server.ask('/ranking')).text).totalCount).toBe(1);
  const facts = factsIn((await server.ask('/ranking')).text);
  const list = await server.ask('/api/leaderboard');
  expect(facts.rows).toEqual(JSON.parse(list.text));
  expect(facts).toMatchObject({
    epoch: list.headers['x-board-epoch'],
    rev: list.headers['x-board-rev'],
    etag: list.headers['etag'],
  });
  expect(facts.etag).toContain(`0.${LIVE_ROWS}`);
  const standings = await server.ask('/api/nations/standings');
  expect(facts.standings).toEqual(JSON.parse(standings.text));
  const works = await server.ask('/api/works');
  expect(facts.works).toEqual(JSON.parse(works.text));
});

test('the page names a checkpoint of the ledger, for those who keep pages', async () => {
  await expect.poll(async () => (await server.ask('/ledger/checkpoint')).status).toBe(200);
  // A page is cached until the game goes on.
  expect((await first.post('/api/dena/stake', { amount: '1' })).status).toBe(201);
  const ledgerIn = async () => factsIn((await server.ask('/ranking')).text).ledger;
  await expect.poll(ledgerIn).toBeDefined();
  const { size = 0, root = '', at = 0 } = (await ledgerIn()) ?? {};
  const tile: ReadTile = async ({ level, index, width }) => {
    const path = `/ledger/tile/${level}/${tilePath(index, width)}`;
    return new Uint8Array(await (await fetch(server.url + path)).arrayBuffer());
  };
  expect(toBase64(await rootOf({ size, tile }))).toBe(root);
  expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
});

test('other pages, and a part of the ranking, are as they were built', async () => {
  expect((await server.ask('/learn')).text).toBe('as built: /learn');
  expect((await server.ask('/ranking?nation=italy')).text).toBe('as built: /ranking');
});

test('while the rules are not those of the build, every page is rendered by them', async () => {
  rules = { ...SPECIFIED_RULES, lockMs: 5 };
  const inForce = `id="page-rules">${JSON.stringify(rules)}</script>`;
  for (const path of ['/learn', '/ranking', '/ranking?nation=italy', '/no-such-page']) {
    const { text } = await server.ask(path);
    expect(text).toContain(' render ');
    expect(text).toContain(inForce);
  }
  expect(factsIn((await server.ask('/ranking')).text).totalCount).toBe(1);
  rules = SPECIFIED_RULES;
  expect((await server.ask('/learn')).text).toBe('as built: /learn');
  expect((await server.ask('/ranking')).text).not.toContain('page-rules');
});

test('while the renderer fails, the page is as it was built', async () => {
  const player = await server.player();
  await player.post('/api/player-nation', { nationId: 'usa' });
  await expect.poll(async () => (await server.ask('/ranking')).text).toBe('as built: /ranking');
  expect((await server.ask('/ranking')).status).toBe(200);
});
