import { SignJWT } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { walletOf } from '../../common/testing/fixtures.ts';
import { address } from '../../common/values/address.ts';
import { createSessionStore, idOf } from '../game/sign-in/session-store.ts';
import { beginSession, readSession } from '../store/kept/sessions.ts';
import { sessionOf } from '../store/testing/fixtures.ts';
import { openMemoryStore } from '../store/testing/memory-store.ts';
import { StoreUnavailable } from '../store/store.ts';
import { createSessions } from './session.ts';

const WALLET = address('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
const secret = new TextEncoder().encode('a secret that is long enough to sign by');
const otherSecret = new TextEncoder().encode('another secret, just as long as that one');
const store = openMemoryStore();
const BEGUN = {
  wallet: WALLET,
  kind: 'account',
  network: '203.0.113.0/24',
  device: 'Safari on iPhone',
} as const;

function sessionsOf({
  secrets = [secret],
  secure = false,
}: Partial<Pick<Parameters<typeof createSessions>[0], 'secrets' | 'secure'>> = {}) {
  return createSessions({ secrets, secure, store: createSessionStore(store, Date.now) });
}

const sessions = sessionsOf();

async function cookieOf(begun: Promise<string>): Promise<string> {
  const [pair = ''] = (await begun).split(';');
  return pair;
}

/** A token of a session that the store has. */
async function token(
  claims: Record<string, unknown>,
  key: Uint8Array,
  expires: string,
): Promise<string> {
  const jti = `key ${Math.random()}`;
  await beginSession(store, sessionOf(WALLET, { id: idOf(jti) }), 50);
  return new SignJWT({ iss: 'denaria', sub: WALLET, jti, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(key);
}

describe('a session', () => {
  test('is found again among other cookies', async () => {
    const header = `theme=dark; ${await cookieOf(sessions.begin(BEGUN))}; other=1`;
    expect(await sessions.provenWallet(header)).toBe(WALLET);
  });

  test('keeps its cookie from scripts and from other sites’ requests', async () => {
    expect(await sessions.begin(BEGUN)).toMatch(
      /^denaria-session=[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(sessions.end()).toMatch(/^denaria-session=; Max-Age=0;/);
  });

  test('is sent only over https if players use it', async () => {
    const secure = sessionsOf({ secure: true });
    expect(await secure.begin(BEGUN)).toMatch(/^__Host-denaria-session=.*; Secure$/);
    expect(await secure.provenWallet(await cookieOf(sessions.begin(BEGUN)))).toBeNull();
  });

  test('[PRO30] ends at its time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const cookie = `denaria-session=${await token({}, secret, '60s')}`;
    expect(await sessions.provenWallet(cookie)).toBe(WALLET);
    vi.advanceTimersByTime(59_000);
    expect(await sessions.provenWallet(cookie)).toBe(WALLET);
    vi.advanceTimersByTime(1000);
    expect(await sessions.provenWallet(cookie)).toBeNull();
  });

  test('is invalid with another secret, another issuer, after its time, without a signature, or of no session', async () => {
    const none = `${btoa('{"alg":"none"}')}.${btoa(`{"iss":"denaria","sub":"${WALLET}"}`)}.`;
    for (const forged of [
      await token({}, otherSecret, '1h'),
      await token({ iss: 'elsewhere' }, secret, '1h'),
      await token({}, secret, '-1s'),
      await token({ sub: 'somebody' }, secret, '1h'),
      await token({ sub: walletOf(2) }, secret, '1h'),
      await token({ jti: undefined }, secret, '1h'),
      // As they were before sessions were stored.
      await token({ jti: 'its id', epoch: 0 }, secret, '1h'),
      none.replaceAll('=', ''),
    ]) {
      expect(await sessions.provenWallet(`denaria-session=${forged}`)).toBeNull();
    }
    const good = await token({}, secret, '1h');
    expect(await sessions.provenWallet(`denaria-session=${good}`)).toBe(WALLET);
  });

  test('is not opened by what the store keeps of it, nor by what its owner is shown', async () => {
    const cookie = await cookieOf(sessions.begin(BEGUN));
    const id = (await sessions.current(cookie))?.id ?? '';
    expect(await readSession(store, WALLET, id)).not.toBeNull();
    expect(cookie).not.toContain(id);
    for (const guess of [id, await token({ jti: id }, secret, '1h')]) {
      expect(await sessions.provenWallet(`denaria-session=${guess}`)).toBeNull();
    }
  });

  test('ends when its browser signs in again; others of the wallet go on', async () => {
    const [mine, other] = [
      await cookieOf(sessions.begin(BEGUN)),
      await cookieOf(sessions.begin(BEGUN)),
    ];
    const next = await cookieOf(sessions.begin({ ...BEGUN, wallet: walletOf(2) }, mine));
    expect(await sessions.provenWallet(mine)).toBeNull();
    expect(await sessions.provenWallet(other)).toBe(WALLET);
    expect(await sessions.provenWallet(next)).toBe(walletOf(2));
  });

  test('[PRO30] outlives the rotation of its secret, which signs nobody out until the old one is gone', async () => {
    // As processes are replaced one by one: each step is everywhere before the next begins.
    const steps = [[secret], [secret, otherSecret], [otherSecret, secret], [otherSecret]] as const;
    const processes = steps.map((secrets) => sessionsOf({ secrets }));
    const wallets = async (begunAt: number) => {
      const cookie = await cookieOf(processes[begunAt]?.begin(BEGUN) ?? Promise.resolve(''));
      return Promise.all(processes.map((one) => one.provenWallet(cookie)));
    };
    expect(await wallets(0)).toEqual([WALLET, WALLET, WALLET, null]);
    expect(await wallets(1)).toEqual([WALLET, WALLET, WALLET, null]);
    expect(await wallets(2)).toEqual([null, WALLET, WALLET, WALLET]);
  });

  test('stays valid if the store could not be asked: nobody is signed out', async () => {
    const cookie = await cookieOf(sessions.begin(BEGUN));
    const broken = openMemoryStore();
    await broken.close();
    const onBroken = createSessionStore(broken, Date.now);
    const cut = createSessions({ secrets: [secret], secure: false, store: onBroken });
    await expect(cut.provenWallet(cookie)).rejects.toThrow(StoreUnavailable);
    expect(await sessions.provenWallet(cookie)).toBe(WALLET);
  });
});
