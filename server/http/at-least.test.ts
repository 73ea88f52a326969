import { createServer, request as httpRequest, type ClientRequest } from 'node:http';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { AT_LEAST_HEADER } from '../../common/protocol/board-headers.ts';
import { revOf } from '../leaderboard/testing/fixtures.ts';
import { epochSchema, type Rev } from '../../common/values/ids.ts';
import { listening } from '../../tools/test/listening.ts';
import { ask } from '../test/support/http-client.ts';
import { createCommitWaits } from './at-least.ts';
import { answerErrors } from './problem.ts';

const EPOCH = epochSchema.parse('this-epoch');
const HERE = '192.0.2.1';

/**
 * A server whose board stays at rev 1: a wait ends when its client leaves, or when the test ends
 * it.
 */
async function lagging(mostInAll?: number) {
  const board = {
    epoch: EPOCH,
    rev: revOf(1),
    waits: [] as (() => void)[],
    reached: (_rev: Rev, _ms: number, gone?: AbortSignal) =>
      new Promise<boolean>((resolve) => {
        const end = () => resolve(false);
        board.waits.push(end);
        gone?.addEventListener('abort', () => {
          board.waits = board.waits.filter((one) => one !== end);
          end();
        });
      }),
  };
  const app = express();
  const wait = createCommitWaits({ board, trustProxyHops: 1, mostInAll });
  app.get('/', (request, response, next) => {
    wait(request, response).then((isThere) => isThere && response.json(board.epoch), next);
  });
  app.use(answerErrors);
  const http = createServer(app);
  const url = `http://127.0.0.1:${await listening(http)}`;
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const headersOf = (from: string) => ({
    [AT_LEAST_HEADER]: `${EPOCH} ${revOf(2)}`,
    'X-Forwarded-For': from,
  });
  return {
    board,
    ask: (from: string) => ask(url, '/', { headers: headersOf(from) }),
    /** A request that waits. */
    async waiting(from: string): Promise<ClientRequest> {
      const before = board.waits.length;
      const sent = httpRequest(url, { headers: headersOf(from) });
      sent.on('error', () => {}).end();
      await expect.poll(() => board.waits.length, { interval: 5 }).toBe(before + 1);
      return sent;
    },
  };
}

test('an address waits with at most 20 reads, and one that leaves makes room for another', async () => {
  const server = await lagging();
  const sent: ClientRequest[] = [];
  while (sent.length < 20) sent.push(await server.waiting(HERE));
  const refused = await server.ask(HERE);
  expect([refused.status, refused.headers['x-refusal-code']]).toEqual([503, 'behind']);
  expect(refused.headers['retry-after']).toBe('1');
  sent[7]?.destroy();
  await expect.poll(() => server.board.waits.length).toBe(19);
  await server.waiting(HERE);
  expect((await server.ask(HERE)).status).toBe(503);
});

test('there is a limit for all addresses together, of which one network leaves half to others', async () => {
  const server = await lagging(4);
  const isRefused = async (from: string) =>
    expect((await server.ask(from)).headers['x-refusal-code']).toBe('behind');
  for (const n of [1, 2]) await server.waiting(`2001:db8:1:${n}::1`);
  await isRefused('2001:db8:1:3::1');
  await server.waiting('192.0.2.1');
  await server.waiting('198.51.100.1');
  await isRefused('203.0.113.1');
});
