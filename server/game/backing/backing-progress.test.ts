import { expect, test } from 'vitest';
import { holdings, newcomer, walletOf } from '../../../common/testing/fixtures.ts';
import { ALICE, BOB } from '../../test/support/game-world.ts';
import { BackingProgress, FINAL_AFTER } from './backing-progress.ts';

const BARE = newcomer('usa').player.standing;
const alice = { wallet: ALICE, holdings: holdings({ block: 11 }), standing: BARE };

function backing(): BackingProgress {
  return new BackingProgress({ holdings: () => Promise.reject(new Error('not asked')) });
}

/** Up to this block, at a thousand times its number. */
function look(progress: BackingProgress, number: number, names: [typeof ALICE, number][] = []) {
  progress.looked({ number, hash: `a${number}`, at: number * 1000 }, new Map(names));
}

test('[CHN1] a wallet is verified up to the newest block, or to the one before the transfer that it waits for', () => {
  const known = backing();
  expect(known.verifiedUpTo(alice)).toEqual({ block: 11, at: null });
  look(known, 15);
  expect(known.verifiedUpTo(alice)).toEqual({ block: 15, at: 15_000 });
  look(known, 16, [[ALICE, 14]]);
  look(known, 17, [[ALICE, 17]]);
  expect(known.verifiedUpTo(alice)).toEqual({ block: 13, at: null });
  known.compared(ALICE, 17, known.received);
  expect(known.verifiedUpTo(alice)).toEqual({ block: 17, at: 17_000 });
  expect(known.verifiedUpTo({ ...alice, wallet: BOB, holdings: holdings({ block: 0 }) })).toEqual({
    block: 0,
    at: null,
  });
});

test('[CHN1] a wallet that was read before blocks that nobody read is verified up to them', () => {
  const known = backing();
  const staker = { ...alice, standing: { ...BARE, denaStakedWei: 1n } };
  const readSince = { ...alice, holdings: holdings({ block: 14 }) };
  const upTo = () => [alice, staker, readSince].map((player) => known.verifiedUpTo(player).block);
  look(known, 12);
  known.skipped(13, 14, 3);
  look(known, 16);
  expect(upTo()).toEqual([12, 12, 16]);
  known.stakersCompared(2);
  expect(upTo()).toEqual([12, 16, 16]);
  known.stakersCompared(3);
  expect(upTo()).toEqual([16, 16, 16]);
});

test('[CHN1] a commit made while the wallet was being compared is still to be compared', () => {
  const known = backing();
  look(known, 15);
  known.committed(ALICE);
  const asOf = known.received;
  known.committed(ALICE);
  known.compared(ALICE, 15, asOf);
  expect(known.toCompare()).toEqual([ALICE]);
  known.compared(ALICE, 15, known.received);
  expect(known.toCompare()).toEqual([]);
});

test('[CHN1] what moved or committed is compared at once, after a fork, and once more 64 blocks later', () => {
  const known = backing();
  look(known, 15, [[ALICE, 15]]);
  known.committed(BOB);
  const compareAll = (block: number) => {
    const wallets = known.toCompare();
    for (const wallet of wallets) known.compared(wallet, block, known.received);
    return wallets;
  };
  expect(compareAll(15)).toEqual([ALICE, BOB]);
  expect(compareAll(15)).toEqual([]);
  // The same logs again name nobody.
  look(known, 16, [[ALICE, 15]]);
  expect(compareAll(16)).toEqual([]);
  known.compareAgain();
  look(known, 17);
  expect(compareAll(17)).toEqual([ALICE, BOB]);
  look(known, 14 + FINAL_AFTER);
  expect(compareAll(14 + FINAL_AFTER)).toEqual([]);
  expect(known.neededBlock(ALICE)).toBe(15);
  look(known, 15 + FINAL_AFTER);
  expect(compareAll(15 + FINAL_AFTER)).toEqual([ALICE]);
  // A commit counts from the block of its comparison.
  look(known, 17 + FINAL_AFTER);
  expect(compareAll(17 + FINAL_AFTER)).toEqual([BOB]);
  known.compareAgain();
  expect(compareAll(17 + FINAL_AFTER)).toEqual([]);
});

test('[CHN1] a commit that was received long after the newest block counts from its comparison', () => {
  const known = backing();
  look(known, 15);
  known.committed(ALICE);
  look(known, 15 + FINAL_AFTER);
  known.compared(ALICE, 15 + FINAL_AFTER, known.received);
  known.compareAgain();
  expect(known.toCompare()).toEqual([ALICE]);
});

test('[CHN1] a wallet whose comparison failed needs no older block for it', () => {
  const known = backing();
  look(known, 1000);
  const needed = known.neededBlock(ALICE);
  known.waitFor(ALICE, 13);
  expect(known.neededBlock(ALICE)).toBe(needed);
  expect(known.verifiedUpTo(alice).block).toBe(12);
});

test('[CHN1] of more than 5,000 names the oldest are dropped, and nobody needs an older block than theirs', () => {
  const known = backing();
  const crowd = Array.from({ length: 5001 }, (_, n) => walletOf(n + 1));
  look(known, 40, [[ALICE, 40]]);
  look(
    known,
    41,
    crowd.map((wallet) => [wallet, 41]),
  );
  look(known, 42, [[BOB, 42]]);
  known.toText('ok');
  expect(known.waiting()).toBe(5003);
  for (const wallet of known.toCompare()) known.compared(wallet, 42, known.received);
  known.toText('ok');
  expect([known.neededBlock(ALICE), known.neededBlock(BOB)]).toEqual([41, 42]);
});

test('[CHN1] other processes know what moved, who waits, and what the follower knows of the chain', () => {
  const [known, other] = [backing(), backing()];
  look(known, 15, [[ALICE, 14]]);
  known.skipped(3, 5, 9);
  expect(other.restore(known.toText('behind'))).toBe('behind');
  expect(other.neededBlock(ALICE)).toBe(14);
  expect(other.verifiedUpTo(alice).block).toBe(13);
  expect(other.toText('ok')).toBe(known.toText('ok'));
  expect(other.restore(null)).toBe('ok');
  expect([other.newest, other.neededBlock(ALICE)]).toEqual([null, 0]);
});
