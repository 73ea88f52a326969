import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Harness } from '../test/support/harness.ts';
import { captureLog } from '../test/support/captured-log.ts';
import { countUnread, holdUnread } from './unread.ts';

const MB = 1024 * 1024;
/** What an address may leave unread (unread.ts). */
const MOST = 64 * MB;

async function start() {
  const { log, count } = captureLog();
  const server = await Harness.start({
    log,
    env: { TRUST_PROXY_HOPS: '1' },
    extend(app) {
      // More than both sides of a connection take.
      app.get('/page', (_request, response) => void response.send(Buffer.alloc(MOST)));
      app.get('/file', (_request, response) => {
        response.sendFile(process.execPath, { dotfiles: 'allow' });
      });
      app.get('/rest', (_request, response) => {
        holdUnread(response, MOST - 1024);
        response.end();
      });
    },
  });
  onTestFinished(() => server.close());
  const leaveUnread = async (path: string): Promise<Socket> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  };
  const ask = (path: string, address = '192.0.2.1') =>
    server.ask(path, { headers: { 'X-Forwarded-For': address } });
  return { leaveUnread, ask, count };
}

test('an address that leaves a page unread is refused until it reads; others are not', async () => {
  const { ask, leaveUnread, count } = await start();
  const reader = await leaveUnread('/page');
  const refused = await ask('/api/nations');
  expect([refused.status, refused.headers['x-refusal-code']]).toEqual([503, 'busy']);
  expect(refused.headers).toMatchObject({ 'retry-after': '1', ratelimit: expect.any(String) });
  expect((await ask('/')).status).toBe(503);
  expect(count('leaves its answers unread')).toBe(1);
  expect((await ask('/api/nations', '192.0.2.2')).status).toBe(200);
  reader.resume();
  await expect.poll(async () => (await ask('/api/nations')).status).toBe(200);
});

test('a file under way counts until its reader has it, or leaves', async () => {
  const { ask, leaveUnread } = await start();
  expect((await ask('/rest')).status).toBe(200);
  const reader = await leaveUnread('/file');
  expect((await ask('/rest')).status).toBe(503);
  reader.destroy();
  await expect.poll(async () => (await ask('/rest')).status).toBe(200);
});

test('what an answer is made of counts before it is sent, unless its caller has left', () => {
  const count = countUnread();
  const answer = () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    return { response, isCounted: count('192.0.2.1', response) };
  };
  const [gone, first, second] = [answer(), answer(), answer()];
  vi.spyOn(gone.response, 'closed', 'get').mockReturnValue(true);
  holdUnread(gone.response, MOST);
  holdUnread(first.response, MOST);
  expect(() => holdUnread(second.response, 1)).toThrow(/Read them, then ask again/);
  expect(answer().isCounted).toBe(false);
  first.response.emit('close');
  expect(answer().isCounted).toBe(true);
});
