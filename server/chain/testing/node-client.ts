/** Calls a node as a client does. */
import { Interface } from 'ethers';
import { z } from 'zod';
import type { Transport } from '../transport.ts';

const CONTRACT_ABI = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
]);

const answerSchema = z.object({
  id: z.int().nullable(),
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
});
type Call = readonly [method: string, ...params: unknown[]];

export class NodeClient {
  readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  async ask(...[method, ...params]: Call): Promise<z.infer<typeof answerSchema>> {
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
