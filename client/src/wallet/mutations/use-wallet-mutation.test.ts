/** The sign-in signature, against a real HTTP server and a wallet that really signs. */
import type { QueryClient } from '@tanstack/react-query';
import {
  Wallet as Signer,
  getBytes,
  hexlify,
  toUtf8Bytes,
  toUtf8String,
  verifyMessage,
} from 'ethers';
import { SiweMessage } from 'siwe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { signInCall } from '../../../../common/protocol/session.ts';
import { address, type Address } from '../../../../common/values/address.ts';
import { configQuery } from '../../api/config.ts';
import { denaStakesQuery } from '../../api/stakes.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { sessionQuery } from '../../api/session.ts';
import {
  startTestServer,
  type Reply,
  type Seen,
  type TestServer,
} from '../../../../tools/test/api-server.ts';
import { testConfig } from '../../testing/config.ts';
import { rpcError, TestWallet } from '../../testing/wallet.ts';
import { connectedParts, hookResult } from '../../testing/with-wallet.tsx';
import {
  AnswerLost,
  SignatureRejected,
  WalletChanged,
  WalletError,
  WalletNotConnected,
} from '../wallet-errors.ts';
import type { WalletParts } from '../wallet-parts.ts';
import { repeatCommands, signInAndTryAgain } from './repeat-commands.ts';
import { stakeDena } from './commands.ts';
import { useWalletMutation } from './use-wallet-mutation.ts';

const aliceSigner = new Signer(`0x${'1'.repeat(64)}`);
const bobSigner = new Signer(`0x${'2'.repeat(64)}`);
const ALICE = address(aliceSigner.address);
const BOB = address(bobSigner.address);
const NOW = '2026-01-01T00:00:00.000Z';
const NOT_SIGNED_IN = { status: 401, headers: { 'X-Refusal-Code': 'not-signed-in' } };

/** The server's sessions only; a single record of who is signed in replaces the cookie. */
class GameServer {
  signedIn: Address | null = null;
  /** Refuses this many actions with 401 first, as if their session had just expired. */
  expiries = 0;
  /** The staked amounts, as received. */
  readonly staked: string[] = [];
  /** The browser refuses the session's cookie. */
  losesCookies = false;
  onStaked = () => {};
  #nonces = 0;

  readonly answer = (seen: Seen): Reply => {
    switch (`${seen.method} ${seen.path}`) {
      case 'GET /api/config':
        return { status: 200, body: testConfig({ walletProof: 'required' }) };
      case 'GET /api/session':
        return this.signedIn
          ? { status: 200, body: { walletAddress: this.signedIn } }
          : { ...NOT_SIGNED_IN, body: 'Sign in first.' };
      case 'GET /api/session/nonce':
        this.#nonces += 1;
        return {
          status: 200,
          body: { nonce: `nonce${this.#nonces}000` },
        };
      case 'POST /api/session': {
        const { message, signature } = signInCall.body.parse(seen.body);
        if (signature === '0x') return { status: 401, body: 'Sign it again.' };
        const walletAddress = address(verifyMessage(message, signature));
        this.signedIn = this.losesCookies ? null : walletAddress;
        return { status: 200, body: { walletAddress } };
      }
      case 'DELETE /api/session':
        this.signedIn = null;
        return { status: 204, body: null };
      case 'POST /api/dena/stake':
        return this.#stake(seen);
      default:
        return { status: 404, body: 'no such call' };
    }
  };

  #stake({ body }: Seen): Reply {
    const { walletAddress, amount } = z
      .strictObject({ walletAddress: z.string(), amount: z.string() })
      .parse(body);
    if (this.expiries > 0) {
      this.expiries -= 1;
      this.signedIn = null;
    }
    if (!this.signedIn) return { ...NOT_SIGNED_IN, body: 'Sign in first.' };
    if (this.signedIn !== walletAddress) {
      return {
        status: 403,
        headers: { 'X-Refusal-Code': 'wrong-wallet' },
        body: 'Another wallet.',
      };
    }
    this.staked.push(amount);
    this.onStaked();
    return {
      status: 201,
      body: {
        id: `s${this.staked.length}`,
        walletAddress,
        stakedAmount: amount,
        gdpBonus: 1,
        isActive: 1,
        stakedAt: NOW,
        unstakeableAt: NOW,
      },
    };
  }
}

let game: GameServer;
let server: TestServer;
let queryClient: QueryClient;
let wallet: TestWallet;
let parts: WalletParts;
let sign: (message: string, account: Address) => unknown;

const stakesKey = denaStakesQuery(ALICE).queryKey;
/** The player changes to this account in the wallet; null: to none. */
const change = (account: Address | null) =>
  wallet.emit('accountsChanged', account === null ? [] : [account]);

