/** What every adapter of the chain's port keeps to, run against each of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { address, type Address } from '../../common/values/address.ts';
import { WEI_PER_DENA } from '../../common/values/amount.ts';
import { NATION_IDS, type NationId } from '../../common/values/nations.ts';
import { ChainUnavailable, type Chain } from './chain.ts';

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
  /** Goes on by a block at least. */
  nextBlock(): Promise<void>;
  /** A contract wallet that accepts any signature of one message; `revert` refuses by failing. */
  deployContractWallet(accepts: { readonly message: string } | 'revert'): Promise<Address>;
  fault(kind: 'down' | 'hanging' | 'none'): Promise<void>;
  close(): Promise<void>;
}

/** DESIGN: a stake answers 503 within 5 s, and the answer must still be made. */
const ANSWER_MS = 3500;
const SIGNATURE = `0x${'1c'.repeat(65)}`;
const NOBODY = address('0x00000000000000000000000000000000000d0de1');

export function describeChain(name: string, open: () => Promise<ChainWorld>): void {
  describe(`the chain's contract: ${name}`, () => {
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
        const asked = performance.now();
        const answers = await Promise.allSettled([
          chain.holdings(wallets[0], 'usa'),
          chain.acceptsSignature(wallets[0], 'hello', SIGNATURE),
          chain.ping(),
        ]);
        expect(performance.now() - asked).toBeLessThan(ANSWER_MS);
        for (const answer of answers) {
          expect(answer.status === 'rejected' && answer.reason).toBeInstanceOf(ChainUnavailable);
        }
        await world.fault('none');
        await expect
          .poll(() => chain.ping().then(() => 'back', String), { timeout: 6000, interval: 100 })
          .toBe('back');
        expect(await chain.holdings(wallets[0], 'usa')).toMatchObject({ denaWei: 0n });
      }, 15_000);
    }

    test('a closed chain answers nobody', async () => {
      world.chain.close();
      await expect(world.chain.ping()).rejects.toBeInstanceOf(ChainUnavailable);
    });
  });
}
