import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ToastContent } from './present-toast.tsx';
import { presenter, showDone, showFailure } from './toast.ts';

const alert = vi.fn();
const present = vi.fn<(content: ToastContent) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('alert', alert);
});
afterEach(() => {
  presenter.set(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('a toast waits until there is a region that shows it', () => {
  showDone('NFT Staked');
  presenter.set(present);
  expect(present).toHaveBeenCalledExactlyOnceWith({
    tone: 'success',
    lines: ['NFT Staked', undefined],
  });
  vi.runAllTimers();
  expect(alert).not.toHaveBeenCalled();
});

test('where the region can’t be had the browser’s dialog says it, once', () => {
  showFailure('Staking Failed', undefined, 'Check your connection.');
  vi.runAllTimers();
  expect(alert).toHaveBeenCalledExactlyOnceWith('Staking Failed\nCheck your connection.');
  presenter.set(present);
  expect(present).not.toHaveBeenCalled();
});
