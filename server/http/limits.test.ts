import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { callerAddress } from './limits.ts';

/** Whom express takes for the caller, and whom we do. */
async function callers(trustProxyHops: number, forwarded: string | undefined): Promise<string[]> {
  const app = express();
  app.set('trust proxy', trustProxyHops);
  app.get('/', (request, response) => {
    response.json([request.ip, callerAddress(request, trustProxyHops)]);
  });
  const http = createServer(app).listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close());
  const bound = http.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return new Promise((resolve, reject) => {
    const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
    httpRequest({ port: bound.port, host: '127.0.0.1', headers, agent: false }, (answer) => {
      text(answer).then((body) => resolve(JSON.parse(body)), reject);
    })
      .on('error', reject)
      .end();
  });
}

test.each<[number, string | undefined]>([
  [0, undefined],
  [0, '203.0.113.1'],
  [1, undefined],
  [1, '203.0.113.1'],
  [1, '203.0.113.9, 203.0.113.1'],
  [2, '203.0.113.9,203.0.113.1'],
  [2, '203.0.113.1'],
  [3, ' 2001:db8::1 , 203.0.113.9 ,203.0.113.1'],
  [5, '203.0.113.9, 203.0.113.1'],
])(
  'behind %i proxies and X-Forwarded-For %s, the caller is whom express names',
  async (hops, forwarded) => {
    const [byExpress, byUs] = await callers(hops, forwarded);
    expect(byUs).toBe(byExpress);
  },
);
