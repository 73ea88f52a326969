import { SignJWT } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { address } from '../../common/values/address.ts';
import { createRevocations } from '../game/sign-in/revocations.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { StoreUnavailable } from '../store/store.ts';
import { createSessions } from './session.ts';

const WALLET = address('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
const secret = new TextEncoder().encode('a secret that is long enough to sign by');
const otherSecret = new TextEncoder().encode('another secret, just as long as that one');
const store = openMemoryStore();
const sessions = createSessions({ secret, secure: false, revocations: createRevocations(store) });

async function cookieOf(wallet = WALLET): Promise<string> {
  const [pair = ''] = (await sessions.begin(wallet)).split(';');
  return pair;
}

function token(claims: Record<string, unknown>, key: Uint8Array, expires: string): Promise<string> {
  return new SignJWT({ iss: 'denaria', sub: WALLET, jti: 'its id', epoch: 0, ...claims })
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

  test('is sent only over https if players use it', async () => {
    const secure = createSessions({
      secret,
      secure: true,
      revocations: createRevocations(store),
    });
    expect(await secure.begin(WALLET)).toMatch(/^__Host-denaria-session=.*; Secure$/);
    expect(await secure.provenWallet(await cookieOf())).toBeNull();
  });

  test('[PRO30] ends at its time, even if its token was verified before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const cookie = `denaria-session=${await token({}, secret, '60s')}`;
    expect(await sessions.provenWallet(cookie)).toBe(WALLET);
    vi.advanceTimersByTime(59_000);
    expect(await sessions.provenWallet(cookie)).toBe(WALLET);
    vi.advanceTimersByTime(1000);
    expect(await sessions.provenWallet(cookie)).toBeNull();
  });

  test('is invalid with another secret, another issuer, after its time, or without a signature', async () => {
    const none = `${btoa('{"alg":"none"}')}.${btoa(`{"iss":"denaria","sub":"${WALLET}"}`)}.`;
    for (const forged of [
      await token({}, otherSecret, '1h'),
      await token({ iss: 'elsewhere' }, secret, '1h'),
      await token({}, secret, '-1s'),
      await token({ sub: 'somebody' }, secret, '1h'),
      await token({ jti: undefined }, secret, '1h'),
      await token({ epoch: undefined }, secret, '1h'),
      none.replaceAll('=', ''),
    ]) {
      expect(await sessions.provenWallet(`denaria-session=${forged}`)).toBeNull();
    }
    const good = await token({}, secret, '1h');
    expect(await sessions.provenWallet(`denaria-session=${good}`)).toBe(WALLET);
  });
});

describe('a session that was revoked', () => {
  const from = (setCookie: string) => setCookie.split(';', 1)[0];
  const begin = async (wallet = WALLET) => from(await sessions.begin(wallet));

  test('is invalid, even if the cookie was copied; others of the wallet stay valid', async () => {
    const [mine, other] = [await begin(), await begin()];
    expect(await sessions.provenWallet(mine)).toBe(WALLET);
    expect(await sessions.revoke(mine, 'this')).toBe(WALLET);
    expect(await sessions.provenWallet(mine)).toBeNull();
    expect(await sessions.revoke(mine, 'this')).toBeNull();
    expect(await sessions.provenWallet(other)).toBe(WALLET);
  });

  test('stays valid if the store could not be asked: nobody is told otherwise', async () => {
    const cookie = await begin();
    const broken = openMemoryStore();
    await broken.close();
    const cut = createSessions({
      secret,
      secure: false,
      revocations: createRevocations(broken),
    });
    await expect(cut.provenWallet(cookie)).rejects.toThrow(StoreUnavailable);
    await expect(cut.revoke(cookie, 'this')).rejects.toThrow(StoreUnavailable);
    expect(await sessions.provenWallet(cookie)).toBe(WALLET);
  });
});
