import { expect, test, vi } from 'vitest';
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';

/** The age of a page that has just loaded. */
async function keeper() {
  vi.resetModules();
  const { pageAge: age } = await import('./server-version.ts');
  const listener = vi.fn();
  age.subscribe(listener);
  return { age, listener };
}

test('a server of the same version, of an older one or of none causes no notice', async () => {
  const { age, listener } = await keeper();
  for (const version of [PROTOCOL_VERSION, PROTOCOL_VERSION - 1, 0, NaN]) age.heard(version);
  expect(age.get()).toBe('current');
  expect(listener).not.toHaveBeenCalled();
});

test('a newer server makes the page outdated, once, even if an older one answers in between', async () => {
  const { age, listener } = await keeper();
  for (const raised of [1, 0, 1]) age.heard(PROTOCOL_VERSION + raised);
  expect(age.get()).toBe('outdated');
  expect(listener).toHaveBeenCalledTimes(1);
});

test('dismissed, it is quiet until there is an even newer version', async () => {
  const { age, listener } = await keeper();
  age.heard(PROTOCOL_VERSION + 1);
  age.dismiss();
  expect(age.get()).toBe('current');
  age.heard(PROTOCOL_VERSION + 1);
  expect(age.get()).toBe('current');
  age.heard(PROTOCOL_VERSION + 2);
  expect(age.get()).toBe('outdated');
  expect(listener).toHaveBeenCalledTimes(3);
});

test('a refused page stays refused, whatever is dismissed', async () => {
  const { age, listener } = await keeper();
  age.refused();
  age.refused();
  age.dismiss();
  expect(age.get()).toBe('refused');
  expect(listener).toHaveBeenCalledTimes(1);
});
