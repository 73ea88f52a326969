import { expect, test } from 'vitest';
import { holdings, newcomer } from '../../../common/testing/fixtures.ts';
import { ALICE, BOB } from '../../test/support/game-world.ts';
import type { Trail } from './chain-trail.ts';
import { BackingProgress } from './backing-progress.ts';

const NONE = new Map();
const BARE = newcomer('usa').player.standing;

/** Blocks 10 to `last`, each processed at a thousand times its number. */
function trailTo(last: number): Trail {
  return Array.from({ length: last - 9 }, (_, i) => {
    const number = 10 + i;
    return { number, hash: `a${number}`, wallets: [], at: number * 1000 };
  });
}

function backing(): BackingProgress {
  return new BackingProgress({ holdings: () => Promise.reject(new Error('not asked')) });
}

test('[CHN1] a wallet is verified up to the trail’s end, or to the block before its oldest open transfer', () => {
  const known = backing();
  const alice = { wallet: ALICE, holdings: holdings({ block: 11 }), standing: BARE };
  expect(known.verifiedUpTo(alice)).toEqual({ block: 11, at: null });
  known.restore(trailTo(15), NONE, null);
  expect(known.verifiedUpTo(alice)).toEqual({ block: 15, at: 15_000 });
  known.restore(trailTo(16), new Map([[ALICE, 14]]), null);
  expect(known.verifiedUpTo(alice)).toEqual({ block: 13, at: 13_000 });
  expect(known.verifiedUpTo({ ...alice, wallet: BOB, holdings: holdings({ block: 0 }) })).toEqual({
    block: 0,
    at: null,
  });
});

test('[CHN1] a wallet that was read before blocks that nobody read is verified up to them', () => {
  const known = backing();
  const bare = { wallet: ALICE, holdings: holdings({ block: 11 }), standing: BARE };
  const staker = { ...bare, standing: { ...BARE, denaStakedWei: 1n } };
  const readSince = { ...bare, holdings: holdings({ block: 14 }) };
  const upTo = () => [bare, staker, readSince].map((player) => known.verifiedUpTo(player).block);
  known.restore(trailTo(16), NONE, { from: 13, to: 14, isCompared: false });
  expect(upTo()).toEqual([12, 12, 16]);
  known.restore(trailTo(17), NONE, { from: 13, to: 14, isCompared: true });
  expect(upTo()).toEqual([12, 17, 17]);
});

test('[CHN1] a commit made while the wallet was being compared is still to be compared', () => {
  const known = backing();
  known.restore(trailTo(15), NONE, null);
  known.committed(ALICE);
  const asOf = known.heard;
  known.committed(ALICE);
  known.compared(ALICE, 15, asOf);
  expect(known.toCompare()).toEqual([ALICE]);
  known.compared(ALICE, 15, known.heard);
  expect(known.toCompare()).toEqual([]);
});
