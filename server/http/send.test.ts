import type { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { Budget } from '../lib/budget.ts';
import { Problem } from './problem.ts';
import { countLongAnswers } from './send.ts';

const LIST_BYTES = 1024 * 1024;

/** An answer to a caller whose address a single proxy reports. */
function answerTo(address: string) {
  const request = new IncomingMessage(new Socket());
  request.headers['x-forwarded-for'] = address;
  vi.spyOn(request.socket, 'remoteAddress', 'get').mockReturnValue('127.0.0.1');
  return { request, response: new ServerResponse(request) };
}

function counter(perMinute = 300_000) {
  const budget = new Budget(perMinute);
  const count = countLongAnswers({ budget, trustProxyHops: 1 });
  const send = (address: string, bytes = LIST_BYTES, isReady = false): EventEmitter => {
    const { request, response } = answerTo(address);
    count(request, response, { bytes, isReady });
    return response;
  };
  return { budget, send };
}

test('an address may leave only so much unread; reading makes room, and others have their own', () => {
  const { send } = counter();
  const sent = Array.from({ length: 32 }, () => send('1.2.3.4'));
  expect(() => send('1.2.3.4')).toThrow(Problem);
  send('5.6.7.8');
  sent[0]?.emit('close');
  sent[1]?.emit('close');
  send('1.2.3.4');
  send('1.2.3.4');
  expect(() => send('1.2.3.4')).toThrow(/Read them, then ask again/);
});

test('a caller who left before its answer was ready holds nothing', () => {
  const { budget } = counter();
  const count = countLongAnswers({ budget, trustProxyHops: 1 });
  for (let n = 0; n < 100; n += 1) {
    const { request, response } = answerTo('1.2.3.4');
    response.destroy();
    vi.spyOn(response, 'closed', 'get').mockReturnValue(true);
    count(request, response, { bytes: LIST_BYTES, isReady: false });
  }
});

test('a long answer is charged by its length, a short one nothing more', () => {
  const { budget, send } = counter();
  send('1.2.3.4', 2000);
  expect(budget.spend('1.2.3.4', 0).left).toBe(300_000);
  send('1.2.3.4', 200 * 1024);
  expect(budget.spend('1.2.3.4', 0).left).toBe(300_000 - 100);
  send('1.2.3.4', 200 * 1024, true);
  expect(budget.spend('1.2.3.4', 0).left).toBe(300_000 - 100);
});

test('without a limit nothing is counted', () => {
  const { send } = counter(0);
  for (let n = 0; n < 100; n += 1) expect(() => send('1.2.3.4')).not.toThrow();
});
