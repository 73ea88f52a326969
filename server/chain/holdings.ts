/** Reads what wallets hold, from one endpoint at one block [CHN1]. */
import { toQuantity } from 'ethers';
import type { Holdings } from '../../common/values/player.ts';
import type { BlockRef, Chain, Contracts, Holder } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointPool } from './endpoint-pool.ts';
import { EndpointLags, failureOf, isLate, isTooHeavy } from './failures.ts';
import { blockIn, headerOf } from './headers.ts';
import { reasonOf, valueOf } from './json-rpc.ts';
import {
  amountIn,
  blockNumberCall,
  holdingsCalls,
  multicall,
  multicallAnswers,
} from './multicall.ts';

export function holdingsReader(
  pool: EndpointPool,
  contracts: Contracts,
): Pick<Chain, 'holdings' | 'holdingsAt'> {
  /** At the newest block. */
  async function readOne({ rpc }: Endpoint, holder: Holder): Promise<Holdings> {
    const calls = [blockNumberCall, ...holdingsCalls(contracts, holder)];
    const answers = multicallAnswers(await rpc.call(multicall(calls, 'latest')), calls.length);
    const [block, ...balances] = answers.map(amountIn);
    const held = typeof block === 'bigint' ? holdingsOf(Number(block), balances) : null;
    if (held === null) throw new Error('a balance could not be read');
    return held;
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
        const found = blockIn(header, block.number);
        if (found.hash !== block.hash)
          throw new EndpointLags(`it has ${found.hash}, not ${block.hash}`);
      }
      if (error === null) {
        const balances = multicallAnswers(valueOf(answer), calls.length);
        return asked.map((_, i) =>
          holdingsOf(block.number, balances.slice(3 * i, 3 * i + 3).map(amountIn)),
        );
      }
      if (!isTooHeavy(error) || asked.length === 1) throw error;
      wallets.lower(asked.length / 2);
    }
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
