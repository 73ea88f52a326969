/** What every adapter of the chain's port keeps to, run against each of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { address, type Address } from '../../../common/values/address.ts';
import { WEI_PER_DENA } from '../../../common/values/amount.ts';
import { NATION_IDS, type NationId } from '../../../common/values/nations.ts';
import { startRunTime } from '../../test/support/run-time.ts';
import { ChainUnavailable, type Chain, type Collection } from '../chain.ts';

/** A chain whose world a test can change. */
export interface ChainWorld {
  readonly chain: Chain;
  /** Two wallets that hold nothing. */
  readonly wallets: readonly [Address, Address];
  /** Adds to what a wallet holds; NFTs are of one nation. */
  give(
    wallet: Address,
    gift: {
      readonly denaWei: bigint;
      readonly nationId: NationId;
      readonly national: number;
      readonly cultural: number;
    },
  ): Promise<void>;
  /** Has the contract say where a token's metadata is, and says where that is. */
  publish(collection: Collection, tokenId: bigint): Promise<string>;
  /** Goes on by a block at least. */
  nextBlock(): Promise<void>;
  /** A contract wallet that accepts any signature of one message; `revert` refuses by failing. */
  deployContractWallet(accepts: { readonly message: string } | 'revert'): Promise<Address>;
  fault(kind: 'down' | 'hanging' | 'none'): Promise<void>;
  close(): Promise<void>;
}

/** [CHN2] A stake answers 503 within 5 s, and the answer must still be made. */
const ANSWER_MS = 3500;
const SIGNATURE = `0x${'1c'.repeat(65)}`;
const NOBODY = address('0x00000000000000000000000000000000000d0de1');

