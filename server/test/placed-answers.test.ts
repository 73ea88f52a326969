/**
 * Which rev an answer is of, when two servers lag behind one store by different times: their
 * answers and pushes are ordered by it, so that an older one never passes for a newer one.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { playerCall } from '../../common/protocol/players.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import { revSchema } from '../../common/values/ids.ts';
import type { Answer } from './support/answer-check.ts';
import { startTwoServers, type TwoServers } from './support/paused-feed.ts';
import { ask } from './support/http-client.ts';

const ALICE = walletOf(1);
const BOB = walletOf(2);

let game: TwoServers;
beforeEach(async () => {
  game = await startTwoServers();
  await game.settle(ALICE);
  await game.settle(BOB);
  await expect
    .poll(async () => revOf(await rowsAt(game.lagging)))
    .toBe(revOf(await rowsAt(game.prompt)));
});
afterEach(() => game.close());

const header = ({ headers }: Answer, name: keyof typeof BOARD_HEADERS) =>
  headers[BOARD_HEADERS[name].toLowerCase()];
const revOf = (answer: Answer) => revSchema.parse(header(answer, 'rev'));

const rowsAt = (url: string) => ask(url, `/api/leaderboard/around/${ALICE}?span=0`);
const playerAt = (url: string) => ask(url, `/api/player-nation/${ALICE}`);
const stakesAt = (url: string) => ask(url, `/api/dena/stakes/${ALICE}`);
const gdpOf = (answer: Answer) => answer.json(playerNationCall.answers[200]).playerNation.gdp;

function stake(url: string, key?: string, walletAddress = ALICE): Promise<Answer> {
  return ask(url, '/api/dena/stake', {
    json: { walletAddress, amount: '10' },
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });
}

test('[PRO9] a stake made at a server that lags is answered with the rev of its commit, though its board lacks it', async () => {
  game.pauseFeed();
  const row = await rowsAt(game.lagging);
  const staked = await stake(game.lagging, 'once');
  expect(staked.status).toBe(201);
  expect(revOf(staked) > revOf(row)).toBe(true);
  expect(revOf(staked)).toBe(revOf(await rowsAt(game.prompt)));
  expect(revOf(await stakesAt(game.lagging))).toBe(revOf(staked));
  const again = await stake(game.lagging, 'once');
  expect([again.text, header(again, 'rev')]).toEqual([staked.text, undefined]);
});

test('[PRO9] a player answered from a receipt names the present rev only while it is the present player', async () => {
  const trade = (url: string) =>
    ask(url, '/api/trade', {
      json: { walletAddress: ALICE, resourceType: 'wood', quantity: 10 },
      headers: { 'Idempotency-Key': 'wood' },
    });
  const first = await trade(game.prompt);
  await stake(game.prompt, undefined, BOB);
  const again = await trade(game.prompt);
  expect(revOf(again) > revOf(first)).toBe(true);
  await stake(game.prompt);
  const old = await trade(game.prompt);
  expect(old.status).toBe(200);
  expect(header(old, 'rev')).toBeUndefined();
});

test('[PRO8] players read at both servers while the wallet commits are in the order of their revs', async () => {
  const read: { readonly rev: string; readonly gdp: number }[] = [];
  /** Whether a player's page added up. */
  const receipts: boolean[] = [];
  const over = new AbortController();
  const reading = [game.prompt, game.lagging].map(async (url) => {
    while (!over.signal.aborted) {
      const answer = await playerAt(url);
      read.push({ rev: revOf(answer), gdp: gdpOf(answer) });
      const page = await ask(url, `/api/players/${ALICE}`);
      if (page.status === 503) continue;
      const { gdp, receipt, history } = page.json(playerCall.answers[200]);
      const sum = receipt.terms.reduce((total, term) => total + term.gdp, 0);
      receipts.push([sum, receipt.total, history.at(-1)?.gdp].every((one) => one === gdp));
    }
  });
  for (let i = 0; i < 20; i += 1) {
    if (i === 5) game.pauseFeed();
    if (i === 15) game.resumeFeed();
    await stake(game.prompt);
  }
  over.abort();
  await Promise.all(reading);
  const inOrder = read.toSorted((a, b) => (a.rev < b.rev ? -1 : a.rev > b.rev ? 1 : a.gdp - b.gdp));
  expect(inOrder.map(({ gdp }) => gdp)).toEqual(
    inOrder.map(({ gdp }) => gdp).toSorted((a, b) => a - b),
  );
  expect(new Set(receipts)).toEqual(new Set([true]));
  // One rev, one state.
  const gdps = new Map(read.map(({ rev, gdp }) => [rev, gdp]));
  expect(read.filter(({ rev, gdp }) => gdps.get(rev) !== gdp)).toEqual([]);
});
