import { SignJWT } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { address } from '../../common/values/address.ts';
import { createSessions } from './session.ts';

const WALLET = address('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
const secret = new TextEncoder().encode('a secret that is long enough to sign by');
const otherSecret = new TextEncoder().encode('another secret, just as long as that one');
const sessions = createSessions({ secret, secure: false });

async function cookieOf(wallet = WALLET): Promise<string> {
  const [pair = ''] = (await sessions.begin(wallet)).split(';');
  return pair;
}

function token(claims: Record<string, unknown>, key: Uint8Array, expires: string): Promise<string> {
  return new SignJWT({ iss: 'denaria', sub: WALLET, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(key);
}

describe('a session', () => {
  test('is found again among other cookies', async () => {
    const header = `theme=dark; ${await cookieOf()}; other=1`;
    expect(await sessions.provenWallet(header)).toBe(WALLET);
  });

  test('keeps its cookie from scripts and from other sites’ requests', async () => {
    expect(await sessions.begin(WALLET)).toMatch(
      /^denaria-session=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(sessions.end()).toMatch(/^denaria-session=; Max-Age=0;/);
  });

  test('travels over https alone where players come by it', async () => {
    const secure = createSessions({ secret, secure: true });
    expect(await secure.begin(WALLET)).toMatch(/^__Host-denaria-session=.*; Secure$/);
    expect(await secure.provenWallet(await cookieOf())).toBeNull();
  });

  test.each([
    ['no cookie', undefined],
    ['an empty one', 'denaria-session='],
    ['one that is no token', 'denaria-session=%%%'],
  ])('is not found in %s', async (_what, header) => {
    expect(await sessions.provenWallet(header)).toBeNull();
  });

  test('is not one after an alteration of any part of its token', async () => {
    const cookie = await cookieOf();
    const [name, value = ''] = cookie.split('=');
    const parts = value.split('.');
    for (const i of parts.keys()) {
      const part = parts[i] ?? '';
      // Of the first character every bit counts.
      const altered = parts.with(i, `${part[0] === 'A' ? 'B' : 'A'}${part.slice(1)}`).join('.');
      expect(await sessions.provenWallet(`${name}=${altered}`)).toBeNull();
    }
  });

  test('ends at its time, also where its token was verified before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const cookie = `denaria-session=${await token({}, secret, '60s')}`;
    expect(await sessions.provenWallet(cookie)).toBe(WALLET);
    vi.advanceTimersByTime(59_000);
    expect(await sessions.provenWallet(cookie)).toBe(WALLET);
    vi.advanceTimersByTime(1000);
    expect(await sessions.provenWallet(cookie)).toBeNull();
  });

  test('is not one by another secret, another issuer, after its time, or without a signature', async () => {
    const none = `${btoa('{"alg":"none"}')}.${btoa(`{"iss":"denaria","sub":"${WALLET}"}`)}.`;
    for (const forged of [
      await token({}, otherSecret, '1h'),
      await token({ iss: 'elsewhere' }, secret, '1h'),
      await token({}, secret, '-1s'),
      await token({ sub: 'somebody' }, secret, '1h'),
      none.replaceAll('=', ''),
    ]) {
      expect(await sessions.provenWallet(`denaria-session=${forged}`)).toBeNull();
    }
    const good = await token({}, secret, '1h');
    expect(await sessions.provenWallet(`denaria-session=${good}`)).toBe(WALLET);
  });
});
