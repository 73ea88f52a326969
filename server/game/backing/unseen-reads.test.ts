import { expect, test } from 'vitest';
import { FakeChain } from '../../chain/testing/fake-chain.ts';
import { ALICE, BOB } from '../../test/support/game-world.ts';
import { createUnseenReads } from './unseen-reads.ts';

test('[CHN1] whoever was read beyond what was seen is due when that has been seen, once', async () => {
  const chain = new FakeChain();
  const reads = createUnseenReads(chain);
  reads.saw(chain.blockNumber);
  await reads.holdings(ALICE, 'usa');
  expect(reads.take()).toEqual([]);

  chain.advance();
  await reads.holdings(ALICE, 'usa');
  chain.advance();
  await reads.holdings(BOB, 'usa');
  expect(reads.take()).toEqual([]);
  reads.saw(chain.blockNumber - 1);
  expect(reads.take()).toEqual([ALICE]);
  reads.saw(chain.blockNumber);
  expect(reads.take()).toEqual([BOB]);
  expect(reads.take()).toEqual([]);
});

test('[CHN1] a block seen while the answer was on its way counts as unseen', async () => {
  const chain = new FakeChain();
  const reads = createUnseenReads(chain);
  reads.saw(chain.blockNumber);
  chain.advance();
  const reading = reads.holdings(ALICE, 'usa');
  reads.saw(chain.blockNumber);
  await reading;
  expect(reads.take()).toEqual([ALICE]);
});

test('[CHN1] what is given back is due again', async () => {
  const chain = new FakeChain();
  const reads = createUnseenReads(chain);
  await reads.holdings(ALICE, 'usa');
  reads.saw(chain.blockNumber);
  reads.giveBack(reads.take());
  expect(reads.take()).toEqual([ALICE]);
});
