import { createServer } from 'node:http';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../../tools/test/listening.ts';
import { BUSY } from '../game/engine/unavailable.ts';
import { answerErrors, problemOf } from './problem.ts';

/** The answer to a request whose handling fails with this error. */
async function answerTo(error: unknown): Promise<Response> {
  const app = express();
  app.get('/', () => {
    throw error;
  });
  app.use(answerErrors);
  const http = createServer(app);
  const port = await listening(http);
  onTestFinished(() => void http.close());
  return fetch(`http://127.0.0.1:${port}/`);
}

const codeOf = ({ status, headers }: Response) => [status, headers.get('x-refusal-code')];

test('a bug is a plain 500, whose code says no more than that', async () => {
  const answer = await answerTo(new Error('the secret of the house'));
  expect(codeOf(answer)).toEqual([500, 'internal-error']);
  expect(await answer.text()).toBe('Something went wrong on our side. Try again in a moment.');
});

test('[PRO24] a refusal of the game keeps its code, and a 503 says when to retry', async () => {
  const answer = await answerTo(problemOf(BUSY));
  expect(codeOf(answer)).toEqual([503, 'busy']);
  expect(answer.headers.get('retry-after')).toBe('2');
  const paused = problemOf({ code: 'paused', message: 'Wait for the operators.' });
  expect(paused.headers).toEqual({ 'Retry-After': '30' });
  const other = await answerTo(problemOf({ code: 'stake-locked', message: 'Wait a day.' }));
  expect(codeOf(other)).toEqual([409, 'stake-locked']);
  expect(other.headers.get('retry-after')).toBeNull();
  expect(await other.text()).toBe('Wait a day.');
});

test.each([
  [{ status: 400, type: 'entity.parse.failed' }, 400, 'malformed-json'],
  [{ status: 413, type: 'entity.too.large' }, 413, 'body-too-large'],
  [{ status: 400 }, 400, 'bad-request'],
  [{ status: 499, type: 'of another library' }, 400, 'bad-request'],
])('what a library refuses with %j has one of our codes', async (error, status, code) => {
  expect(codeOf(await answerTo(error))).toEqual([status, code]);
});
