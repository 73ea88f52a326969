/**
 * Reads from one endpoint's logs which wallets' tokens moved (EIP-20, EIP-1155). Logs are a hint:
 * a node answers without those of blocks that it has not heard of (go-ethereum #24078), or from
 * another branch, and no answer here is proof that nothing moved. Comparisons of balances are.
 */
import { id, toQuantity } from 'ethers';
import { z } from 'zod';
import { address, type Address } from '../../common/values/address.ts';
import type { Block, BlockRef, Chain, Contracts, RecentTransfers } from './chain.ts';
import type { Endpoint } from './endpoint.ts';
import type { EndpointPool } from './endpoint-pool.ts';
import { EndpointLags, failureOf } from './failures.ts';
import { headerIn, headerOf } from './headers.ts';
import { hexBytesSchema, quantitySchema, reasonOf, valueOf } from './json-rpc.ts';

/**
 * The topics with the sender and the receiver; in a mint or a burn one of them is the zero address.
 */
const PARTIES: Readonly<Record<string, readonly [number, number]>> = {
  [id('Transfer(address,address,uint256)')]: [1, 2],
  [id('TransferSingle(address,address,address,uint256,uint256)')]: [2, 3],
  [id('TransferBatch(address,address,address,uint256[],uint256[])')]: [2, 3],
};
const NOBODY = address(`0x${'0'.repeat(40)}`);

const logsSchema = z.array(
  z.object({
    blockNumber: quantitySchema,
    topics: z.array(hexBytesSchema).min(1).max(4),
  }),
);

export function transferReader(
  pool: EndpointPool,
  contracts: Contracts,
): Pick<Chain, 'recentTransfers'> {
  const { dena, nationalNft, culturalNft } = contracts;
  const walletsIn = partyReader();
  const logsOf = (from: number, to: number) => ({
    method: 'eth_getLogs',
    params: [
      {
        fromBlock: toQuantity(from),
        toBlock: toQuantity(to),
        address: [dena, nationalNft, culturalNft],
        topics: [Object.keys(PARTIES)],
      },
    ],
  });

  /** Reads fewer blocks if refused, the newest ones, down to one. */
  async function read(
    { rpc, logRange }: Endpoint,
    head: Block,
    wanted: number,
    known: BlockRef | null,
  ): Promise<RecentTransfers> {
    // A head that follows the known block says itself that both are there.
    const isNext = known !== null && head.parentHash === known.hash;
    const checked = isNext ? [] : [...new Set([head.number, known?.number ?? head.number])];
    for (let count = Math.min(wanted, logRange.most()); ; count = Math.floor(count / 2)) {
      const from = head.number - count + 1;
      const asked = count > 0 ? [logsOf(from, head.number)] : [];
      const answers = await rpc.together([...checked.map(headerOf), ...asked]);
      const logs = answers[checked.length];
      const failure = failureOf(reasonOf(logs));
      // Only these blocks may have too many logs: nothing is learnt. The headers may be lost too.
      if (failure === 'size' && count > 1) continue;
      const [ours, theirs = ours] = checked.map((number, i) => headerIn(answers[i], number));
      if (ours && ours.hash !== head.hash) {
        throw new EndpointLags(`it has ${ours.hash}, not ${head.hash}`);
      }
      const hasKnown = known === null || isNext || theirs?.hash === known.hash;
      if (count === 0) return { from, wallets: new Map(), hasKnown };
      if (count === 1 || (failure !== 'range' && failure !== 'refused')) {
        return { from, wallets: walletsIn(valueOf(logs), from, head.number), hasKnown };
      }
      if (failure === 'range') logRange.lower(count / 2);
    }
  }

  return {
    recentTransfers(head, from, known) {
      const wanted = head.number + 1 - from;
      return pool.ask((endpoint) => read(endpoint, head, wanted, known), {
        atLeastBlock: head.number,
        // Anybody can make a block with more logs than a node returns.
        isPlayers: true,
      });
    },
  };
}

/** The wallets of topics, those of the last read at no cost: most logs are read many times. */
function partyReader() {
  let known: ReadonlyMap<string, Address> = new Map();

  /** @throws Error if a log is of a block that was not requested */
  return (answer: unknown, from: number, to: number): Map<Address, number> => {
    const newest = new Map<string, number>();
    for (const { blockNumber, topics } of logsSchema.parse(answer)) {
      if (blockNumber < from || blockNumber > to) {
        throw new Error('logs of a block that was not requested');
      }
      for (const party of PARTIES[topics[0] ?? ''] ?? []) {
        const topic = topics[party] ?? '';
        newest.set(topic, Math.max(blockNumber, newest.get(topic) ?? 0));
      }
    }
    known = new Map([...newest.keys()].map((topic) => [topic, known.get(topic) ?? partyIn(topic)]));
    const wallets = [...newest].map(
      ([topic, block]) => [known.get(topic) ?? NOBODY, block] as const,
    );
    return new Map(wallets.filter(([wallet]) => wallet !== NOBODY));
  };
}

/** An indexed address fills the last 20 bytes of its topic. */
function partyIn(topic: string): Address {
  if (topic.length !== 66) throw new Error('a transfer without that party');
  return address(`0x${topic.slice(-40)}`);
}
