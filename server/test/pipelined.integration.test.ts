/** Pipelined requests on connections that are reset: nothing of them remains. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { LIMITS } from '../http/limits.ts';
import { serverTest as test } from './support/server-test.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;

/** Sends all of it in one write over a connection that reads nothing, and resets that. */
async function askAndReset(url: string, text: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(text);
  await sleep(30);
  socket.resetAndDestroy();
}

describe('a connection that requests much, reads nothing and is reset', () => {
  test('leaves no long answer counted: its address is answered as before', async ({
    startServer,
  }) => {
    const server = await startServer({ limits: LIMITS });
    const length = (await server.ask('/api/openapi.json')).text.length;
    const enough = Math.ceil((32 * 1024 * 1024) / (15 * length)) + 2;
    for (let n = 0; n < enough; n += 1) {
      // A poll is answered when there is something to say: whatever is queued behind it waits.
      const poll = '/socket.io/?EIO=4&transport=polling';
      const { sid } = /"sid":"(?<sid>[^"]+)"/.exec((await server.ask(poll)).text)?.groups ?? {};
      const answers = get('/api/openapi.json').repeat(15);
      await askAndReset(server.url, `${get(`${poll}&sid=${sid}`)}${answers}`);
    }
    const answer = await server.ask('/api/openapi.json');
    expect(answer.status).toBe(200);
  });
});