beforeEach(async () => {
  game = new GameServer();
  server = await startTestServer(game.answer);
  queryClient = createQueryClient();
  queryClient.setQueryData(stakesKey, []);
  sign = (message, account) => (account === ALICE ? aliceSigner : bobSigner).signMessage(message);
  wallet = new TestWallet({
    eth_accounts: () => [],
    eth_requestAccounts: () => [ALICE],
    eth_chainId: () => '0x1',
    personal_sign: ([hex, account]) =>
      sign(toUtf8String(getBytes(z.string().parse(hex))), z.custom<Address>().parse(account)),
  });
  parts = await connectedParts(queryClient, wallet);
});

afterEach(async () => {
  queryClient.clear();
  await server.close();
});

function stake(amount = '10') {
  return hookResult(queryClient, parts, () => useWalletMutation(stakeDena)).mutateAsync({ amount });
}

/** The stakes that the page shows of Alice. */
const shown = () => queryClient.getQueryData(stakesKey)?.map(({ id }) => id);
const calls = () => server.seen.map(({ method, path }) => `${method} ${path}`);
const keys = () =>
  server.seen
    .filter(({ path }) => path === '/api/dena/stake')
    .map(({ headers }) => headers['idempotency-key']);

test('a sign-out ends the session; the next action waits for its answer, then signs in', async () => {
  await stake();
  const before = calls().length;
  parts.sessions.end();
  await stake();
  expect(calls().slice(before)).toEqual([
    'DELETE /api/session',
    'GET /api/session',
    'GET /api/session/nonce',
    'POST /api/session',
    'POST /api/dena/stake',
  ]);
});

test('the first action asks for one signature, later ones for none', async () => {
  await stake();
  expect(calls()).toEqual([
    'GET /api/config',
    'GET /api/session',
    'GET /api/session/nonce',
    'POST /api/session',
    'POST /api/dena/stake',
  ]);
  await stake();
  expect(calls().slice(5)).toEqual(['POST /api/dena/stake']);
  expect(wallet.count('personal_sign')).toBe(1);
  expect(shown()).toEqual(['s2', 's1']);
  const [first, second] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).not.toBe(first);
});

test('[PRO34] a command says by which rules it was shown, as they were when it was pressed', async () => {
  const rules = () => server.seen.at(-1)?.headers['denaria-rules'];
  const { queryKey } = configQuery();
  const shownRules = 'a'.repeat(16);
  queryClient.setQueryData(queryKey, {
    ...testConfig({ walletProof: 'required' }),
    rulesHash: shownRules,
  });
  const reallySign = sign;
  sign = (message, account) => {
    queryClient.setQueryData(queryKey, {
      ...testConfig({ walletProof: 'required' }),
      rulesHash: 'b'.repeat(16),
    });
    return reallySign(message, account);
  };
  await stake();
  expect(rules()).toBe(shownRules);
  await stake();
  expect(rules()).toBe('b'.repeat(16));
});

test('the signed text is EIP-4361 for this page, in hexadecimal, followed by the account', async () => {
  let signed = '';
  const reallySign = sign;
  sign = (message, account) => {
    signed = message;
    return reallySign(message, account);
  };
  await stake();
  expect(wallet.asked.at(-1)?.params).toEqual([hexlify(toUtf8Bytes(signed)), ALICE]);
  const message = new SiweMessage(signed);
  expect(message).toMatchObject({
    domain: location.host,
    uri: location.origin,
    address: ALICE,
    chainId: 1,
    nonce: 'nonce1000',
    version: '1',
  });
});

test('two actions that start together share one signature, and its rejection as well', async () => {
  const reallySign = sign;
  sign = () => Promise.reject(rpcError(4001));
  const rejected = { status: 'rejected', reason: expect.any(SignatureRejected) };
  expect(await Promise.allSettled([stake(), stake()])).toEqual([rejected, rejected]);
  expect(wallet.count('personal_sign')).toBe(1);
  expect(calls()).not.toContain('POST /api/dena/stake');
  sign = reallySign;
  await Promise.all([stake(), stake()]);
  expect(wallet.count('personal_sign')).toBe(2);
  expect(new Set(keys()).size).toBe(2);
});

test.each([
  ['a wallet that is already asking', () => Promise.reject(rpcError(-32002)), /already asking/],
  ['a wallet that fails', () => Promise.reject(rpcError(-32603)), /could not sign/],
  [
    'a wallet that no longer shares the account',
    () => Promise.reject(rpcError(4100)),
    /connect it again/,
  ],
  ['an answer that is no signature', () => 'signed!', /without a signature/],
])('%s is a WalletError with a sentence', async (_, answer, sentence) => {
  sign = answer;
  const error = await stake().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(WalletError);
  expect(error).toMatchObject({ message: expect.stringMatching(sentence) });
  expect(calls()).not.toContain('POST /api/session');
});

test('an empty signature, which a contract wallet may accept on chain, is posted, and a refusal keeps its words', async () => {
  sign = () => '0x';
  await expect(stake()).rejects.toMatchObject({ status: 401, body: 'Sign it again.' });
});

test('an expired session is signed for once more, and the action keeps its key', async () => {
  await stake();
  game.expiries = 1;
  await stake();
  expect(wallet.count('personal_sign')).toBe(2);
  const [, second, third] = keys();
  expect(third).toBe(second);
});

