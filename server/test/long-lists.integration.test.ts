/** Lists beyond those that every page polls: the same rows, however many are requested in parallel. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { NOW, walletOf } from '../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../common/values/nations.ts';
import { joining } from '../store/testing/fixtures.ts';
import { Harness } from './support/harness.ts';

const PLAYERS = 1300;

let server: Harness;
beforeAll(async () => {
  server = await Harness.start();
  for (let n = 1; n <= PLAYERS; n += 1) {
    const nationId = NATION_IDS[n % NATION_IDS.length];
    await server.store.commit(joining(walletOf(n), nationId, NOW + n), 0, null);
  }
});
afterAll(() => server.close());

const ranksAt = async (query: string) => {
  const answer = await server.ask(`${leaderboardCall.path}?${query}`);
  expect(answer.headers['x-total-count']).toBe(String(PLAYERS));
  return answer.json(leaderboardCall.answers[200]).map(({ rank }) => rank);
};
const ranks = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

test.each([
  ['limit=999', 1, 999],
  ['limit=1000&offset=1', 2, 1001],
  ['limit=100&offset=1000', 1001, 1100],
  ['limit=1000&offset=500', 501, 1300],
])('%s', async (query, from, to) => {
  expect(await ranksAt(query)).toEqual(ranks(from, to));
});

test('many in parallel are answered in turn or told to come back, and others meanwhile', async () => {
  // Not by `ask`, which would check every row of every list.
  const asked = Array.from({ length: 200 }, () =>
    fetch(`${server.url}/api/leaderboard?offset=300`),
  );
  const [first] = asked;
  const others = [
    server.ask('/api/leaderboard'),
    server.ask('/api/leaderboard?limit=20&offset=30'),
  ];
  for (const other of await Promise.all(others)) expect(other.status).toBe(200);
  expect((await first)?.status).toBe(200);
  for (const answer of await Promise.all(asked)) {
    const text = await answer.text();
    if (answer.status === 200) {
      expect(JSON.parse(text)).toHaveLength(1000);
    } else {
      expect([answer.status, answer.headers.get('x-refusal-code')]).toEqual([503, 'busy']);
      expect(text).toBe('Too many ask for the same at once. Try again in a moment.');
    }
  }
});
