import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { address } from '../../../common/values/address.ts';
import { createWalletQueue } from './wallet-queue.ts';

const ALICE = address(`0x${'a'.repeat(40)}`);
const BOB = address(`0x${'b'.repeat(40)}`);

describe('the queue of a wallet', () => {
  test('runs its tasks one by one, in the order they came', async () => {
    const inTurn = createWalletQueue();
    const log: string[] = [];
    const task = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await sleep(ms);
      log.push(`${name} ends`);
    };
    await Promise.all([inTurn(ALICE, task('first', 20)), inTurn(ALICE, task('second', 0))]);
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  test('does not make another wallet wait', async () => {
    const inTurn = createWalletQueue();
    let release = () => undefined as void;
    const held = inTurn(ALICE, () => new Promise<void>((resolve) => (release = resolve)));
    expect(await inTurn(BOB, () => Promise.resolve('bob'))).toBe('bob');
    release();
    await held;
  });

  test('continues after a failed task, and reports the failure only to its caller', async () => {
    const inTurn = createWalletQueue();
    const failing = inTurn(ALICE, () => Promise.reject(new Error('no')));
    const next = inTurn(ALICE, () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});
