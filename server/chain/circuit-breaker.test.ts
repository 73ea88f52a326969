import { expect, test } from 'vitest';
import { CircuitOpen, createCircuitBreaker } from './circuit-breaker.ts';

/** A breaker on a test clock. */
function setUp() {
  let nowMs = 0;
  const breaker = createCircuitBreaker(() => nowMs);
  return {
    breaker,
    pass: (ms: number) => {
      nowMs += ms;
    },
    succeed: () => breaker.run(async () => 'answer'),
    fail: () =>
      breaker.run(() => Promise.reject(new Error('no answer'))).catch((error: unknown) => error),
  };
}

/** An answer that the test triggers. */
function deferred() {
  let resolve: (answer: string) => void = () => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

test('opens after three failures in a row, until a single call that it lets through succeeds', async () => {
  const { breaker, fail, succeed, pass } = setUp();
  await fail();
  await fail();
  await succeed();
  for (let i = 0; i < 3; i += 1) expect(await fail()).toEqual(new Error('no answer'));
  pass(1999);
  await expect(succeed()).rejects.toBeInstanceOf(CircuitOpen);
  pass(1);
  expect(await fail()).toEqual(new Error('no answer'));
  pass(1999);
  await expect(succeed()).rejects.toBeInstanceOf(CircuitOpen);
  pass(1);
  const { promise: answer, resolve } = deferred();
  const probe = breaker.run(() => answer);
  await expect(succeed()).rejects.toBeInstanceOf(CircuitOpen);
  await expect(breaker.runUncounted(async () => 'x')).rejects.toBeInstanceOf(CircuitOpen);
  resolve('back');
  expect(await probe).toBe('back');
  expect(await succeed()).toBe('answer');
});

test('a call from before it opened does not close it', async () => {
  const { breaker, fail, succeed } = setUp();
  const { promise: late, resolve } = deferred();
  const early = breaker.run(() => late);
  for (let i = 0; i < 3; i += 1) await fail();
  resolve('late');
  expect(await early).toBe('late');
  await expect(succeed()).rejects.toBeInstanceOf(CircuitOpen);
});
