/**
 * A simulated chain's node over HTTP for a built server, with contract wallets that answer as a stranger's
 * may.
 */
import type { Address } from '../../common/values/address.ts';
import type { RpcCall } from '../../server/chain/json-rpc.ts';
import type { ChainSim, WalletCode } from '../../server/chain/testing/chain-sim.ts';
import { FakeNode } from '../../server/chain/testing/fake-node.ts';
import { serveNode, type ServeOptions } from './serve-node.ts';
import { NodeError, REVERTED } from '../../server/chain/testing/sim-contracts.ts';

/** How a contract wallet reacts to a signature check (EIP-1271). */
export const WALLET_BEHAVIOURS = ['accept', 'huge', 'hang', 'revert', 'burn'] as const;
export type WalletBehaviour = (typeof WALLET_BEHAVIOURS)[number];

/** What the node was asked on behalf of strangers. */
export interface Asked {
  /** How often isValidSignature was called. */
  readonly signatures: number;
  /** The highest gas allowance of those calls; null: unlimited. */
  readonly mostGas: number | null;
}

export interface ChainNode {
  readonly url: string;
  /** Sets what the node gets wrong. */
  readonly fake: FakeNode;
  /** Puts a contract wallet at an address. */
  deployWallet(wallet: Address, behaviour: WalletBehaviour): void;
  asked(): Asked;
  close(): Promise<void>;
}

interface ChainNodeOptions extends ServeOptions {
  readonly sim: ChainSim;
}

const IS_VALID_SIGNATURE = '0x1626ba7e';
const ACCEPTS = `${IS_VALID_SIGNATURE}${'0'.repeat(56)}`;
/** 2.2 MB, as hexadecimal text. */
const HUGE = `0x${'61'.repeat(1_100_000)}`;
const BURN_MS = 1000;

export async function startChainNode({ sim, ...options }: ChainNodeOptions): Promise<ChainNode> {
  const fake = new FakeNode(sim);
  let signatures = 0;
  let mostGas: number | null = 0;
  fake.beforeCall = (call) => {
    const gas = gasOfSignatureCheck(call);
    if (gas === undefined) return;
    signatures += 1;
    mostGas = gas === null || mostGas === null ? null : Math.max(mostGas, gas);
  };
  const served = await serveNode(fake, options);
  return {
    ...served,
    fake,
    deployWallet: (wallet, behaviour) => sim.deploy(wallet, CODE[behaviour]),
    asked: () => ({ signatures, mostGas }),
  };
}

/** Null: unlimited; undefined: another call. */
function gasOfSignatureCheck({ method, params: [call] }: RpcCall): number | null | undefined {
  if (method !== 'eth_call' || typeof call !== 'object' || call === null) return undefined;
  const { data, gas } = call as { readonly data?: unknown; readonly gas?: unknown };
  if (typeof data !== 'string' || !data.startsWith(IS_VALID_SIGNATURE)) return undefined;
  return typeof gas === 'string' ? Number(gas) : null;
}

const CODE: Readonly<Record<WalletBehaviour, WalletCode>> = {
  accept: () => ACCEPTS,
  huge: () => HUGE,
  hang: () => new Promise(() => {}),
  revert() {
    throw REVERTED();
  },
  async burn() {
    await new Promise((resolve) => {
      setTimeout(resolve, BURN_MS);
    });
    throw new NodeError(-32_000, 'out of gas');
  },
};
