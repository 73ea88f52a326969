import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { Budget } from '../lib/budget.ts';
import { chargeLongAnswers } from './send.ts';

/** An answer to a caller whose address a single proxy reports. */
function answerTo(address: string) {
  const request = new IncomingMessage(new Socket());
  request.headers['x-forwarded-for'] = address;
  vi.spyOn(request.socket, 'remoteAddress', 'get').mockReturnValue('127.0.0.1');
  return { request, response: new ServerResponse(request) };
}

function charger(perMinute = 300_000) {
  const budget = new Budget(perMinute);
  const charge = chargeLongAnswers({ budget, trustProxyHops: 1 });
  const send = (address: string, bytes: number, isReady = false): void => {
    const { request, response } = answerTo(address);
    charge(request, response, { bytes, isReady });
  };
  return { budget, send };
}

test('a long answer is charged by its length, a short one nothing more', () => {
  const { budget, send } = charger();
  send('1.2.3.4', 2000);
  expect(budget.spend('1.2.3.4', 0).left).toBe(300_000);
  send('1.2.3.4', 200 * 1024);
  expect(budget.spend('1.2.3.4', 0).left).toBe(300_000 - 100);
  send('1.2.3.4', 200 * 1024, true);
  expect(budget.spend('1.2.3.4', 0).left).toBe(300_000 - 100);
});