test('a session that is lost as soon as it begins is not signed for again: its cookie is refused', async () => {
  game.losesCookies = true;
  await expect(stake()).rejects.toThrow(/keeps no cookies/);
  expect(wallet.count('personal_sign')).toBe(1);
});

test('a second refusal is final: nobody is asked to sign forever', async () => {
  await stake();
  game.expiries = 9;
  await expect(stake()).rejects.toMatchObject({ status: 401 });
  expect(wallet.count('personal_sign')).toBe(2);
  expect(keys()).toHaveLength(3);
});

test('a command counts as sent once it is signed for', async () => {
  const reallySign = sign;
  vi.useFakeTimers({ toFake: ['Date'] });
  sign = (message, account) => {
    vi.setSystemTime(Date.now() + 60_000);
    return reallySign(message, account);
  };
  let sentAt: number | undefined;
  game.onStaked = () => {
    sentAt = parts.sent.of(ALICE, '/api/dena/stake')?.sentAt;
  };
  await stake();
  // A Date is exact to the second.
  expect(Date.now() - Number(sentAt)).toBeLessThan(2000);
  vi.useRealTimers();
});

test('a signature that the player gives up, or that outlives a disconnect, is asked for again', async () => {
  const reallySign = sign;
  sign = () => new Promise(() => undefined);
  const untilAsked = (times: number) =>
    expect.poll(() => wallet.count('personal_sign')).toBe(times);
  const first = expect(stake()).rejects.toThrow(/You cancelled/);
  await untilAsked(1);
  parts.store.cancelRequest();
  await first;
  const second = expect(stake()).rejects.toBeInstanceOf(WalletNotConnected);
  await untilAsked(2);
  parts.disconnect();
  await second;
  sign = reallySign;
  await parts.connect('uuid-io.metamask');
  await stake();
  expect(wallet.count('personal_sign')).toBe(3);
});

test("another tab's session of a different wallet is replaced by a signature", async () => {
  await stake();
  game.signedIn = BOB;
  await stake();
  expect(wallet.count('personal_sign')).toBe(2);
  expect(queryClient.getQueryData(sessionQuery().queryKey)).toEqual({ walletAddress: ALICE });
});

test('an account that changes before the signature is posted sends nothing', async () => {
  const reallySign = sign;
  sign = (message, account) => {
    change(BOB);
    return reallySign(message, account);
  };
  const error = await stake().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(WalletChanged);
  expect(error).toMatchObject({ done: false });
  expect(calls()).not.toContain('POST /api/session');
  expect(calls()).not.toContain('POST /api/dena/stake');
});

test("an account that changes during the request never receives the earlier one's answer", async () => {
  game.signedIn = ALICE;
  game.onStaked = () => {
    change(BOB);
  };
  const error = await stake().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(WalletChanged);
  expect(error).toMatchObject({ done: true });
  expect(shown()).toEqual(['s1']);
  // And its existing session needed no signature.
  expect(wallet.count('personal_sign')).toBe(0);
});

test('an unreachable server is not a missing session', async () => {
  await stake();
  server.server.closeAllConnections();
  await new Promise((resolve) => {
    server.server.close(resolve);
  });
  await expect(stake()).rejects.toBeInstanceOf(AnswerLost);
  expect(wallet.count('personal_sign')).toBe(1);
});

/** A stake whose answer is lost, and whose session has ended when it is sent again. */
async function loseAnswerAndSession(): Promise<void> {
  game.onStaked = () => server.server.closeAllConnections();
  await expect(stake()).rejects.toBeInstanceOf(AnswerLost);
  game.onStaked = () => {};
  game.signedIn = null;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const stop = repeatCommands({ queryClient, parts }, ALICE);
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(unanswered).toMatchObject({ state: 'signed-out' });
  stop();
  vi.useRealTimers();
}

const unanswered = () => parts.sent.of(ALICE, '/api/dena/stake');

async function signInAgain(): Promise<void> {
  const command = unanswered();
  if (command) await signInAndTryAgain({ queryClient, parts }, command);
}

test('a session that ends before a lost answer comes asks for no signature until the player signs in', async () => {
  await stake();
  const session = queryClient.getQueryData(sessionQuery().queryKey);
  await loseAnswerAndSession();
  expect(wallet.count('personal_sign')).toBe(1);
  // A second tab, which doesn't know yet that the session has ended.
  queryClient.setQueryData(sessionQuery().queryKey, session);
  await signInAgain();
  expect(wallet.count('personal_sign')).toBe(2);
  expect(unanswered()).toBeNull();
  expect(keys().slice(1)).toHaveLength(3);
  expect(new Set(keys().slice(1)).size).toBe(1);
});

test('a lost answer can’t be learnt without cookies: the player reads that they are refused', async () => {
  await loseAnswerAndSession();
  game.losesCookies = true;
  await expect(signInAgain()).rejects.toThrow(/keeps no cookies/);
  expect(unanswered()).toMatchObject({ state: 'signed-out' });
  game.losesCookies = false;
  await signInAgain();
  expect(unanswered()).toBeNull();
});
