/** Calls a fake node as a client does, for tests of the node itself. */
import { Interface, toQuantity } from 'ethers';
import { z } from 'zod';
import type { Transport } from '../transport.ts';

export const CONTRACT_ABI = new Interface([
  'function decimals() view returns (uint8)',
  'function supportsInterface(bytes4) view returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function balanceOfBatch(address[], uint256[]) view returns (uint256[])',
  'function uri(uint256) view returns (string)',
  'function isValidSignature(bytes32, bytes) view returns (bytes4)',
  'function aggregate3((address, bool, bytes)[]) view returns ((bool, bytes)[])',
  'function getBlockNumber() view returns (uint256)',
  'function getBlockHash(uint256) view returns (bytes32)',
  'function getLastBlockHash() view returns (bytes32)',
]);

const answerSchema = z.object({
  id: z.int().nullable(),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
});
type Answer = z.infer<typeof answerSchema>;
export type Call = readonly [method: string, ...params: unknown[]];

export class NodeClient {
  readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  async batch(...calls: Call[]): Promise<Answer[]> {
    const asked = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
    const answer = await this.transport.send(JSON.stringify(asked));
    return z.array(answerSchema).parse(JSON.parse(answer));
  }

  async ask(...[method, ...params]: Call): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
    return answerSchema.parse(JSON.parse(await this.transport.send(body)));
  }

  /** @throws Error with the node's own words. */
  async result(...call: Call): Promise<unknown> {
    const { error, result } = await this.ask(...call);
    if (error) throw new Error(error.message);
    return result;
  }

  /** What a contract's function returns, decoded by ethers. */
  async read(to: string, name: string, args: unknown[] = [], at: unknown = 'latest') {
    const data = CONTRACT_ABI.encodeFunctionData(name, args);
    const answer = z.string().parse(await this.result('eth_call', { to, data }, at));
    const values: unknown[] = CONTRACT_ABI.decodeFunctionResult(name, answer).toArray(true);
    return values;
  }

  async logs(filter: object): Promise<unknown[]> {
    return z.array(z.unknown()).parse(await this.result('eth_getLogs', filter));
  }
}

export const range = (from: number, to: number) => ({
  fromBlock: toQuantity(from),
  toBlock: toQuantity(to),
});
