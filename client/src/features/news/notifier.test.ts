import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNotifier } from './notifier.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const page = { isAllowed: true, isHidden: true };
  const shown: string[] = [];
  const notifier = createNotifier({
    isAllowed: () => page.isAllowed,
    isHidden: () => page.isHidden,
    show: (text) => shown.push(text),
  });
  return { page, shown, notifier };
}

it('shows one a minute, with everything that arrived meanwhile', () => {
  const { shown, notifier } = setUp();
  for (const text of ['One.', 'Two.', 'Three.']) notifier.add(text);
  expect(shown).toEqual(['One.']);
  vi.advanceTimersByTime(59_000);
  expect(shown).toEqual(['One.']);
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(['One.', 'Three. And 1 more.']);
  notifier.add('Four.');
  expect(shown).toHaveLength(2);
});

it('stays silent while the page is visible, or if the player did not opt in', () => {
  const { page, shown, notifier } = setUp();
  page.isHidden = false;
  notifier.add('Seen.');
  page.isHidden = true;
  page.isAllowed = false;
  notifier.add('Unasked.');
  page.isAllowed = true;
  notifier.add('One.');
  notifier.add('Two.');
  page.isHidden = false;
  vi.advanceTimersByTime(120_000);
  expect(shown).toEqual(['One.']);
});
