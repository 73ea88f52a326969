/** Reads what wallets hold, from one endpoint at one block [CHN1]. */
import { toQuantity } from 'ethers';
import type { Holdings } from '../../common/values/player.ts';
import type { BlockRef, Chain, Contracts, Holder } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointPool } from './endpoint-pool.ts';
import { EndpointLags, failureOf, isLate, isTooHeavy } from './failures.ts';
import { headerIn, headerOf, headerSchema } from './headers.ts';
import { reasonOf, type Outcome } from './json-rpc.ts';
import {
  amountIn,
  blockNumberCall,
  holdingsCalls,
  multicall,
  multicallAnswers,
  oneByOne,
  type SubAnswer,
} from './multicall.ts';
import type { RpcClient } from './rpc-client.ts';

/** How many wallets are read at once without Multicall3, with three calls per wallet. */
const WALLETS_ONE_BY_ONE = 40;

export function holdingsReader(
  pool: EndpointPool,
  contracts: Contracts,
): Pick<Chain, 'holdings' | 'holdingsAt'> {
  /** At the newest block. */
  async function readOne({ rpc }: Endpoint, holder: Holder): Promise<Holdings> {
    const calls = [blockNumberCall, ...holdingsCalls(contracts, holder)];
    const [answer] = await rpc.together([multicall(calls, 'latest')]);
    const answers = multicallAnswers(answer, calls.length);
    if (answers === null) return readOneByOne(rpc, holder);
    const [block, ...balances] = answers.map(amountIn);
    // A block is known by its number for good: no chain has one that JSON can't carry.
    if (typeof block !== 'bigint' || block > Number.MAX_SAFE_INTEGER) return whole(null);
    return whole(holdingsOf(Number(block), balances));
  }

  async function readOneByOne(rpc: RpcClient, holder: Holder): Promise<Holdings> {
    const { number } = headerSchema.parse(await rpc.call(headerOf('latest')));
    const answers = await oneByOne(rpc, holdingsCalls(contracts, holder), toQuantity(number));
    return whole(holdingsOf(number, answers.map(amountIn)));
  }

  /** Of the first of these players at exactly this block: as many as one read takes. */
  async function readMany(
    { wallets, rpc }: Endpoint,
    block: BlockRef,
    players: readonly Holder[],
  ): Promise<(Holdings | null)[]> {
    for (;;) {
      const asked = players.slice(0, wallets.most());
      const calls = asked.flatMap((player) => holdingsCalls(contracts, player));
      const [answer, header] = await rpc.together([
        multicall(calls, toQuantity(block.number)),
        headerOf(block.number),
      ]);
      const error = reasonOf(answer);
      // The header shows a lagging endpoint, however the call failed.
      if (error === null || (failureOf(error) !== 'limited' && header?.status === 'fulfilled')) {
        expectBlock(block, header);
      }
      if (isTooHeavy(error) && asked.length > 1) {
        wallets.lower(asked.length / 2);
        continue;
      }
      const balances = multicallAnswers(answer, calls.length);
      return balances
        ? holdingsIn(block, balances)
        : readManyOneByOne(rpc, block, asked.slice(0, WALLETS_ONE_BY_ONE));
    }
  }

  /** The header is read last, too: this takes several requests, in which the block may go. */
  async function readManyOneByOne(
    rpc: RpcClient,
    block: BlockRef,
    players: readonly Holder[],
  ): Promise<(Holdings | null)[]> {
    const calls = players.flatMap((player) => holdingsCalls(contracts, player));
    const balances = await oneByOne(rpc, calls, toQuantity(block.number));
    const [header] = await rpc.together([headerOf(block.number)]);
    expectBlock(block, header);
    return holdingsIn(block, balances);
  }

  return {
    async holdings(wallet, nationId, atLeastBlock) {
      let newest: Holdings | null = null;
      try {
        return await pool.ask(
          async (endpoint) => {
            const held = await readOne(endpoint, { wallet, nationId });
            endpoint.saw(held.block);
            if (held.block >= atLeastBlock) return held;
            if (newest === null || held.block > newest.block) newest = held;
            throw new EndpointLags(`it is at block ${held.block}, not yet at ${atLeastBlock}`);
          },
          { atLeastBlock },
        );
      } catch (error) {
        if (newest !== null) return newest;
        throw error;
      }
    },

    async holdingsAt(block, players) {
      const found: (Holdings | null)[] = [];
      while (found.length < players.length) {
        const rest = players.slice(found.length);
        const next = await pool.ask((endpoint) => readMany(endpoint, block, rest), {
          atLeastBlock: block.number,
          onFailure({ wallets }, error) {
            if (isLate(error)) wallets.lower(Math.min(rest.length, wallets.most()) / 2);
          },
        });
        found.push(...next);
      }
      return found;
    },
  };
}

/** @throws EndpointLags unless it is the header of this very block */
function expectBlock({ number, hash }: BlockRef, header: Outcome | undefined): void {
  const found = headerIn(header, number);
  if (found.hash !== hash) throw new EndpointLags(`it has ${found.hash}, not ${hash}`);
}

/** @throws Error if one of the balances could not be read */
function whole(held: Holdings | null): Holdings {
  if (held === null) throw new Error('a balance could not be read');
  return held;
}

/** @param balances three for each wallet */
function holdingsIn({ number }: BlockRef, balances: readonly SubAnswer[]): (Holdings | null)[] {
  return Array.from({ length: balances.length / 3 }, (_, i) =>
    holdingsOf(number, balances.slice(3 * i, 3 * i + 3).map(amountIn)),
  );
}

/** @param amounts of DENA and of the two NFTs. Null if one of them could not be read. */
function holdingsOf(block: number, amounts: readonly (bigint | null)[]): Holdings | null {
  const [denaWei = null, national = null, cultural = null] = amounts;
  if (denaWei === null || national === null || cultural === null) return null;
  return { block, denaWei, national: copies(national), cultural: copies(cultural) };
}

/** A number of copies, capped at the largest safe integer. */
function copies(count: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(count < most ? count : most);
}
