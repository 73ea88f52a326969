/**
 * Checks the chain behind an endpoint: the chain id, the game's contracts, the block 0 that the
 * game has been played on; in production that it is not the development chain, whose keys are
 * public, and in a rehearsal that it is not Mainnet.
 */
import { parseEther, toBigInt } from 'ethers';
import { z } from 'zod';
import { address } from '../../common/values/address.ts';
import { DENA_DECIMALS } from '../../common/values/amount.ts';
import { ChainUnavailable, type Contracts } from './chain.ts';
import { failureOf } from './failures.ts';
import { headerOf } from './headers.ts';
import { hexBytesSchema, quantitySchema, reasonOf, valueOf, type Outcome } from './json-rpc.ts';
import { oneByOne, selector, type SubCall, word } from './multicall.ts';
import type { RpcClient } from './rpc-client.ts';

/**
 * How the development chain is recognised: by its block 0, and account 0 of the public test
 * mnemonic.
 */
export const DEVELOPMENT_GENESIS = {
  hash: '0x843530b761e91272f9c60334d593fc2e63e75a81eedf1e2938f96bc55fdee76f',
  richAccount: address('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'),
} as const;

/** On a real chain that account is empty: its key is public. */
const RICH_WEI = parseEther('1000');

/** The chain can't be played on: the message says which variable to change, and to what. */
export class WrongChain extends ChainUnavailable {
  override readonly name = 'WrongChain';
}

const REHEARSE = ', or set REHEARSAL=1 to play for trial on this one.';

const DECIMALS = selector('decimals()');
/** EIP-165, of EIP-1155's id. */
const IS_ERC1155 = selector('supportsInterface(bytes4)') + 'd9b67a26'.padEnd(64, '0');

/** The hash of block 0 of the chain that this game has been played on, stored with the game. */
interface Genesis {
  /** Null before the first check that saw a block 0. */
  read(): Promise<string | null>;
  keep(hash: string): Promise<void>;
}

export interface ExpectedChain {
  readonly contracts: Contracts;
  /** Null: any; the first that passes is passed to `onChainId`, and expected from then on. */
  readonly expectedChainId: number | null;
  readonly onChainId?: (chainId: number) => void;
  /**
   * Which chains that fit are refused all the same: the development chain, whose keys are public,
   * or Mainnet.
   */
  readonly refused: 'development' | 'mainnet' | 'none';
  readonly genesis: Genesis;
}

export const MAINNET_CHAIN_ID = 1;

/** The check of any endpoint. @throws WrongChain; Error if the node gives no proper answer. */
export function chainCheck(expected: ExpectedChain): (rpc: RpcClient) => Promise<void> {
  const { contracts, onChainId, refused, genesis } = expected;
  let { expectedChainId } = expected;
  const asked = examinations(contracts);
  /** The known hash of block 0: of several endpoints at once, the first one's. */
  let known: Promise<string> | null = null;

  async function knownOr(hash: string): Promise<string> {
    const stored = await genesis.read();
    if (stored === null) await genesis.keep(hash);
    return stored ?? hash;
  }

  return async (rpc) => {
    const chainId = quantitySchema.parse(await rpc.call({ method: 'eth_chainId', params: [] }));
    if (expectedChainId !== null && chainId !== expectedChainId) {
      const name = expectedChainId === MAINNET_CHAIN_ID ? ' (Ethereum Mainnet)' : '';
      throw new WrongChain(
        `ETH_RPC_URL leads to chain ${chainId}, but the game is played on chain ${expectedChainId}${name}. Point it at an endpoint of that chain${refused === 'development' ? REHEARSE : '.'}`,
      );
    }
    const [first, wealth] = await rpc.together([
      headerOf(0),
      { method: 'eth_getBalance', params: [DEVELOPMENT_GENESIS.richAccount, 'latest'] },
    ]);
    const hash = genesisIn(first);
    const isRich = toBigInt(z.string().parse(valueOf(wealth))) >= RICH_WEI;
    // Where old blocks are pruned, the account's balance still shows it.
    const isDevelopment = hash === DEVELOPMENT_GENESIS.hash || isRich;
    if (refused === 'development' && isDevelopment) {
      throw new WrongChain(
        `ETH_RPC_URL leads to a development chain, whose keys everybody knows. Point it at an Ethereum Mainnet endpoint${REHEARSE}`,
      );
    }
    if (refused === 'mainnet' && chainId === MAINNET_CHAIN_ID && !isDevelopment) {
      throw new WrongChain(
        'ETH_RPC_URL leads to Ethereum Mainnet, where nothing is a rehearsal. Point it at a development chain or a test network, or leave out REHEARSAL.',
      );
    }
    const answers = await oneByOne(rpc, asked, 'latest');
    const problems = asked.flatMap(({ variable, to, right, wrong }, i) => {
      if (answers[i] === right) return [];
      const problem = answers[i] === '' ? 'holds no contract on this chain' : wrong;
      return [`${variable}: ${to} ${problem}. Check the address.`];
    });
    if (problems.length > 0) throw new WrongChain(problems.join('\n'));
    if (expectedChainId === null) {
      expectedChainId = chainId;
      onChainId?.(chainId);
    }
    if (hash === null) return;
    known ??= knownOr(hash);
    const expectedHash = await known.catch((error: unknown) => {
      known = null;
      throw error;
    });
    if (expectedHash !== hash) {
      throw new WrongChain(
        `ETH_RPC_URL leads to another chain: its block 0 is ${hash.slice(0, 10)}…, and this game has been played on the chain whose block 0 is ${expectedHash.slice(0, 10)}…. Point ETH_RPC_URL at that chain, or start with an empty DATA_DIR or another database.`,
      );
    }
  };
}

/** Null if the node keeps no old blocks: then this check is skipped. */
function genesisIn(header: Outcome | undefined): string | null {
  if (['pruned', 'lag'].includes(failureOf(reasonOf(header)))) return null;
  return z.object({ hash: hexBytesSchema }).nullable().parse(valueOf(header))?.hash ?? null;
}

/** Asks a contract what it is. */
interface Examination extends SubCall {
  readonly variable: string;
  /** What the right one answers, and what is wrong with any other. */
  readonly right: string;
  readonly wrong: string;
}

function examinations({ dena, nationalNft, culturalNft }: Contracts): readonly Examination[] {
  const collection = { data: IS_ERC1155, right: word(1), wrong: 'is not an ERC-1155 collection' };
  return [
    {
      variable: 'DENA_ADDRESS',
      to: dena,
      data: DECIMALS,
      right: word(DENA_DECIMALS),
      wrong: `is not an ERC-20 token of ${DENA_DECIMALS} decimals`,
    },
    { variable: 'NATIONAL_NFT_ADDRESS', to: nationalNft, ...collection },
    { variable: 'CULTURAL_NFT_ADDRESS', to: culturalNft, ...collection },
  ];
}
