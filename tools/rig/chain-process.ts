/** The chain's node in a process of its own, and the orders that rig and attackers give it over HTTP. */
import { json } from 'node:stream/consumers';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { FakeChain } from '../../server/chain/testing/fake-chain.ts';
import { serveParent } from '../processes.ts';
import { orderSchema, type OrderAnswer } from './chain-orders.ts';
import { startChainNode } from './chain-node.ts';

const chain = new FakeChain();
const node = await startChainNode({
  chain,
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
    chain.give(give.wallet, {
      ...(denaWei !== undefined && { denaWei }),
      ...(national && { national }),
      ...(cultural && { cultural }),
    });
  }
  if (wallet) node.wallets.set(wallet.address, wallet.behaviour);
  response.end(JSON.stringify(node.asked() satisfies OrderAnswer));
}

serveParent({ url: () => node.url });
