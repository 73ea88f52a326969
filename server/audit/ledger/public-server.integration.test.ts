/** How an auditor waits: as long as the server asks, and not forever. */
import { createServer, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listening } from '../../../tools/test/listening.ts';
import { Difference, Unfinished } from './difference.ts';
import { PublicServer } from './public-server.ts';

type Answer = readonly [status: number, headers?: Readonly<Record<string, string>>];
/** The last one is given again and again. */
let answers: readonly Answer[] = [];
let asked = 0;
/** Every answer goes on until its caller leaves. */
let isEndless = false;
const endless = new Readable({
  read() {
    this.push(Buffer.alloc(1024 * 1024));
  },
});

const server = createServer((_, response: ServerResponse) => {
  const [status, headers = {}] = answers[Math.min(asked, answers.length - 1)] ?? [500];
  asked += 1;
  response.writeHead(status, headers);
  if (isEndless) endless.pipe(response);
  else response.end('{}');
});
const from = `http://127.0.0.1:${await listening(server)}`;
const game = new PublicServer(from, 1500);

beforeEach(() => {
  asked = 0;
});
afterAll(() => server.close());

const DENIED = { 'X-Refusal-Code': 'not-found' };
const AT_ONCE = { 'Retry-After': '0.01' };

test('waits as long as the server asks', async () => {
  answers = [[429, { 'Retry-After': '1' }], [429, { 'Retry-After': '1' }], [503, AT_ONCE], [200]];
  const begun = performance.now();
  expect((await game.ask('/api/leaderboard')).status).toBe(200);
  expect(performance.now() - begun).toBeGreaterThan(1900);
  expect(asked).toBe(4);
});

test('does not wait forever', async () => {
  answers = [[429, { 'Retry-After': '3600' }]];
  await expect(game.ask('/api/leaderboard')).rejects.toThrow('asks to wait for too long');
});

test('takes a denial for one only if the game itself repeats it', async () => {
  answers = [[404, DENIED], [200]];
  expect((await game.ask('/ledger/key')).status).toBe(200);
  answers = [[404, DENIED]];
  await expect(game.file('/ledger/tile/0/000', 'the leaves')).rejects.toThrow(Difference);
  await expect(game.json('/api/works')).rejects.toThrow('/api/works answers 404, not-found.');
});

test('can’t finish with what is no game, or stays away', async () => {
  answers = [[404]];
  await expect(game.ask('/ledger/key')).rejects.toThrow('is this the address of a Denaria?');
  // From http to https, for one: it is refused immediately, and the ledger of another address is
  // not read.
  answers = [[302, { Location: '/elsewhere' }]];
  await expect(game.ask('/ledger/key')).rejects.toThrow('/ledger/key answers 302: is this');
  answers = [[502, AT_ONCE]];
  await expect(game.ask('/ledger/key')).rejects.toThrow(Unfinished);
  const nowhere = new PublicServer('http://127.0.0.1:1', 100);
  await expect(nowhere.ask('/ledger/key')).rejects.toThrow('gave no answer in time');
  expect(() => new PublicServer('ftp://play.example', 1)).toThrow(Unfinished);
});

test('does not read an answer without end', async () => {
  answers = [[200]];
  isEndless = true;
  await expect(game.ask('/ledger/key')).rejects.toThrow('/ledger/key answers more than 32 MB');
  isEndless = false;
});
