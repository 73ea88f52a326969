/**
 * The development chain's name service, at the ENS registry's Mainnet address, and the names it
 * gives to accounts. A wallet keeps the first name it was given.
 */
import { Interface } from 'ethers';
import { z } from 'zod';
import { address } from '../../common/values/address.ts';
import { ENS_REGISTRY } from '../../server/chain/names.ts';
import { nodeOf, reverseNode } from '../../server/chain/shown-name.ts';
import compiled from '../contracts/compiled.json' with { type: 'json' };
import type { NameGift } from './accounts.ts';
import type { Rpc } from './rpc.ts';
import { transact } from './transact.ts';

const NAME_SERVICE = new Interface([
  'function resolver(bytes32 node) view returns (address)',
  'function give(tuple(address wallet, string name, bytes32 node, bytes32 reverseNode)[] gifts)',
]);

/** Names per transaction: each takes 120,000 gas. */
const BATCH = 30;

const answerSchema = z.string().regex(/^0x[0-9a-f]*$/);

/** Names the accounts that have no name; a new chain gets its name service first. */
export async function giveNames(rpc: Rpc, gifts: readonly NameGift[]): Promise<void> {
  const resolvers = await rpc(
    gifts.map(({ wallet }) => ({
      method: 'eth_call',
      params: [
        {
          to: ENS_REGISTRY,
          data: NAME_SERVICE.encodeFunctionData('resolver', [reverseNode(wallet)]),
        },
        'latest',
      ],
    })),
  );
  const answers = resolvers.map((resolver) => answerSchema.parse(resolver));
  if (answers.includes('0x')) {
    await rpc([{ method: 'anvil_setCode', params: [ENS_REGISTRY, compiled.NameService] }]);
  }
  const given = gifts.filter((_gift, i) => /^0x0*$/.test(answers[i] ?? ''));
  for (let start = 0; start < given.length; start += BATCH) {
    const batch = given.slice(start, start + BATCH).map(({ wallet, name }) => ({
      wallet,
      name,
      node: nodeOf(name),
      reverseNode: reverseNode(wallet),
    }));
    const data = NAME_SERVICE.encodeFunctionData('give', [batch]);
    await transact(rpc, { to: address(ENS_REGISTRY), data });
  }
}
