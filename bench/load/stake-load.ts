/**
 * Stakes over HTTP in a closed loop: each connection sends its next one as soon as the last one is
 * answered.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { z } from 'zod';
import { serveParent } from '../../tools/processes.ts';

const loadSchema = z.object({
  port: z.int(),
  ms: z.number(),
  connections: z.int(),
  players: z.array(z.object({ wallet: z.string(), cookie: z.string() })).min(1),
});

serveParent({
  /** The latency of each stake that was answered in the time, in ms. */
  async run(body) {
    const { port, ms, connections, players } = loadSchema.parse(body);
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const latencyMs: number[] = [];
    const until = performance.now() + ms;
    const play = async (lane: number) => {
      for (let n = lane; performance.now() < until; n += connections) {
        const { wallet = '', cookie = '' } = players[n % players.length] ?? {};
        const content = JSON.stringify({ walletAddress: wallet, amount: 10 });
        const headers = {
          Cookie: cookie,
          'Content-Type': 'application/json',
          'Content-Length': content.length,
        };
        const sentAt = performance.now();
        const sent = request({ port, path: '/api/dena/stake', method: 'POST', agent, headers });
        sent.end(content);
        const [answer] = await once(sent, 'response');
        for await (const _ of answer);
        if (answer.statusCode !== 201) throw new Error(`a stake was answered ${answer.statusCode}`);
        latencyMs.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, lane) => play(lane)));
    agent.destroy();
    return latencyMs;
  },
});
