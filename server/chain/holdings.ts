/** Reads what wallets hold, from one endpoint at one block [CHN1]. */
import { toQuantity } from 'ethers';
import type { Holdings } from '../../common/values/player.ts';
import type { BlockRef, Chain, Contracts, Holder } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointPool } from './endpoint-pool.ts';
import { EndpointLags, failureOf, isLate, isTooHeavy, RpcRefusal } from './failures.ts';
import { expectBlock, headerOf, type HeaderParser } from './headers.ts';
import { quantitySchema, type Outcome, type RpcCall } from './json-rpc.ts';
import {
  amountIn,
  blockNumberCall,
  ethCall,
  ethCallAnswer,
  holdingsCalls,
  multicall,
  multicallAnswers,
  NoMulticall,
  NotItsAnswer,
} from './multicall.ts';

/** How long Multicall3 is assumed to be missing: a chain seldom gets it later. */
const MULTICALL_LOOKED_FOR_MS = 10 * 60_000;
/** How many wallets are read together without Multicall3, with three calls per wallet. */
const WALLETS_ONE_BY_ONE = 40;

export function holdingsReader(
  pool: EndpointPool,
  contracts: Contracts,
  parseHeader: HeaderParser,
  now: () => number,
): Pick<Chain, 'holdings' | 'holdingsAt'> {
  const balanceCalls = (holder: Holder, block: number): RpcCall[] =>
    holdingsCalls(contracts, holder).map((call) => ethCall(call, toQuantity(block)));

  /** Null if there is no Multicall3. */
  async function byMulticall<T>(endpoint: Endpoint, read: () => Promise<T>): Promise<T | null> {
    if (now() < endpoint.multicallMissingUntil) return null;
    try {
      const found = await read();
      endpoint.hasMulticall = true;
      return found;
    } catch (error) {
      if (!lacksMulticall(endpoint, error)) throw error;
      endpoint.multicallMissingUntil = now() + MULTICALL_LOOKED_FOR_MS;
      return null;
    }
  }

  /** At the newest block. */
  async function readOne({ rpc }: Endpoint, holder: Holder): Promise<Holdings> {
    const calls = [blockNumberCall, ...holdingsCalls(contracts, holder)];
    const { method, params } = multicall(calls, 'latest');
    const answers = multicallAnswers(await rpc.call(method, params), calls.length);
    const [block, ...balances] = answers.map(amountIn);
    return whole(typeof block === 'bigint' ? holdingsOf(Number(block), balances) : null);
  }

  async function readOneByItself({ rpc }: Endpoint, holder: Holder): Promise<Holdings> {
    const block = quantitySchema.parse(await rpc.call('eth_blockNumber', []));
    const balances = await Promise.all(
      balanceCalls(holder, block).map(({ method, params }) => rpc.call(method, params)),
    );
    const amounts = balances.map((value) => amountOf({ status: 'fulfilled', value }));
    return whole(holdingsOf(block, amounts));
  }

  /** Of the first of these players at exactly this block: as many as one read takes. */
  async function readMany(
    endpoint: Endpoint,
    block: BlockRef,
    players: readonly Holder[],
  ): Promise<(Holdings | null)[]> {
    const { wallets, rpc } = endpoint;
    for (;;) {
      const asked = players.slice(0, wallets.most());
      const calls = asked.flatMap((player) => holdingsCalls(contracts, player));
      const [answer, header] = await rpc.together([
        multicall(calls, toQuantity(block.number)),
        headerOf(block.number),
      ]);
      if (answer?.status === 'fulfilled') {
        expectBlock(block, header, parseHeader);
        const balances = multicallAnswers(answer.value, calls.length);
        return asked.map((_, i) =>
          holdingsOf(block.number, balances.slice(3 * i, 3 * i + 3).map(amountIn)),
        );
      }
      const error: unknown = answer?.reason ?? new Error('no answer');
      // The header shows a lagging endpoint, however the call failed.
      if (failureOf(error) !== 'limited' && header?.status === 'fulfilled') {
        expectBlock(block, header, parseHeader);
      }
      if (!isTooHeavy(error)) throw error;
      // A single wallet is never too heavy for Multicall3, so another contract is at its address.
      if (asked.length === 1) throw new NoMulticall('it refuses a single wallet', { cause: error });
      wallets.lower(asked.length / 2);
    }
  }

  /** The header is read first and last: this may take several requests. */
  async function readManyOneByOne(
    { rpc }: Endpoint,
    block: BlockRef,
    players: readonly Holder[],
  ): Promise<(Holdings | null)[]> {
    const asked = players.slice(0, WALLETS_ONE_BY_ONE);
    const header = headerOf(block.number);
    const [first, ...outcomes] = await rpc.together([
      header,
      ...asked.flatMap((player) => balanceCalls(player, block.number)),
      header,
    ]);
    expectBlock(block, first, parseHeader);
    expectBlock(block, outcomes.at(-1), parseHeader);
    return asked.map((_, i) =>
      holdingsOf(block.number, outcomes.slice(3 * i, 3 * i + 3).map(amountOf)),
    );
  }

  return {
    async holdings(wallet, nationId, atLeastBlock) {
      let newest: Holdings | null = null;
      try {
        return await pool.ask(
          async (endpoint) => {
            const holder = { wallet, nationId };
            const held =
              (await byMulticall(endpoint, () => readOne(endpoint, holder))) ??
              (await readOneByItself(endpoint, holder));
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
        const next = await pool.ask(
          async (endpoint) =>
            (await byMulticall(endpoint, () => readMany(endpoint, block, rest))) ??
            readManyOneByOne(endpoint, block, rest),
          {
            atLeastBlock: block.number,
            onFailure(endpoint, error) {
              endpoint.failedAtBlock(error);
              const { wallets } = endpoint;
              if (isLate(error)) wallets.lower(Math.min(rest.length, wallets.most()) / 2);
            },
          },
        );
        found.push(...next);
      }
      return found;
    },
  };
}

/** True if the error means that there is no Multicall3, or another contract at its address. */
function lacksMulticall({ hasMulticall }: Endpoint, error: unknown): boolean {
  if (error instanceof NoMulticall) return true;
  if (hasMulticall) return false;
  const isRefused =
    error instanceof RpcRefusal && ['reverted', 'refused'].includes(failureOf(error));
  return isRefused || error instanceof NotItsAnswer;
}

/** @throws Error if one of the balances could not be read */
function whole(held: Holdings | null): Holdings {
  if (held === null) throw new Error('a balance could not be read');
  return held;
}

/** Null if the contract refuses the wallet. @throws the node's own refusal */
function amountOf(outcome: Outcome | undefined): bigint | null {
  const answer = ethCallAnswer(outcome);
  const amount = amountIn(answer);
  if (answer !== null && amount === null) throw new Error('a balance that is not a number');
  return amount;
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
