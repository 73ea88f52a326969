/** Who moved tokens of the game in a range of blocks, out of the contracts' logs (EIP-20, EIP-1155). */
import { id, toQuantity } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import type { BlockTransfers, Contracts } from './chain.ts';
import type { RpcClient } from './rpc-client.ts';
import { hexBytesSchema, quantitySchema } from './rpc-values.ts';

const TRANSFER = id('Transfer(address,address,uint256)');
const TRANSFER_SINGLE = id('TransferSingle(address,address,address,uint256,uint256)');
const TRANSFER_BATCH = id('TransferBatch(address,address,address,uint256[],uint256[])');

/** The topics that hold sender and receiver; a mint and a burn name the zero address as one of them. */
const PARTIES: Readonly<Record<string, readonly [number, number]>> = {
  [TRANSFER]: [1, 2],
  [TRANSFER_SINGLE]: [2, 3],
  [TRANSFER_BATCH]: [2, 3],
};
const NOBODY = address(`0x${'0'.repeat(40)}`);

const logSchema = z.object({
  blockNumber: quantitySchema,
  blockHash: hexBytesSchema,
  topics: z.array(hexBytesSchema).min(1).max(4),
  removed: z.boolean().optional(),
});

export async function readTransfers(
  rpc: RpcClient,
  contracts: Contracts,
  fromBlock: number,
  toBlock: number,
): Promise<BlockTransfers[]> {
  const answer = await rpc.call('eth_getLogs', [
    {
      fromBlock: toQuantity(fromBlock),
      toBlock: toQuantity(toBlock),
      address: [contracts.dena, contracts.nationalNft, contracts.culturalNft],
      topics: [[TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH]],
    },
  ]);
  const blocks = new Map<number, { readonly hash: string; readonly wallets: Set<Address> }>();
  for (const { blockNumber, blockHash, topics, removed } of z.array(logSchema).parse(answer)) {
    if (removed) continue;
    const block = blocks.get(blockNumber) ?? { hash: blockHash, wallets: new Set() };
    blocks.set(blockNumber, block);
    for (const party of PARTIES[topics[0] ?? ''] ?? []) {
      const wallet = addressInTopic(topics[party]);
      if (wallet !== NOBODY) block.wallets.add(wallet);
    }
  }
  return [...blocks]
    .toSorted(([a], [b]) => a - b)
    .map(([number, { hash, wallets }]) => ({ number, hash, wallets: [...wallets] }));
}

/** An indexed address fills the last 20 bytes of its topic. */
function addressInTopic(topic: string | undefined): Address {
  if (topic?.length !== 66) throw new Error('a transfer names no such party');
  return address(`0x${topic.slice(-40)}`);
}
