/** What every adapter of the chain's port must do, run against each of them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { address, type Address } from '../../../common/values/address.ts';
import { WEI_PER_DENA } from '../../../common/values/amount.ts';
import type { NationId } from '../../../common/values/nations.ts';
import { ChainUnavailable, type Block, type Chain, type Collection } from '../chain.ts';

/** A chain whose state a test can change. */
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
  /** Makes the contract return where a token's metadata is, and returns that. */
  publish(collection: Collection, tokenId: bigint): Promise<string>;
  /** Makes a wallet claim a name, and the name resolve to `owner`. */
  name(wallet: Address, name: string, owner: Address): Promise<void>;
  /** Advances by at least one block. */
  nextBlock(): Promise<void>;
  /** A contract wallet that accepts any signature of one message; `revert` refuses by failing. */
  deployContractWallet(accepts: { readonly message: string } | 'revert'): Promise<Address>;
  /** After `none` the chain is asked again, however long it would be left alone otherwise. */
  fault(kind: 'down' | 'hanging' | 'none'): Promise<void>;
  /** Waits for calls to a chain that hangs: a simulated one lets its own time pass. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const SIGNATURE = `0x${'1c'.repeat(65)}`;
const ANY_HASH = `0x${'1'.repeat(64)}`;
const ANY_BLOCK: Block = { number: 1, hash: ANY_HASH, parentHash: '', timestampS: 0 };
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

    test('[CHN1] holdings are of DENA and of the requested nation, at a named block', async () => {
      const { chain, wallets } = world;
      await world.give(wallets[0], {
        denaWei: 1250n * WEI_PER_DENA + 1n,
        nationId: 'italy',
        national: 3,
        cultural: 5,
      });
      await world.give(wallets[0], { denaWei: 0n, nationId: 'china', national: 1, cultural: 0 });
      const italy = await chain.holdings(wallets[0], 'italy', 0);
      expect(italy).toEqual({
        block: italy.block,
        denaWei: 1250n * WEI_PER_DENA + 1n,
        national: 3,
        cultural: 5,
      });
      expect(italy.block).toBeGreaterThan(0);
      expect(await chain.holdings(wallets[0], 'china', 0)).toMatchObject({
        national: 1,
        cultural: 0,
      });
      expect(await chain.holdings(wallets[0], 'usa', 0)).toMatchObject({
        national: 0,
        cultural: 0,
      });
    });

    test('[CHN1] the holdings of any number are all from one block, in their order', async () => {
      const { chain, wallets } = world;
      await world.give(wallets[0], { denaWei: 7n, nationId: 'usa', national: 2, cultural: 1 });
      await world.give(wallets[1], { denaWei: 9n, nationId: 'china', national: 0, cultural: 4 });
      const at = await chain.head();
      const { number: block } = at;
      const players = [
        { wallet: wallets[1], nationId: 'china' },
        { wallet: wallets[0], nationId: 'usa' },
        { wallet: wallets[0], nationId: 'italy' },
      ] as const;
      const held = [
        { block, denaWei: 9n, national: 0, cultural: 4 },
        { block, denaWei: 7n, national: 2, cultural: 1 },
        { block, denaWei: 7n, national: 0, cultural: 0 },
      ];
      for (const times of [0, 1, 334]) {
        const each = <One>(list: readonly One[]) =>
          Array.from({ length: times }, () => list).flat();
        expect(await chain.holdingsAt(at, each(players))).toEqual(each(held));
      }
    });

    test('[CHN1] nothing is read at a block that the chain does not have', async () => {
      const { chain, wallets } = world;
      const players = [{ wallet: wallets[0], nationId: 'usa' }] as const;
      const head = await chain.head();
      const another = { ...head, hash: ANY_HASH };
      const toCome = { ...another, number: head.number + 1_000_000 };
      for (const block of [another, toCome]) {
        await expect(chain.holdingsAt(block, players)).rejects.toBeInstanceOf(ChainUnavailable);
        const moved = chain.recentTransfers(block, head.number, null);
        await expect(moved).rejects.toBeInstanceOf(ChainUnavailable);
      }
    });

    test('copies of any token are counted, even of one that nobody has', async () => {
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

    test('[NAM1] a wallet has a name while the name resolves to the wallet', async () => {
      const { chain, wallets } = world;
      const [one, two] = wallets;
      await world.name(one, 'marco.eth', one);
      await world.name(two, 'marco.eth', one);
      expect(await chain.names([two, one, NOBODY])).toEqual([
        { name: null },
        { name: 'marco.eth' },
        { name: null },
      ]);
      expect(await chain.names([])).toEqual([]);
      await world.name(one, 'polo.eth', one);
      expect(await chain.names([one])).toEqual([{ name: 'polo.eth' }]);
      await world.name(one, 'polo.eth', two);
      expect(await chain.names([one])).toEqual([{ name: null }]);
    });

    test('[CHN1] transfers name each wallet that tokens moved to or from, and its newest block', async () => {
      const { chain, wallets } = world;
      const before = await chain.head();
      expect(before.hash).toMatch(/^0x[0-9a-f]{64}$/);
      await world.give(wallets[0], { denaWei: 7n, nationId: 'usa', national: 1, cultural: 1 });
      const between = await chain.head();
      await world.give(wallets[1], { denaWei: 7n, nationId: 'usa', national: 1, cultural: 1 });
      const after = await chain.head();
      const moved = async (known: Block, head: Block) => {
        const from = known.number + 1;
        const found = await chain.recentTransfers(head, from, known);
        expect(found).toMatchObject({ from, hasKnown: true });
        return found.wallets;
      };
      const both = await moved(before, after);
      expect(new Set(both.keys())).toEqual(new Set(wallets));
      expect(both.get(wallets[0])).toBeGreaterThan(before.number);
      expect(both.get(wallets[0])).toBeLessThanOrEqual(between.number);
      expect(await moved(between, after)).toEqual(new Map([[wallets[1], both.get(wallets[1])]]));
      await world.nextBlock();
      const quiet = await chain.head();
      expect(await moved(after, quiet)).toEqual(new Map());
      expect(await moved(quiet, quiet)).toEqual(new Map());
    });

    test('[CHN1] a known block that is gone is reported, at the head’s height too', async () => {
      const { chain } = world;
      await world.nextBlock();
      const head = await chain.head();
      const before = { number: head.number - 1, hash: head.parentHash };
      for (const known of [head, before]) {
        const gone = { ...known, hash: ANY_HASH };
        expect(await chain.recentTransfers(head, 0, known)).toMatchObject({ hasKnown: true });
        expect(await chain.recentTransfers(head, 0, gone)).toMatchObject({ hasKnown: false });
      }
      expect(await chain.recentTransfers(head, 0, null)).toMatchObject({ hasKnown: true });
    });

    test('EIP-1271: a contract wallet accepts only a signature of its message', async () => {
      const { chain } = world;
      const wallet = await world.deployContractWallet({ message: 'Sign in to Denaria' });
      const accepts = (by: Address, message: string) =>
        chain.acceptsSignature(by, message, SIGNATURE);
      expect(await accepts(wallet, 'Sign in to Denaria')).toBe(true);
      expect(await accepts(wallet, 'Sign in to Denaria.')).toBe(false);
      // An address without code accepts nothing, nor does a contract that reverts.
      expect(await accepts(NOBODY, 'hello')).toBe(false);
      expect(await accepts(await world.deployContractWallet('revert'), 'hello')).toBe(false);
    });

    for (const kind of ['down', 'hanging'] as const) {
      test(`[CHN2] a chain that is ${kind} is unavailable, and comes back by itself`, async () => {
        const { chain, wallets } = world;
        await world.fault(kind);
        const answers = await world.waitFor(
          Promise.allSettled([
            chain.holdings(wallets[0], 'usa', 0),
            chain.tokenBalance('national', wallets[0], 1n),
            chain.tokenUri('cultural', 1n),
            chain.head(),
            chain.recentTransfers(ANY_BLOCK, 0, null),
            chain.holdingsAt(ANY_BLOCK, [{ wallet: wallets[0], nationId: 'usa' }]),
            chain.acceptsSignature(wallets[0], 'hello', SIGNATURE),
            chain.names(wallets),
          ]),
        );
        for (const answer of answers) {
          expect(answer.status === 'rejected' && answer.reason).toBeInstanceOf(ChainUnavailable);
        }
        expect(chain.isReachable()).toBe(false);
        await world.fault('none');
        await expect
          .poll(() => chain.head().then(() => 'back', String), { interval: 100 })
          .toBe('back');
        expect(chain.isReachable()).toBe(true);
        expect(await chain.holdings(wallets[0], 'usa', 0)).toMatchObject({ denaWei: 0n });
      });
    }

    test('a closed chain answers nobody', async () => {
      world.chain.close();
      await expect(world.chain.head()).rejects.toBeInstanceOf(ChainUnavailable);
    });
  });
}
