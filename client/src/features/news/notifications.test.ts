import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testStorage } from '../../testing/wallet.ts';
import { notify, setNotifying } from './notifications.ts';

const page = { visibilityState: 'hidden' };
const shown: string[] = [];

class Recorded extends EventTarget {
  static readonly permission = 'granted';
  constructor(_title: string, { body }: { readonly body: string }) {
    super();
    shown.push(body);
  }
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('Notification', Recorded);
  vi.stubGlobal('document', page);
  vi.stubGlobal('localStorage', testStorage());
  await setNotifying(true);
});

afterEach(() => {
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  shown.length = 0;
  page.visibilityState = 'hidden';
});

it('shows one a minute, the latest text', () => {
  notify('One.');
  vi.advanceTimersByTime(0);
  const withdraw = notify('Two.');
  vi.advanceTimersByTime(30_000);
  withdraw();
  notify('Three.');
  vi.advanceTimersByTime(29_999);
  expect(shown).toEqual(['One.']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['One.', 'Three.']);
});

it('stays silent while the page is visible, and if the player did not opt in', async () => {
  page.visibilityState = 'visible';
  notify('Seen.');
  vi.advanceTimersByTime(0);
  page.visibilityState = 'hidden';
  await setNotifying(false);
  notify('Unasked.');
  vi.advanceTimersByTime(0);
  expect(shown).toEqual([]);
});
