import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../../common/rules/specified.ts';
import { turns } from '../../tools/test/turns.ts';
import { Budget } from '../lib/budget.ts';
import { createLog } from '../observe/log.ts';
import { admit, originForm } from './guards.ts';
import { originPolicy } from './origin.ts';
import { createUnderWay } from './under-way.ts';

test('a target is read by its path, in one way by all', () => {
  for (const [target, form] of [
    ['http://x/api/players/0x?a=//b', '/api/players/0x?a=//b'],
    ['HTTPS://x:443', '/'],
    ['http://x?a', '/?a'],
    ['/api/leaderboard', '/api/leaderboard'],
    ['//x/api', '//x/api'],
    ['*', '/*'],
    ['/api/players\\0x#b?c', '/api/players\\0x'],
    ['/api/players\\0x?\u00a0', '/api/players\\0x?%A0'],
    ['http://x\\api', '/\\api'],
    ['http:\\\\x\\api', '/http:\\\\x\\api'],
  ]) {
    expect(originForm(target ?? ''), target).toBe(form);
  }
});

const PARTS = {
  rules: () => SPECIFIED_RULES,
  budget: new Budget(0),
  log: createLog('silent'),
  trustProxyHops: 0,
  origin: originPolicy(null),
  secure: false,
};

function asking(line: {
  readonly method: string;
  readonly url: string;
}): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { ...line, httpVersion: '1.1', rawHeaders: ['Host', '127.0.0.1'] });
  Object.assign(request.headers, { host: '127.0.0.1', cookie: 'denaria-session=a' });
  return [request, new ServerResponse(request)];
}

test('polled answers queue by address, as all others do', async () => {
  const answered: string[] = [];
  const polls = { takes: () => true, answer: ({ url = '' }) => void answered.push(url) };
  const enter = admit(PARTS, polls, createUnderWay(), () => undefined);
  for (let n = 0; n < 6; n += 1) enter(...asking({ method: 'GET', url: `/${n}` }));
  expect(answered).toHaveLength(4);
  await turns(1);
  expect(answered).toHaveLength(6);
});

test('a call that is too much is refused in words at once; polls and probes are answered', () => {
  const underWay = createUnderWay(2);
  const answered: string[] = [];
  const polls = {
    takes: ({ url = '' }) => url === '/poll',
    answer: ({ url = '' }) => void answered.push(url),
  };
  const enter = admit(PARTS, polls, underWay, ({ url = '' }) => void answered.push(url));
  const asks = (method: string, url: string) => {
    const [request, response] = asking({ method, url });
    enter(request, response);
    return response.statusCode;
  };
  const end = underWay.begin('', true);
  expect([asks('POST', '/api/trade'), asks('GET', '/api/events')]).toEqual([503, 503]);
  for (const url of ['/poll', '/readyz']) asks('GET', url);
  expect(answered).toEqual(['/poll', '/readyz']);
  end?.();
  asks('POST', '/api/trade');
  expect(answered).toEqual(['/poll', '/readyz', '/api/trade']);
});

test('[PRO26] a condition of more than 500 characters is ignored, a shorter one is not', async () => {
  const polls = { takes: () => false, answer: () => undefined };
  const [request, response] = asking({ method: 'GET', url: '/assets/a.js' });
  Object.assign(request.headers, { 'if-none-match': '"a",'.repeat(200), range: 'bytes=0-1' });
  const seen = await new Promise<IncomingMessage['headers']>((resolve) => {
    admit(PARTS, polls, createUnderWay(), ({ headers }) => resolve(headers))(request, response);
  });
  expect([seen['if-none-match'], seen.range]).toEqual([undefined, 'bytes=0-1']);
});

test('[PRO39] a read that pages of other origins may make has no cookie, however it is spelled', async () => {
  const polls = { takes: () => false, answer: () => undefined };
  const cookieOf = (method: string, url: string) =>
    new Promise((resolve) => {
      const enter = admit(PARTS, polls, createUnderWay(), ({ headers }) => resolve(headers.cookie));
      enter(...asking({ method, url }));
    });
  const open = [
    '/api/players/0x1',
    '/API/works?a=/api/session',
    'http://x/api/works',
    '/ledger/key',
  ];
  for (const url of open) {
    expect([url, await cookieOf('GET', url)]).toEqual([url, undefined]);
    expect([url, await cookieOf('HEAD', url)]).toEqual([url, undefined]);
  }
  for (const url of ['/api/session', '/API/Session/', 'http://x/api/session', '/dashboard']) {
    expect([url, await cookieOf('GET', url)]).toEqual([url, 'denaria-session=a']);
  }
  expect(await cookieOf('POST', '/api/works')).toBe('denaria-session=a');
});
