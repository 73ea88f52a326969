/** Reads what wallets hold, from one endpoint at one block [CHN1]. */
import { Interface, toQuantity } from 'ethers';
import type { Address } from '../../common/values/address.ts';
import { NATIONS } from '../../common/values/nations.ts';
import type { Holdings } from '../../common/values/player.ts';
import type { BlockRef, Contracts, Holder } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import { failureOf, isTooHeavy, RpcRefusal } from './failures.ts';
import { expectBlock, headerOf, type HeaderParser } from './headers.ts';
import {
  amountIn,
  blockNumberCall,
  holdingsCalls,
  multicall,
  multicallAnswers,
  NoMulticall,
  NotItsAnswer,
} from './multicall.ts';
import type { RpcCall, RpcClient } from './rpc-client.ts';
import { hexBytesSchema, quantitySchema } from './rpc-values.ts';

const ERC20 = new Interface(['function balanceOf(address) view returns (uint256)']);
const ERC1155 = new Interface(['function balanceOf(address, uint256) view returns (uint256)']);

/** How long Multicall3 is assumed to be missing: a chain seldom gets it later. */
const MULTICALL_LOOKED_FOR_MS = 10 * 60_000;
/** How many wallets are read together without Multicall3, with three calls per wallet. */
const WALLETS_ONE_BY_ONE = 40;

/** What a wallet holds at the newest block. */
export async function readHoldings(
  endpoint: Endpoint,
  contracts: Contracts,
  holder: Holder,
  now: () => number,
): Promise<Holdings> {
  if (now() >= endpoint.learnt.multicallMissingUntil) {
    const calls = [blockNumberCall, ...holdingsCalls(contracts, holder)];
    const { method, params } = multicall(calls, 'latest');
    try {
      const [block, ...balances] = multicallAnswers(
        await endpoint.rpc.call(method, params),
        calls.length,
      );
      const number = amountIn(block);
      const held = number === null ? null : holdingsOf(Number(number), balances.map(amountIn));
      if (held === null) throw new Error('a balance could not be read');
      endpoint.learnt.hasMulticall = true;
      return held;
    } catch (error) {
      if (!lacksMulticall(endpoint, error)) throw error;
      endpoint.learnt.multicallMissingUntil = now() + MULTICALL_LOOKED_FOR_MS;
    }
  }
  const { rpc } = endpoint;
  const block = quantitySchema.parse(await rpc.call('eth_blockNumber', []));
  const balances = await Promise.all(
    balanceCalls(contracts, holder, toQuantity(block)).map(({ method, params }) =>
      rpc.call(method, params),
    ),
  );
  const held = holdingsOf(block, balances.map(amountOf));
  if (held === null) throw new Error('a balance could not be read');
  return held;
}

/**
 * What the first of these players hold at exactly this block: as many players as one read takes, null for a
 * wallet whose balances can't be read.
 * @throws EndpointLags if the endpoint has another block there, or none.
 */
export async function readHoldingsAt(
  endpoint: Endpoint,
  contracts: Contracts,
  block: BlockRef,
  players: readonly Holder[],
  parseHeader: HeaderParser,
  now: () => number,
): Promise<(Holdings | null)[]> {
  if (now() >= endpoint.learnt.multicallMissingUntil) {
    try {
      const found = await byMulticall(endpoint, contracts, block, players, parseHeader);
      endpoint.learnt.hasMulticall = true;
      return found;
    } catch (error) {
      if (!lacksMulticall(endpoint, error)) throw error;
      endpoint.learnt.multicallMissingUntil = now() + MULTICALL_LOOKED_FOR_MS;
    }
  }
  return oneByOne(endpoint.rpc, contracts, block, players, parseHeader);
}

/** True if the error means that there is no Multicall3, or another contract at its address. */
function lacksMulticall({ learnt }: Endpoint, error: unknown): boolean {
  if (error instanceof NoMulticall) return true;
  if (learnt.hasMulticall) return false;
  const isRefused =
    error instanceof RpcRefusal && ['reverted', 'refused'].includes(failureOf(error));
  return isRefused || error instanceof NotItsAnswer;
}

async function byMulticall(
  endpoint: Endpoint,
  contracts: Contracts,
  block: BlockRef,
  players: readonly Holder[],
  parseHeader: HeaderParser,
): Promise<(Holdings | null)[]> {
  const { wallets } = endpoint.learnt;
  for (;;) {
    const asked = players.slice(0, wallets.most());
    const calls = asked.flatMap((player) => holdingsCalls(contracts, player));
    const [answer, header] = await endpoint.rpc.together([
      multicall(calls, toQuantity(block.number)),
      headerOf(block.number),
    ]);
    const error: unknown = answer?.status === 'rejected' ? answer.reason : null;
    if (error === null) {
      expectBlock(block, header, parseHeader);
      const balances = multicallAnswers(
        answer?.status === 'fulfilled' ? answer.value : null,
        calls.length,
      );
      return asked.map((_, i) =>
        holdingsOf(block.number, balances.slice(3 * i, 3 * i + 3).map(amountIn)),
      );
    }
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

/** For chains without Multicall3. The header is read first and last: this may take several requests. */
async function oneByOne(
  rpc: RpcClient,
  contracts: Contracts,
  block: BlockRef,
  players: readonly Holder[],
  parseHeader: HeaderParser,
): Promise<(Holdings | null)[]> {
  const asked = players.slice(0, WALLETS_ONE_BY_ONE);
  const at = toQuantity(block.number);
  const header = headerOf(block.number);
  const [first, ...outcomes] = await rpc.together([
    header,
    ...asked.flatMap((player) => balanceCalls(contracts, player, at)),
    header,
  ]);
  expectBlock(block, first, parseHeader);
  expectBlock(block, outcomes.at(-1), parseHeader);
  return asked.map((_, i) =>
    holdingsOf(block.number, outcomes.slice(3 * i, 3 * i + 3).map(amountOrNull)),
  );
}

const ethCall = (to: Address, data: string, block: string): RpcCall => ({
  method: 'eth_call',
  params: [{ to, data }, block],
});

/** For DENA and for the two NFTs of a nation. */
function balanceCalls(
  contracts: Contracts,
  { wallet, nationId }: Holder,
  block: string,
): RpcCall[] {
  const data = ERC1155.encodeFunctionData('balanceOf', [wallet, NATIONS[nationId].tokenId]);
  return [
    ethCall(contracts.dena, ERC20.encodeFunctionData('balanceOf', [wallet]), block),
    ethCall(contracts.nationalNft, data, block),
    ethCall(contracts.culturalNft, data, block),
  ];
}

function amountOf(answer: unknown): bigint {
  const amount = amountIn(hexBytesSchema.parse(answer).slice(2));
  if (amount === null) throw new Error('a balance that is not a number');
  return amount;
}

/** Null if the contract refuses the wallet. @throws the node's own refusal */
function amountOrNull(outcome: PromiseSettledResult<unknown> | undefined): bigint | null {
  if (outcome?.status === 'fulfilled') return amountOf(outcome.value);
  if (failureOf(outcome?.reason) === 'reverted') return null;
  throw outcome?.reason ?? new Error('no answer');
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
