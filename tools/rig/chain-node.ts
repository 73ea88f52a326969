/**
 * The fake chain behind JSON-RPC over HTTP, so that a built server can stand on it: the game's three
 * contracts, and contract wallets that answer as a stranger's may.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { AbiCoder, id, Interface, toQuantity, zeroPadValue } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import type { Collection } from '../../server/chain/chain.ts';
import type { FakeChain } from '../../server/chain/testing/fake-chain.ts';
import { TEST_CONTRACTS } from '../../server/test/support/harness.ts';

/** What a contract wallet does when it is asked whether it accepts a signature (EIP-1271). */
export const WALLET_BEHAVIOURS = ['accept', 'huge', 'hang', 'revert', 'burn'] as const;
export type WalletBehaviour = (typeof WALLET_BEHAVIOURS)[number];

/** What the node was asked on behalf of strangers. */
export interface Asked {
  /** How often isValidSignature was called. */
  readonly signatures: number;
  /** The most gas that one of those calls was allowed; null: as much as it liked. */
  readonly mostGas: number | null;
}

export interface ChainNode {
  readonly url: string;
  readonly wallets: Map<Address, WalletBehaviour>;
  asked(): Asked;
  close(): Promise<void>;
}

export interface ChainNodeOptions {
  readonly chain: FakeChain;
  /** What becomes of a proper answer before it is sent; null: the connection is closed instead. */
  readonly tamper?: (answer: string) => Buffer | string | null;
  /** Answers whatever is not JSON-RPC. */
  readonly other?: (request: IncomingMessage, response: ServerResponse) => void;
}

const CONTRACT = new Interface([
  'function decimals() view returns (uint8)',
  'function supportsInterface(bytes4) view returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function balanceOfBatch(address[], uint256[]) view returns (uint256[])',
  'function uri(uint256) view returns (string)',
  'function isValidSignature(bytes32, bytes) view returns (bytes4)',
]);
const TRANSFER = id('Transfer(address,address,uint256)');
const ACCEPTS = `0x1626ba7e${'0'.repeat(56)}`;
/** 2.2 MB, as hexadecimal text. */
const HUGE = `0x${'61'.repeat(1_100_000)}`;
const BURN_MS = 1000;

const questionSchema = z.object({
  id: z.union([z.int(), z.string(), z.null()]),
  method: z.string(),
  params: z.array(z.unknown()),
});
type Question = z.infer<typeof questionSchema>;
const callSchema = z.object({ to: z.string(), data: z.string(), gas: z.string().optional() });
const rangeSchema = z.object({ fromBlock: z.string(), toBlock: z.string() });

/** A node's own refusal. */
class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export async function startChainNode(options: ChainNodeOptions): Promise<ChainNode> {
  const { chain, tamper = (answer) => answer, other } = options;
  const wallets = new Map<Address, WalletBehaviour>();
  let signatures = 0;
  let mostGas: number | null = 0;

  const server = createServer((request, response) => {
    if (request.url !== '/' && other) other(request, response);
    else void serve(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the node has no port');
  return {
    url: `http://127.0.0.1:${bound.port}/`,
    wallets,
    asked: () => ({ signatures, mostGas }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const asked: unknown = JSON.parse(await text(request));
      const answer = Array.isArray(asked)
        ? await Promise.all(asked.map((one) => envelope(questionSchema.parse(one))))
        : await envelope(questionSchema.parse(asked));
      const told = tamper(JSON.stringify(answer));
      if (told === null) response.destroy();
      else response.setHeader('Content-Type', 'application/json').end(told);
    } catch (error) {
      // A caller that left, or asked nothing that a node understands.
      response.writeHead(400).end(String(error));
    }
  }

  async function envelope(question: Question): Promise<object> {
    const common = { jsonrpc: '2.0', id: question.id };
    try {
      return { ...common, result: await resultOf(question) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...common, error: { code: error.code, message: error.message } };
    }
  }

  async function resultOf({ method, params }: Question): Promise<unknown> {
    switch (method) {
      case 'eth_chainId':
        return '0x1';
      case 'eth_blockNumber':
        return toQuantity(chain.blockNumber);
      case 'eth_getBalance':
        return '0x0';
      case 'eth_getCode':
        return '0x60';
      case 'eth_getBlockByNumber':
        return blockOf(z.string().parse(params[0]));
      case 'eth_getLogs':
        return logs(rangeSchema.parse(params[0]));
      case 'eth_call':
        return call(callSchema.parse(params[0]));
      default:
        throw new Refusal(-32_601, `the method ${method} does not exist`);
    }
  }

  async function blockOf(name: string): Promise<object | null> {
    const block = name === 'latest' ? await chain.head() : await chain.block(Number(name));
    return block && { number: toQuantity(block.number), hash: block.hash };
  }

  async function logs({ fromBlock, toBlock }: z.infer<typeof rangeSchema>): Promise<object[]> {
    const blocks = await chain.transfers(Number(fromBlock), Number(toBlock));
    return blocks.flatMap(({ number, hash, wallets: moved }) =>
      moved.map((wallet) => ({
        blockNumber: toQuantity(number),
        blockHash: hash,
        address: TEST_CONTRACTS.dena,
        topics: [TRANSFER, zeroPadValue('0x00', 32), zeroPadValue(wallet, 32)],
        data: '0x',
      })),
    );
  }

  async function call({ to, data, gas }: z.infer<typeof callSchema>): Promise<string> {
    const parsed = CONTRACT.parseTransaction({ data });
    if (!parsed) throw new Refusal(3, 'execution reverted');
    if (parsed.name === 'isValidSignature') {
      signatures += 1;
      mostGas =
        gas === undefined || mostGas === null ? null : Math.max(mostGas, Number(BigInt(gas)));
      return behave(wallets.get(address(to)));
    }
    const value = await valueOf(address(to), parsed.signature, [...parsed.args]);
    const types = CONTRACT.getFunction(parsed.signature)?.outputs ?? [];
    return AbiCoder.defaultAbiCoder().encode([...types], [value]);
  }

  async function valueOf(to: Address, signature: string, args: unknown[]): Promise<unknown> {
    const collection: Collection = to === TEST_CONTRACTS.nationalNft ? 'national' : 'cultural';
    const copies = (wallet: unknown, tokenId: unknown) =>
      chain.tokenBalance(collection, address(String(wallet)), BigInt(String(tokenId)));
    switch (signature) {
      case 'decimals()':
        return 18;
      case 'supportsInterface(bytes4)':
        return true;
      case 'balanceOf(address)':
        return (await chain.holdings(address(String(args[0])), 'usa')).denaWei;
      case 'balanceOf(address,uint256)':
        return copies(args[0], args[1]);
      case 'balanceOfBatch(address[],uint256[])': {
        const [owners = [], ids = []] = z.array(z.array(z.unknown())).parse(args);
        return Promise.all(owners.map((owner, i) => copies(owner, ids[i])));
      }
      default:
        throw new Refusal(3, 'execution reverted');
    }
  }
}

async function behave(behaviour: WalletBehaviour | undefined): Promise<string> {
  switch (behaviour) {
    case undefined:
      return '0x';
    case 'accept':
      return ACCEPTS;
    case 'huge':
      return HUGE;
    case 'hang':
      return new Promise(() => {});
    case 'revert':
      throw new Refusal(3, 'execution reverted');
    case 'burn':
      await new Promise((resolve) => {
        setTimeout(resolve, BURN_MS);
      });
      throw new Refusal(-32_000, 'out of gas');
  }
}
