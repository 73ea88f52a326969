import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import type { RpcChain } from '../../server/chain/rpc-chain.ts';
import { openTestChain } from '../../server/chain/testing/open-chain.ts';
import { Child } from '../processes.ts';
import { ChainOrders } from './chain-orders.ts';

const [PLAYER, WALLET] = [walletOf(1), walletOf(2)];

let child: Child;
let orders: ChainOrders;
let chain: RpcChain;

beforeAll(async () => {
  child = await Child.start(join(import.meta.dirname, 'chain-process.ts'), {});
  const url = await child.call('url', z.url());
  orders = new ChainOrders(url);
  chain = openTestChain({ endpoints: [url] });
});

afterAll(async () => {
  chain.close();
  await child.end();
});

test('the chain’s process gives the ordered tokens, in blocks and logs of its own', async () => {
  await orders.give(PLAYER, { denaWei: dena(5), national: { usa: 2 }, cultural: { china: 1 } });
  expect(await chain.holdings(PLAYER, 'usa', 0)).toMatchObject({
    denaWei: dena(5),
    national: 2,
    cultural: 0,
  });
  expect(await chain.transfersIn(await chain.head())).toEqual([PLAYER]);
});

test('contract wallets behave as ordered, and calls to them are counted', async () => {
  const accepts = () => chain.acceptsSignature(WALLET, 'hello', '0x1c');
  expect(await accepts()).toBe(false);
  await orders.deployWallet(WALLET, 'accept');
  expect(await accepts()).toBe(true);
  for (const refusing of ['revert', 'huge'] as const) {
    await orders.deployWallet(WALLET, refusing);
    expect(await accepts()).toBe(false);
  }
  const { signatures, mostGas } = await orders.asked();
  expect(signatures).toBe(4);
  expect(mostGas).toBeLessThan(100_000_000);
});