export function describeChain(name: string, open: () => Promise<ChainWorld>): void {
  describe(`the chain's conformance: ${name}`, () => {
    let world: ChainWorld;

    beforeEach(async () => {
      world = await open();
    });
    afterEach(async () => {
      await world.close();
    });

    test('[CHN1] holdings are of DENA and of the nation asked for, at a named block', async () => {
      const { chain, wallets } = world;
      await world.give(wallets[0], {
        denaWei: 1250n * WEI_PER_DENA + 1n,
        nationId: 'italy',
        national: 3,
        cultural: 5,
      });
      await world.give(wallets[0], { denaWei: 0n, nationId: 'china', national: 1, cultural: 0 });
      const italy = await chain.holdings(wallets[0], 'italy');
      expect(italy).toEqual({
        block: italy.block,
        denaWei: 1250n * WEI_PER_DENA + 1n,
        national: 3,
        cultural: 5,
      });
      expect(italy.block).toBeGreaterThan(0);
      expect(await chain.holdings(wallets[0], 'china')).toMatchObject({ national: 1, cultural: 0 });
      expect(await chain.holdings(wallets[0], 'usa')).toMatchObject({ national: 0, cultural: 0 });
    });

    test('a wallet that holds nothing is answered with nothing, for every nation', async () => {
      const { chain, wallets } = world;
      for (const nationId of NATION_IDS) {
        expect(await chain.holdings(wallets[1], nationId)).toMatchObject({
          denaWei: 0n,
          national: 0,
          cultural: 0,
        });
      }
    });

    test('[CHN1] the block goes on with the chain', async () => {
      const { chain, wallets } = world;
      const before = await chain.holdings(wallets[0], 'usa');
      await world.nextBlock();
      const after = await chain.holdings(wallets[0], 'usa');
      expect(after.block).toBeGreaterThan(before.block);
    });

    test('many wallets can be read at once', async () => {
      const { chain, wallets } = world;
      await world.give(wallets[0], { denaWei: 7n, nationId: 'usa', national: 0, cultural: 0 });
      const read = await Promise.all(
        Array.from({ length: 60 }, (_, i) => chain.holdings(wallets[i % 2 === 0 ? 0 : 1], 'usa')),
      );
      expect(read.map(({ denaWei }) => denaWei)).toEqual(
        Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 7n : 0n)),
      );
    });

    test('[CHN1] the holdings of many are all of one block, in their order', async () => {
      const { chain, wallets } = world;
      await world.give(wallets[0], { denaWei: 7n, nationId: 'usa', national: 2, cultural: 1 });
      await world.give(wallets[1], { denaWei: 9n, nationId: 'china', national: 0, cultural: 4 });
      const players = [
        { wallet: wallets[1], nationId: 'china' },
        { wallet: wallets[0], nationId: 'usa' },
        { wallet: wallets[0], nationId: 'italy' },
      ] as const;
      const all = await chain.allHoldings(players);
      expect(all).toEqual([
        { block: all[0]?.block, denaWei: 9n, national: 0, cultural: 4 },
        { block: all[0]?.block, denaWei: 7n, national: 2, cultural: 1 },
        { block: all[0]?.block, denaWei: 7n, national: 0, cultural: 0 },
      ]);
      expect(await chain.allHoldings([])).toEqual([]);
    });

    test('[CHN1] the holdings of a thousand are read in one call', async () => {
      const { chain, wallets } = world;
      await world.give(wallets[0], { denaWei: 7n, nationId: 'usa', national: 2, cultural: 1 });
      const all = await chain.allHoldings(
        Array.from({ length: 1000 }, () => ({ wallet: wallets[0], nationId: 'usa' })),
      );
      expect(all).toHaveLength(1000);
      expect(all.every((held) => held.denaWei === 7n && held.national === 2)).toBe(true);
    });

    test('copies are counted of any token, also of one that nobody has', async () => {
      const { chain, wallets } = world;
      await world.give(wallets[0], { denaWei: 0n, nationId: 'italy', national: 3, cultural: 5 });
      expect(await chain.tokenBalance('national', wallets[0], 2n)).toBe(3n);
      expect(await chain.tokenBalance('cultural', wallets[0], 2n)).toBe(5n);
      expect(await chain.tokenBalance('cultural', wallets[0], 2n ** 255n)).toBe(0n);
      expect(await chain.tokenBalance('national', wallets[1], 2n)).toBe(0n);
    });

    test('a token’s metadata is where its own contract says', async () => {
      const { chain } = world;
      for (const collection of ['national', 'cultural'] as const) {
        const uri = await world.publish(collection, 3n);
        expect(await chain.tokenUri(collection, 3n)).toBe(uri);
      }
    });

    test('[CHN1] blocks are known by their hashes, and those to come are not known', async () => {
      const { chain } = world;
      const head = await chain.head();
      expect(head.hash).toMatch(/^0x[0-9a-f]{64}$/);
      expect(await chain.block(head.number)).toEqual(head);
      const before = await chain.block(head.number - 1);
      expect(before?.hash).not.toBe(head.hash);
      expect(await chain.block(head.number + 1_000_000)).toBeNull();
    });

    test('[CHN1] transfers name each wallet that tokens moved to or from, block by block', async () => {
      const { chain, wallets } = world;
      const { number: before } = await chain.head();
      await world.give(wallets[0], { denaWei: 7n, nationId: 'usa', national: 1, cultural: 1 });
      const { number: between } = await chain.head();
      await world.give(wallets[1], { denaWei: 7n, nationId: 'usa', national: 1, cultural: 1 });
      const { number: after } = await chain.head();
      const moved = async (from: number, to: number) => {
        const blocks = await chain.transfers(from, to);
        const numbers = blocks.map(({ number }) => number);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        for (const block of blocks) {
          expect(await chain.block(block.number)).toEqual({
            number: block.number,
            hash: block.hash,
          });
        }
        return new Set(blocks.flatMap((block) => block.wallets));
      };
      expect(await moved(before + 1, after)).toEqual(new Set([wallets[0], wallets[1]]));
      expect(await moved(between + 1, after)).toEqual(new Set([wallets[1]]));
      await world.nextBlock();
      expect(await moved(after + 1, after + 1)).toEqual(new Set());
    });

    test('EIP-1271: a contract wallet accepts a signature of its message alone', async () => {
      const wallet = await world.deployContractWallet({ message: 'Sign in to Denaria' });
      const { chain } = world;
      expect(await chain.acceptsSignature(wallet, 'Sign in to Denaria', SIGNATURE)).toBe(true);
      expect(await chain.acceptsSignature(wallet, 'Sign in to Denaria.', SIGNATURE)).toBe(false);
    });

    test('EIP-1271: an address without code accepts nothing', async () => {
      expect(await world.chain.acceptsSignature(NOBODY, 'hello', SIGNATURE)).toBe(false);
    });

    test('EIP-1271: a contract that reverts accepts nothing', async () => {
      const wallet = await world.deployContractWallet('revert');
      expect(await world.chain.acceptsSignature(wallet, 'hello', SIGNATURE)).toBe(false);
    });

    for (const kind of ['down', 'hanging'] as const) {
      test(`[CHN2] a chain that is ${kind} is unavailable in time, and comes back by itself`, async () => {
        const { chain, wallets } = world;
        await world.fault(kind);
        const runTime = startRunTime();
        const answers = await Promise.allSettled([
          chain.holdings(wallets[0], 'usa'),
          chain.tokenBalance('national', wallets[0], 1n),
          chain.tokenUri('cultural', 1n),
          chain.head(),
          chain.block(1),
          chain.transfers(1, 2),
          chain.acceptsSignature(wallets[0], 'hello', SIGNATURE),
          chain.ping(),
        ]);
        expect(runTime()).toBeLessThan(ANSWER_MS);
        for (const answer of answers) {
          expect(answer.status === 'rejected' && answer.reason).toBeInstanceOf(ChainUnavailable);
        }
        await world.fault('none');
        await expect
          .poll(() => chain.ping().then(() => 'back', String), { interval: 100 })
          .toBe('back');
        expect(await chain.holdings(wallets[0], 'usa')).toMatchObject({ denaWei: 0n });
      });
    }

    test('a closed chain answers nobody', async () => {
      world.chain.close();
      await expect(world.chain.ping()).rejects.toBeInstanceOf(ChainUnavailable);
    });
  });
}
