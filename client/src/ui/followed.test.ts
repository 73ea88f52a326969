import { afterEach, expect, it, vi } from 'vitest';
import { testStorage } from '../testing/wallet.ts';
import { followedWith } from './followed.ts';

const wallet = (n: number) => `0x${n.toString(16).padStart(40, 'A')}`;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** As a page that loads: by what the browser has saved. */
const loaded = async () => ({
  ...(await import('./followed.ts')),
  ...(await import('./follow.ts')),
});

it('[SCR74] whom one follows is there again after a reload, in whatever case it was named', async () => {
  vi.stubGlobal('localStorage', testStorage());
  const page = await loaded();
  expect(page.follow(wallet(1), wallet(2))).toBe(true);
  page.unfollow(wallet(1).toLowerCase());
  vi.resetModules();
  expect([...(await loaded()).followed.get()]).toEqual([wallet(2).toLowerCase()]);
});

it('[SCR74] another tab’s changes are this one’s', async () => {
  let tell: (event: object) => void = () => undefined;
  vi.stubGlobal('window', {});
  vi.stubGlobal('addEventListener', (_: string, listener: typeof tell) => (tell = listener));
  vi.stubGlobal('localStorage', testStorage());
  const { followed } = await loaded();
  tell({ key: 'followed', newValue: wallet(3) });
  expect([...followed.get()]).toEqual([wallet(3).toLowerCase()]);
  tell({ key: 'theme', newValue: 'light' });
  expect(followed.get().size).toBe(1);
  tell({ key: null, newValue: null });
  expect(followed.get().size).toBe(0);
});

it('[SCR74] one follows 50 at most; those who are followed already count once', () => {
  const fifty = Array.from({ length: 50 }, (_, n) => wallet(n));
  const full = followedWith(new Set(), fifty);
  expect(full?.size).toBe(50);
  expect(followedWith(full ?? new Set(), [wallet(7)])?.size).toBe(50);
  expect(followedWith(full ?? new Set(), [wallet(77)])).toBeNull();
});
