import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { captureLog } from '../test/support/captured-log.ts';
import { LINES_OF_A_KIND, LINES_PER_CALLER } from '../observe/log.ts';
import { logAnswers, noteBug, noteCommit, READS_PER_LINE } from './request-log.ts';

let captured: ReturnType<typeof captureLog>;
let logAnswer: ReturnType<typeof logAnswers>;

beforeEach(() => {
  captured = captureLog();
  logAnswer = logAnswers({ log: captured.log, trustProxyHops: 1 });
});

/** Logs an answer to a request for this path. */
function answer(
  path: string,
  {
    method = 'GET',
    status = 200,
    code = '',
    body = {},
    bug = null,
    isCommit = false,
    isSent = true,
    from = '203.0.113.1',
  }: {
    readonly method?: string;
    readonly status?: number;
    readonly code?: string;
    readonly body?: unknown;
    readonly bug?: Error | null;
    readonly isCommit?: boolean;
    readonly isSent?: boolean;
    readonly from?: string;
  } = {},
): void {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url: path, body, headers: { 'x-forwarded-for': from } });
  const response = new ServerResponse(request);
  if (code !== '') response.setHeader('X-Refusal-Code', code);
  if (bug) noteBug(response, bug);
  if (isCommit) noteCommit(response);
  if (isSent) response.writeHead(status).end();
  logAnswer('id', request, response, 1);
}

test('of requests that change nothing one in a thousand is logged, and says so; each commit is', () => {
  const stake = { method: 'POST', status: 201 };
  for (let n = 0; n < READS_PER_LINE; n += 1) {
    answer(n % 2 ? '/api/leaderboard' : '/ranking', { status: n % 2 ? 304 : 200 });
    answer(n % 2 ? '/api/nft/verify' : '/api/dena/stake', stake);
    answer('/api/session', { method: n % 2 ? 'OPTIONS' : 'DELETE', status: 204 });
  }
  for (let n = 0; n < 3; n += 1) answer('/api/dena/stake', { ...stake, isCommit: true });
  expect(captured.count('"standsFor":1000')).toBe(3);
  expect(captured.count('request completed')).toBe(6);
});

test('a refusal says its code and the wallet that it names', () => {
  const walletAddress = walletOf(7);
  const refused = { method: 'POST', status: 409, code: 'stake-locked' };
  answer('/api/dena/unstake', { ...refused, body: { walletAddress } });
  answer('/api/session', { ...refused, body: { message: `Sign in\n${walletAddress}\n` } });
  answer('/api/trade', { ...refused, body: { walletAddress: ['none'] } });
  expect(captured.count(`"code":"stake-locked","wallet":"${walletAddress}"`)).toBe(2);
  expect(captured.count('"code":"stake-locked"')).toBe(3);
  // The caller's address, not the proxy's.
  expect(captured.count('"remoteAddress":"203.0.113.1"')).toBe(3);
});

test('a bug has its stack in the one line of its request, also behind a read', () => {
  answer('/api/nations', { status: 500, code: 'internal-error', bug: new TypeError('a bug') });
  expect(captured.text().trim().split('\n')).toHaveLength(1);
  expect(captured.lineWith('a request failed')).toMatchObject({
    level: 50,
    code: 'internal-error',
    err: { stack: expect.stringContaining('request-log.test') as unknown },
  });
});

test('refusals, failures and commands whose caller leaves are logged twenty times a minute and address at most, and a hundred times of one code', () => {
  const away = { status: 503, code: 'store-unavailable' };
  for (let n = 0; n < 3 * LINES_PER_CALLER; n += 1) {
    answer('/api/events', away);
    answer('/api/trade', { method: 'POST', isSent: false });
    answer(`/${n}`, { status: 404, code: 'not-found' });
  }
  expect(captured.count('"code":"store-unavailable"')).toBe(LINES_PER_CALLER);
  expect(captured.count('"code":"not-found"') + captured.count('request aborted')).toBe(
    LINES_PER_CALLER,
  );
  expect(captured.count('others of this address are not logged for up to a minute')).toBe(2);
  for (let n = 0; n < 3 * LINES_OF_A_KIND; n += 1) {
    answer('/api/events', { ...away, from: `198.51.100.${n % 200}` });
  }
  expect(captured.count('"code":"store-unavailable"')).toBe(LINES_OF_A_KIND);
  expect(captured.count('others like it are not logged for up to a minute')).toBe(1);
  answer('/api/trade', { method: 'POST', status: 503, code: 'busy', from: '192.0.2.1' });
  expect(captured.count('"code":"busy"')).toBe(1);
});
