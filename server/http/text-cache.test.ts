import { afterEach, expect, test, vi } from 'vitest';
import { epochSchema, revSchema } from '../../common/values/ids.ts';
import { createAnswerCache } from './answer-cache.ts';
import { cachedText } from './text-cache.ts';

const revOf = (n: number) => revSchema.parse(String(n).padStart(16, '0'));

afterEach(() => void vi.useRealTimers());

test('a caller who has a text by its date receives what changed later in the same second', async () => {
  const second = Date.parse('2026-11-26T10:00:00Z');
  const dateAt = (seconds: number) => new Date(second + seconds * 1000).toUTCString();
  vi.useFakeTimers({ toFake: ['Date'], now: second + 300 });
  const board = { epoch: epochSchema.parse('first'), rev: revOf(1) };
  const cached = createAnswerCache(board, { count: 0 });
  const asked = async (changedAt: number, since: string) => {
    const headers = { 'if-modified-since': since };
    const wanted = { name: 'feed', type: 'text', headers };
    const text = String(changedAt);
    const { status, headers: its } = await cachedText(cached, wanted, () => ({ text, changedAt }));
    return [status, its['Last-Modified']];
  };
  // It may change again before the second is over.
  expect(await asked(second + 100, '')).toEqual([200, undefined]);
  vi.setSystemTime(second + 700);
  board.rev = revOf(2);
  expect(await asked(second + 600, dateAt(0))).toEqual([200, undefined]);
  vi.setSystemTime(second + 1000);
  expect(await asked(second + 600, dateAt(0))).toEqual([200, dateAt(1)]);
  expect(await asked(second + 600, dateAt(1))).toEqual([304, dateAt(1)]);
  // A date that is still to come.
  expect(await asked(second + 600, dateAt(2))).toEqual([200, dateAt(1)]);
});
