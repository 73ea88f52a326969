import { describe, expect, test } from 'vitest';
import {
  accepted,
  after,
  ALICE,
  dena,
  holdings,
  newcomer,
  NOW,
  type PlayerState,
  rules,
  stakeId,
  stakeIn,
} from '../testing/fixtures.ts';
import { stakeDena } from './stake-dena.ts';
import { stakeNft } from './stake-nft.ts';
import { unstake } from './unstake.ts';

const facts = { now: NOW, rules, holdings: holdings({ denaWei: dena(100) }) };
const command = { kinds: ['dena'] as const };

function staked(from: PlayerState): PlayerState {
  const amount = { stakeId: stakeId('a'), amountWei: dena(50) };
  return after(from, accepted(stakeDena(from.player, amount, facts)).change);
}

describe('[LCK1] a stake is locked for the lock time', () => {
  test('and free from then on: the GDP falls back and the DENA is available again', () => {
    const state = staked(newcomer('usa'));
    const decision = unstake(state.player, stakeIn(state, 'a'), command, {
      now: NOW + rules.lockMs,
      rules,
    });
    expect(decision).toMatchObject({
      ok: true,
      stake: {
        state: { status: 'ended', reason: 'unstaked', endedAt: NOW + rules.lockMs },
      },
      change: {
        player: {
          standing: { gdp: 25_000, denaStakedWei: 0n },
          gdpSince: NOW + rules.lockMs,
        },
        event: {
          kind: 'dena-unstaked',
          gdpBefore: 25_005,
          detail: { stakeIds: ['a'], amount: '50' },
        },
      },
    });
  });

  test.each([
    ['national', NOW + rules.lockMs],
    ['cultural', NOW],
  ] as const)('a %s NFT too, and what accrued is settled if the rate falls', (kind, settledAt) => {
    const nft = { stakeId: stakeId('n'), kind, contract: ALICE, tokenId: 1n, quantity: 2 };
    const collections = { national: ALICE, cultural: ALICE };
    const token = { imageUrl: '', attributes: [] };
    const held = holdings({ national: 2, cultural: 2 });
    const first = newcomer('usa');
    const nftFacts = { now: NOW, rules, holdings: held, collections, token };
    const { stake, change } = accepted(stakeNft(first.player, nft, nftFacts));
    const ended = unstake(
      change.player,
      stake,
      { kinds: [kind] },
      { now: NOW + rules.lockMs, rules },
    );
    expect(ended).toMatchObject({
      ok: true,
      change: {
        player: { standing: first.player.standing, resources: { settledAt } },
        event: { kind: `${kind}-unstaked`, detail: { stakeIds: ['n'], quantity: 2 } },
      },
    });
  });
});

test('[LCK1] a stake that is still locked is refused, until the millisecond in which its lock ends', () => {
  const state = staked(newcomer('usa'));
  const locked = unstake(state.player, stakeIn(state, 'a'), command, {
    now: NOW + rules.lockMs - 1,
    rules,
  });
  expect(locked).toMatchObject({ ok: false, code: 'stake-locked' });
});

test('[LCK2] a stake ends once', () => {
  const state = staked(newcomer('usa'));
  const now = NOW + rules.lockMs;
  const first = accepted(unstake(state.player, stakeIn(state, 'a'), command, { now, rules }));
  const ended = after(state, first.change);
  expect(unstake(ended.player, stakeIn(ended, 'a'), command, { now, rules })).toMatchObject({
    ok: false,
    code: 'stake-ended',
  });
});

test('a stake that doesn’t exist, or is of another kind, cannot be unstaked', () => {
  const state = staked(newcomer('usa'));
  const now = NOW + rules.lockMs;
  const missing = { ok: false, code: 'no-such-stake' };
  expect(unstake(null, null, command, { now, rules })).toMatchObject(missing);
  expect(unstake(state.player, null, command, { now, rules })).toMatchObject(missing);
  expect(
    unstake(state.player, stakeIn(state, 'a'), { kinds: ['national', 'cultural'] }, { now, rules }),
  ).toMatchObject(missing);
});
