/**
 * `Denaria-At-Least`: what was written at one server can be read at every other, even one that
 * lags.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AT_LEAST_HEADER, BOARD_HEADERS } from '../../common/protocol/board-headers.ts';
import { CALLS } from '../../common/protocol/calls.ts';
import { leaderboardCall } from '../../common/protocol/leaderboard.ts';
import { walletOf } from '../../common/testing/fixtures.ts';
import type { Answer } from './support/answer-check.ts';
import { startTwoServers, type TwoServers } from './support/paused-feed.ts';
import { ask, type Asking } from './support/http-client.ts';
import { samplePath } from './support/samples.ts';

const ALICE = walletOf(1);
const LIST = leaderboardCall.path;
/** A rev that no commit of a test has. */
const NEVER = 'f'.repeat(16);

const header = ({ headers }: Answer, name: keyof typeof BOARD_HEADERS) =>
  String(headers[BOARD_HEADERS[name].toLowerCase()]);
const revOf = (answer: Answer) => header(answer, 'rev');
/** The header for reads that must be as new as an answer. */
const since = (answer: Answer) => ({
  [AT_LEAST_HEADER]: `${header(answer, 'epoch')} ${revOf(answer)}`,
});

async function stake(url: string): Promise<Answer> {
  const answer = await ask(url, '/api/dena/stake', {
    json: { walletAddress: ALICE, amount: '10' },
  });
  expect(answer.status).toBe(201);
  return answer;
}

describe('of two servers, one of them behind', () => {
  let game: TwoServers;
  beforeEach(async () => {
    game = await startTwoServers();
    await game.settle(ALICE);
    await caughtUp();
  });
  afterEach(() => game.close());

  async function caughtUp(): Promise<void> {
    await expect
      .poll(async () => revOf(await ask(game.lagging, LIST)))
      .toBe(revOf(await ask(game.prompt, LIST)));
  }

  /**
   * What the lagging server answers after a stake at the other one; its feed is paused until all
   * have been sent.
   */
  async function afterStake(
    reads: readonly (readonly [path: string, asking?: Asking])[],
  ): Promise<{ readonly staked: Answer; readonly answers: Answer[] }> {
    await caughtUp();
    game.pauseFeed();
    const staked = await stake(game.prompt);
    const coming = reads.map(([path, asking = {}]) =>
      ask(game.lagging, path, { ...asking, headers: { ...asking.headers, ...since(staked) } }),
    );
    // Meanwhile it answers others from what it has.
    for (let n = 0; n < 20; n += 1) {
      expect(revOf(await ask(game.lagging, LIST)) < revOf(staked)).toBe(true);
    }
    game.resumeFeed();
    return { staked, answers: await Promise.all(coming) };
  }

  test('[PRO35] every read waits for the commit that it names', async () => {
    const reads = CALLS.filter(({ method }) => method === 'GET').filter(
      ({ path }) => path.startsWith('/api/') && !path.startsWith('/api/session'),
    );
    expect(reads.length).toBeGreaterThan(15);
    for (let n = 0; n < reads.length; n += 10) {
      const now = new Date().toISOString();
      const some = reads.slice(n, n + 10);
      const paths = some.map((call) =>
        samplePath(call, { walletAddress: ALICE, from: now, to: now }),
      );
      const { staked, answers } = await afterStake(paths.map((path) => [path]));
      for (const [i, { placed }] of some.entries()) {
        const answer = answers[i];
        expect([paths[i], answer?.status]).toEqual([paths[i], 200]);
        if (answer && placed) expect([paths[i], revOf(answer) >= revOf(staked)]).toEqual([paths[i], true]); // prettier-ignore
      }
    }
  });

  test('[PRO35] so do the polled list in every coding, HEAD, parts of the list and lists of the past', async () => {
    const { text, headers } = await ask(game.lagging, LIST);
    const tagged = { headers: { 'If-None-Match': headers['etag'] } };
    const coded = (coding: string) => ({ headers: { 'Accept-Encoding': coding } });
    const at = new Date().toISOString();
    const past = await ask(game.lagging, `${LIST}?at=${at}`);
    expect(past.text).toBe(text);
    const { staked, answers } = await afterStake([
      [`${LIST}?limit=1000`, coded('br')],
      [LIST, tagged],
      [LIST, { method: 'HEAD' }],
      [`${LIST}?limit=5`],
      [`${LIST}?nationId=italy`, tagged],
      ['/API/leaderboard/'],
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter((answer) => revOf(answer) < revOf(staked))).toEqual([]);
    // The past is as it was.
    const again = await ask(game.lagging, `${LIST}?at=${at}`, { headers: since(staked) });
    expect(again.text).toBe(text);
  });

  test('[PRO35] a commit that does not come is refused as behind', async () => {
    const asked = {
      [AT_LEAST_HEADER]: `${header(await ask(game.lagging, LIST), 'epoch')} ${NEVER}`,
    };
    for (const path of [LIST, `/api/player-nation/${ALICE}`]) {
      const { status, headers } = await ask(game.lagging, path, { headers: asked });
      expect([status, headers['x-refusal-code'], headers['retry-after']]).toEqual([503, 'behind', '1']); // prettier-ignore
    }
    // A command doesn't wait.
    const json = { walletAddress: ALICE, amount: '10' };
    expect((await ask(game.lagging, '/api/dena/stake', { json, headers: asked })).status).toBe(201);
  });

  test('[PRO35] of another data set nothing is waited for; the answer says of which one it is', async () => {
    const asked = { [AT_LEAST_HEADER]: `another-epoch ${NEVER}` };
    const plain = await ask(game.lagging, LIST);
    for (const path of [LIST, `${LIST}?limit=5`]) {
      expect((await ask(game.lagging, path, { headers: asked })).text).toBe(plain.text);
    }
    // Nor do refusals, and answers without a place of their own, leave it open.
    for (const path of [LIST, '/api/config', `/api/players/${walletOf(99)}`, '/api/nowhere']) {
      const answer = await ask(game.lagging, path, { headers: asked });
      expect([path, header(answer, 'epoch'), revOf(answer)]).toEqual([path, header(plain, 'epoch'), revOf(plain)]); // prettier-ignore
    }
  });

  test('[PRO35] a header that is malformed, or sent twice, is refused', async () => {
    const epoch = header(await ask(game.lagging, LIST), 'epoch');
    const right = `${epoch} ${NEVER}`;
    const wrong = ['', epoch, NEVER, `${right} x`, `${epoch}  ${NEVER}`, `${epoch} ${NEVER.toUpperCase()}`, `${epoch} 12`, `ü ${NEVER}`, `${'e'.repeat(65)} ${NEVER}`, [right, right]]; // prettier-ignore
    for (const value of wrong) {
      for (const path of [LIST, '/api/works', '/api/config']) {
        const answer = await ask(game.lagging, path, { headers: { [AT_LEAST_HEADER]: value } });
        expect([value, answer.headers['x-refusal-code']]).toEqual([value, 'bad-request']);
      }
    }
  });
});
