import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { LedgerStopped } from '../ledger/commit-leaves.ts';
import { keptLog } from '../test/support/kept-log.ts';
import { logAnswers, noteBug, READS_PER_LINE, REFUSALS_PER_CODE } from './request-log.ts';

let kept: ReturnType<typeof keptLog>;
let logAnswer: ReturnType<typeof logAnswers>;

beforeEach(() => {
  kept = keptLog();
  logAnswer = logAnswers({ log: kept.log, trustProxyHops: 0 });
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
  }: {
    readonly method?: string;
    readonly status?: number;
    readonly code?: string;
    readonly body?: unknown;
    readonly bug?: Error | null;
  } = {},
): void {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url: path, body });
  const response = new ServerResponse(request);
  if (code !== '') response.setHeader('X-Refusal-Code', code);
  if (bug) noteBug(response, bug);
  response.writeHead(status).end();
  logAnswer('id', request, response, 1);
}

test('one in a thousand reads is logged, and says so; every command is', () => {
  for (let n = 0; n < 2.5 * READS_PER_LINE; n += 1) {
    answer(n % 2 ? '/api/leaderboard' : '/ranking', { status: n % 2 ? 304 : 200 });
  }
  // As what anyone may send for anyone.
  for (let n = 0; n < READS_PER_LINE; n += 1) {
    answer(n % 2 ? '/api/nft/verify' : '/API/resources/update/', { method: 'POST' });
  }
  for (let n = 0; n < 3; n += 1) answer('/api/dena/stake', { method: 'POST', status: 201 });
  expect(kept.count('"standsFor":1000')).toBe(3);
  expect(kept.count('request completed')).toBe(6);
});

test('a refusal says its code and the wallet that it names', () => {
  const walletAddress = walletOf(7);
  const refused = { method: 'POST', status: 409, code: 'stake-locked' };
  answer('/api/dena/unstake', { ...refused, body: { walletAddress } });
  answer('/api/session', { ...refused, body: { message: `Sign in\n${walletAddress}\n` } });
  answer('/api/trade', { ...refused, body: { walletAddress: ['none'] } });
  expect(kept.count(`"code":"stake-locked","wallet":"${walletAddress}"`)).toBe(2);
  expect(kept.count('"code":"stake-locked"')).toBe(3);
});

test('a URL is logged up to 300 characters', () => {
  const path = `/${'a'.repeat(298)}`;
  for (const rest of ['b', `b${'c'.repeat(15_000)}`]) answer(`${path}${rest}`, { status: 404 });
  expect(kept.count(`"url":"${path}b"`)).toBe(1);
  expect(kept.count(`"url":"${path}b…"`)).toBe(1);
});

test('a bug has its stack in the one line of its request, also behind a read', () => {
  answer('/api/nations', { status: 500, code: 'internal-error', bug: new TypeError('a bug') });
  expect(kept.text().trim().split('\n')).toHaveLength(1);
  expect(kept.lineWith('a request failed')).toMatchObject({
    level: 50,
    code: 'internal-error',
    err: { stack: expect.stringContaining('request-log.test') as unknown },
  });
});

test('a format that isn’t there is no fault of the server', () => {
  answer('/oembed?format=xml', { status: 501 });
  expect(kept.lineWith('/oembed')).toMatchObject({ level: 30, msg: 'request completed' });
});

test('a stopped ledger fails every request for it, and is logged once; another bug is as well', () => {
  const failed = { status: 500, code: 'internal-error' };
  for (let n = 0; n < 5; n += 1) {
    answer(`/ledger/tile/entries/00${n}`, { ...failed, bug: new LedgerStopped(`leaf ${n}`) });
  }
  expect(kept.count('"type":"LedgerStopped"')).toBe(1);
  expect(kept.count('by the stopped ledger are not logged for up to an hour')).toBe(1);
  answer('/api/nations', { ...failed, bug: new TypeError('a bug') });
  expect(kept.count('a request failed')).toBe(2);
});

test('refusals and failures of one code are logged a hundred times a minute at most', () => {
  for (let n = 0; n < 5 * REFUSALS_PER_CODE; n += 1) {
    answer('/api/events', { status: 503, code: 'store-unavailable' });
  }
  answer('/api/trade', { method: 'POST', status: 503, code: 'busy' });
  expect(kept.count('store-unavailable')).toBe(REFUSALS_PER_CODE);
  expect(kept.count('others with this code are not logged for up to a minute')).toBe(1);
  expect(kept.count('"code":"busy"')).toBe(1);
});
