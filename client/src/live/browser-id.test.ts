import { afterEach, expect, test, vi } from 'vitest';
import { testStorage } from '../testing/wallet.ts';
import { browserId } from './browser-id.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('[WAT1] a browser keeps its random name', () => {
  vi.stubGlobal('localStorage', testStorage());
  const id = browserId();
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(browserId()).toBe(id);
  localStorage.setItem('browser', 'not a name');
  expect(browserId()).toMatch(/^[0-9a-f]{16}$/);
});

test('[WAT1] a browser that keeps nothing has none, and nothing fails', () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  expect(browserId()).toBeUndefined();
});
