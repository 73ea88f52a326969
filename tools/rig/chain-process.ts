/** The chain's node in its own process, and the orders that the rig and the attackers send it over HTTP. */
import { json } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { ChainSim } from '../../server/chain/testing/chain-sim.ts';
import { serveParent } from '../processes.ts';
import { orderSchema, type OrderAnswer } from './chain-orders.ts';
import { startChainNode } from './chain-node.ts';

const sim = new ChainSim({ startS: Math.floor(Date.now() / 1000) });
const node = await startChainNode({
  sim,
  other: (request, response) => void obey(request, response),
});

async function obey(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const order = orderSchema.safeParse(await json(request));
  if (!order.success) {
    response.writeHead(400).end(z.prettifyError(order.error));
    return;
  }
  const { give, wallet } = order.data;
  if (give) {
    const { national, cultural, denaWei } = give;
    sim.give(give.wallet, {
      ...(denaWei !== undefined && { denaWei }),
      ...(national && { national }),
      ...(cultural && { cultural }),
    });
  }
  if (wallet) node.deployWallet(wallet.address, wallet.behaviour);
  response.end(JSON.stringify(node.asked() satisfies OrderAnswer));
}

serveParent({ url: () => node.url });
