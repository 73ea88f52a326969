/** [ORD1] Two servers on one store, one of them with a wrong clock: they understand each other. */
import { describe, expect } from 'vitest';
import { denaStakesCall } from '../../common/protocol/dena-stakes.ts';
import { signInCall } from '../../common/protocol/session.ts';
import { LOCK_MS } from '../../common/rules/lock.ts';
import { dena } from '../../common/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import type { Harness, TestPlayer } from './support/harness.ts';
import { ask } from './support/http-client.ts';
import { serverTest as test } from './support/server-test.ts';
import { signInText } from './support/sign-in.ts';

const HOUR_MS = 60 * 60 * 1000;
/**
 * The wrong clock is off by an hour; times that the store's clock corrects are far nearer than
 * this.
 */
const NEAR_MS = HOUR_MS / 2;
/** Both servers' sign-ins are for one origin. */
const env = {
  PUBLIC_ORIGIN: 'http://localhost:3149',
  SESSION_SECRET: 'one secret for every process of the game',
};

/** Signs in with a nonce of one server at the other. @returns the session's cookie */
async function signInAcross(from: Harness, to: Harness, player: TestPlayer): Promise<string> {
  const message = await signInText(from.url, player.wallet, {}, env.PUBLIC_ORIGIN);
  const signature = await player.signer.signMessage(message);
  const json = { message, signature };
  const answer = await to.ask(signInCall.path, { json });
  expect(answer.text).toBe(JSON.stringify({ walletAddress: player.wallet }));
  // Its nonce is spent at both.
  expect((await from.ask(signInCall.path, { json })).status).toBe(401);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

describe('[ORD1] a server whose clock is wrong', () => {
  for (const aheadMs of [HOUR_MS, -HOUR_MS]) {
    test(`by ${aheadMs} ms shares nonces, tokens, receipts and times with one that is right`, async ({
      startServer,
    }) => {
      const store = openMemoryStore();
      const right = await startServer({ env, store });
      const wrong = await startServer({ env, store, clockAheadMs: aheadMs });
      const across = async (from: Harness, to: Harness) => {
        const startedAt = Date.now();
        const player = from.stranger();
        const gift = { denaWei: dena(1000) };
        for (const { chain } of [from, to]) chain.give(player.wallet, gift);
        const Cookie = await signInAcross(from, to, player);
        const post = ({ url }: Harness, path: string, body: object, key: string) =>
          ask(url, path, {
            json: { walletAddress: player.wallet, ...body },
            headers: { Cookie, 'Idempotency-Key': key },
          });
        expect((await post(from, '/api/player-nation', { nationId: 'usa' }, 'join')).status).toBe(
          201,
        );
        const first = await post(from, '/api/dena/stake', { amount: 10 }, 'first');
        const again = await post(to, '/api/dena/stake', { amount: 10 }, 'first');
        expect([first.status, again.status]).toEqual([201, 201]);
        expect(again.text).toBe(first.text);
        expect((await post(to, '/api/dena/stake', { amount: 20 }, 'second')).status).toBe(201);
        const stakes = (await to.ask(`/api/dena/stakes/${player.wallet}`)).json(
          denaStakesCall.answers[200],
        );
        expect(stakes).toHaveLength(2);
        for (const { stakedAt, unstakeableAt } of stakes) {
          const at = Date.parse(stakedAt);
          expect(at).toBeGreaterThan(startedAt - NEAR_MS);
          expect(at).toBeLessThan(Date.now() + NEAR_MS);
          expect(Date.parse(unstakeableAt)).toBe(at + LOCK_MS);
        }
        const ended = await ask(from.url, '/api/session', {
          method: 'DELETE',
          headers: { Cookie },
        });
        expect(ended.status).toBe(204);
        await expect
          .poll(async () => (await ask(to.url, '/api/session', { headers: { Cookie } })).status)
          .toBe(401);
      };
      await Promise.all([across(right, wrong), across(wrong, right)]);
    });
  }
});
