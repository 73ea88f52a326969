/**
 * A simulated chain's node over HTTP for servers in other processes, with contract wallets that answer as a stranger's
 * may, and the orders that tests and attackers send it there.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { RpcCall } from '../../server/chain/json-rpc.ts';
import { ChainSim, type WalletCode } from '../../server/chain/testing/chain-sim.ts';
import { FakeNode } from '../../server/chain/testing/fake-node.ts';
import { serveNode, type ServeOptions } from './serve-node.ts';
import { NodeError, REVERTED } from '../../server/chain/testing/sim-contracts.ts';
import { orderSchema, type Asked, type WalletBehaviour } from './chain-orders.ts';

export interface ChainNode {
  readonly url: string;
  /** Sets what the node gets wrong; its `sim` is the chain. */
  readonly fake: FakeNode;
  close(): Promise<void>;
}

export interface ChainNodeOptions extends Pick<ServeOptions, 'tamper'> {
  /** A new one by default. */
  readonly sim?: ChainSim;
}

const IS_VALID_SIGNATURE = '0x1626ba7e';
const ACCEPTS = `${IS_VALID_SIGNATURE}${'0'.repeat(56)}`;
/** 2.2 MB, as hexadecimal text. */
const HUGE = `0x${'61'.repeat(1_100_000)}`;
const BURN_MS = 1000;

export async function startChainNode(options: ChainNodeOptions = {}): Promise<ChainNode> {
  const { sim = new ChainSim({ startS: Math.floor(Date.now() / 1000) }), tamper } = options;
  const fake = new FakeNode(sim);
  let signatures = 0;
  let mostGas: number | null = 0;
  fake.beforeCall = (call) => {
    const gas = gasOfSignatureCheck(call);
    if (gas === undefined) return;
    signatures += 1;
    mostGas = gas === null || mostGas === null ? null : Math.max(mostGas, gas);
  };
  const obey = async (request: IncomingMessage, response: ServerResponse) => {
    const { give, wallet } = orderSchema.parse(await json(request));
    if (give) {
      const { national, cultural, denaWei } = give;
      sim.give(give.wallet, {
        ...(denaWei !== undefined && { denaWei }),
        ...(national && { national }),
        ...(cultural && { cultural }),
      });
    }
    if (wallet) sim.deploy(wallet.address, CODE[wallet.behaviour]);
    response.end(JSON.stringify({ signatures, mostGas } satisfies Asked));
  };
  const served = await serveNode(fake, {
    ...(tamper && { tamper }),
    other: (request, response) => {
      obey(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
    },
  });
  return { ...served, fake };
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
