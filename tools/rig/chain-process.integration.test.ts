import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { dena, walletOf } from '../../common/testing/fixtures.ts';
import { NodeClient } from '../../server/chain/testing/node-client.ts';
import { TEST_CONTRACTS } from '../../server/chain/testing/test-contracts.ts';
import { Child } from '../processes.ts';
import { ChainOrders } from './chain-orders.ts';

const [PLAYER, WALLET] = [walletOf(1), walletOf(2)];
const CHECK = `0x1626ba7e${'0'.repeat(128)}`;

let child: Child;
let orders: ChainOrders;
let client: NodeClient;

beforeAll(async () => {
  child = await Child.start(join(import.meta.dirname, 'chain-process.ts'), {});
  const url = await child.call('url', z.url());
  orders = new ChainOrders(url);
  client = new NodeClient({
    send: async (body) => (await fetch(url, { method: 'POST', body })).text(),
    subscribe: null,
    close() {},
  });
});

afterAll(async () => {
  await child.end();
});

test('the chain’s process gives the ordered tokens, in blocks and logs of its own', async () => {
  await orders.give(PLAYER, { denaWei: dena(5), national: { usa: 2 }, cultural: { china: 1 } });
  const { dena: token, nationalNft } = TEST_CONTRACTS;
  expect(await client.read(token, 'balanceOf(address)', [PLAYER])).toEqual([dena(5)]);
  expect(await client.read(nationalNft, 'balanceOf(address,uint256)', [PLAYER, 1])).toEqual([2n]);
  const newest = z
    .object({ hash: z.string() })
    .parse(await client.result('eth_getBlockByNumber', 'latest', false));
  expect(await client.logs({ blockHash: newest.hash })).toHaveLength(3);
});

test('contract wallets behave as ordered, and calls to them are counted', async () => {
  const check = (gas?: string) =>
    client.ask('eth_call', { to: WALLET, data: CHECK, gas }, 'latest');
  expect((await check('0x989680')).result).toBe('0x');
  await orders.deployWallet(WALLET, 'accept');
  expect((await check('0x1312d00')).result).toMatch(/^0x1626ba7e0+$/);
  await orders.deployWallet(WALLET, 'revert');
  expect((await check('0x989680')).error).toMatchObject({ code: 3 });
  await orders.deployWallet(WALLET, 'huge');
  expect(z.string().parse((await check('0x989680')).result).length).toBeGreaterThan(2_000_000);
  expect(await orders.asked()).toEqual({ signatures: 4, mostGas: 20_000_000 });
  await check();
  expect(await orders.asked()).toEqual({ signatures: 5, mostGas: null });
});
