/**
 * Checks the chain behind an endpoint: the chain id, the game's contracts, the block 0 that the game has
 * been played on, and in production that it is not the development chain, whose keys are public.
 */
import { Interface, parseEther } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import { DENA_DECIMALS } from '../../common/values/amount.ts';
import type { Contracts } from './chain.ts';
import { failureOf } from './failures.ts';
import { bigQuantitySchema, hexBytesSchema, quantitySchema } from './json-rpc.ts';
import type { RpcClient } from './rpc-client.ts';

/** How the development chain is recognised: by its block 0, and account 0 of the public test mnemonic. */
export const DEVELOPMENT_GENESIS = {
  hash: '0x843530b761e91272f9c60334d593fc2e63e75a81eedf1e2938f96bc55fdee76f',
  richAccount: address('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'),
} as const;

/** On a real chain that account is empty: its key is public. */
const RICH_WEI = parseEther('1000');

/** The chain can't be played on: the message says which variable to change, and to what. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain';
}

const ERC20 = new Interface(['function decimals() view returns (uint8)']);
const ERC165 = new Interface(['function supportsInterface(bytes4) view returns (bool)']);
const ERC1155_ID = '0xd9b67a26';

/** The hash of block 0 of the chain that this game has been played on, kept with the game. */
export interface Genesis {
  /** Null before the first check that saw a block 0. */
  read(): Promise<string | null>;
  keep(hash: string): Promise<void>;
}

/** Compares hashes one at a time, so that of two concurrent ones the first becomes the known one. */
export function genesisGuard(genesis: Genesis): (hash: string) => Promise<string | null> {
  let known: string | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const compare = async (hash: string): Promise<string | null> => {
    known ??= await genesis.read();
    if (known === null) {
      await genesis.keep(hash);
      known = hash;
    }
    return known === hash ? null : known;
  };
  return (hash) => {
    const compared = turn.then(() => compare(hash));
    turn = compared.catch(() => undefined);
    return compared;
  };
}

export interface ExpectedChain {
  readonly contracts: Contracts;
  readonly expectedChainId: number;
  readonly production: boolean;
  /**
   * The known hash of block 0 if it differs from this one, otherwise null. The first one becomes the known
   * one.
   */
  readonly knownGenesisUnlike: (hash: string) => Promise<string | null>;
}

/** @throws WrongChain; Error if the node gives no proper answer. */
export async function checkChain(rpc: RpcClient, expected: ExpectedChain): Promise<void> {
  const { contracts, expectedChainId, production, knownGenesisUnlike } = expected;
  const chainId = quantitySchema.parse(await rpc.call('eth_chainId', []));
  if (chainId !== expectedChainId) {
    throw new WrongChain(
      `ETH_RPC_URL leads to chain ${chainId}, but the game is played on chain ${expectedChainId} (Ethereum Mainnet). Point it at an endpoint of that chain.`,
    );
  }
  const genesis = genesisHash(rpc);
  const [hash, ...problems] = await Promise.all([
    genesis,
    production ? developmentChainProblem(rpc, genesis) : null,
    contractProblem(rpc, 'DENA_ADDRESS', contracts.dena, DENA),
    contractProblem(rpc, 'NATIONAL_NFT_ADDRESS', contracts.nationalNft, COLLECTION),
    contractProblem(rpc, 'CULTURAL_NFT_ADDRESS', contracts.culturalNft, COLLECTION),
  ]);
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw new WrongChain(found.join('\n'));
  const known = hash === null ? null : await knownGenesisUnlike(hash);
  if (hash !== null && known !== null) {
    throw new WrongChain(
      `ETH_RPC_URL leads to another chain: its block 0 is ${hash.slice(0, 10)}…, and this game has been played on the chain whose block 0 is ${known.slice(0, 10)}…. Point ETH_RPC_URL at that chain, or start with an empty DATA_DIR or another database.`,
    );
  }
}

/** Null if the node keeps no old blocks: then this check is skipped. */
async function genesisHash(rpc: RpcClient): Promise<string | null> {
  try {
    const block = await rpc.call('eth_getBlockByNumber', ['0x0', false]);
    return z.object({ hash: hexBytesSchema }).nullable().parse(block)?.hash ?? null;
  } catch (error) {
    if (['pruned', 'lag'].includes(failureOf(error))) return null;
    throw error;
  }
}

async function developmentChainProblem(
  rpc: RpcClient,
  genesis: Promise<string | null>,
): Promise<string | null> {
  const [hash, wealth] = await Promise.all([
    genesis,
    rpc.call('eth_getBalance', [DEVELOPMENT_GENESIS.richAccount, 'latest']),
  ]);
  // If no old blocks are kept, the account's wealth still tells.
  return hash === DEVELOPMENT_GENESIS.hash || bigQuantitySchema.parse(wealth) >= RICH_WEI
    ? 'ETH_RPC_URL leads to a development chain, whose keys everybody knows. Point it at an Ethereum Mainnet endpoint.'
    : null;
}

/** Asks a contract what it is. What is wrong with it is the end of a sentence; null if nothing is. */
interface Examination {
  readonly data: string;
  readonly problem: (answer: string) => string | null;
}

const DENA: Examination = {
  data: ERC20.encodeFunctionData('decimals'),
  problem(answer) {
    if (answer.length !== 66) return 'is not an ERC-20 token';
    const decimals = Number(answer);
    return decimals === DENA_DECIMALS
      ? null
      : `has ${decimals} decimals, but DENA has ${DENA_DECIMALS}`;
  },
};

const COLLECTION: Examination = {
  data: ERC165.encodeFunctionData('supportsInterface', [ERC1155_ID]),
  problem: (answer) => (/^0x0{63}1$/.test(answer) ? null : 'is not an ERC-1155 collection'),
};

async function contractProblem(
  rpc: RpcClient,
  variable: string,
  contract: Address,
  { data, problem }: Examination,
): Promise<string | null> {
  const code = hexBytesSchema.parse(await rpc.call('eth_getCode', [contract, 'latest']));
  const found =
    code === '0x'
      ? 'holds no contract on this chain'
      : problem(await answerOf(rpc, { to: contract, data }));
  return found === null ? null : `${variable}: ${contract} ${found}. Check the address.`;
}

/** A contract without such a function reverts; a node's own refusal says nothing about the contract. */
async function answerOf(rpc: RpcClient, call: object): Promise<string> {
  try {
    return hexBytesSchema.parse(await rpc.call('eth_call', [call, 'latest']));
  } catch (error) {
    if (failureOf(error) === 'reverted') return '0x';
    throw error;
  }
}
