/** Attacks on sign-in and sessions: what the server parses, verifies and asks the chain on behalf of strangers. */
import { randomBytes } from 'node:crypto';
import { nonceCall, sessionCall, signInCall } from '../../../common/protocol/session.ts';
import { signInText, signInTextWith } from '../../../server/test/support/sign-in.ts';
import { nobody, signerOf, type Attack, type Attacks, type Scene } from '../attack.ts';
import { jsonBody, type HttpRequest } from '../connections.ts';
import { contractWallet, countedSoFar, type Behaviour } from '../contract-wallets.ts';

/** Looks like an account's signature, but is nobody's. */
const SIGNATURE = `0x${'5'.repeat(128)}1b`;
/** How many chain calls one nonce may cause, and so the one message that has it. */
const CALLS_PER_NONCE = 3;
const TRIES_PER_NONCE = 12;

/** With a nonce that was never issued. */
const madeUp = ({ url }: Scene, wallet = nobody(0)): string =>
  signInTextWith(url, wallet, randomBytes(16).toString('hex'));

/** From the nth of many addresses. */
function attempt(scene: Scene, n: number, message: string, signature = SIGNATURE): HttpRequest {
  return { path: signInCall.path, ...jsonBody({ message, signature }, scene.stranger(n)) };
}

/** Contract wallets, which the chain is asked about: with issued nonces, each used often, or with others. */
function contractWallets(behaviour: Behaviour, isIssued: boolean): Attack {
  const wallet = contractWallet(behaviour);
  return {
    does: isIssued
      ? `contract wallets (${behaviour}): ${TRIES_PER_NONCE} sign-ins with a nonce buy three chain calls`
      : `contract wallets (${behaviour}): nonces that were never issued ask the chain nothing`,
    lanes: 16,
    allowed: [401],
    async begin(scene) {
      const before = await countedSoFar(scene.rpcUrl);
      let issued = Promise.resolve('');
      scene.closing = async () => {
        const { asked, most, unlimited } = await countedSoFar(scene.rpcUrl);
        const calls = asked - before.asked;
        return [
          ...(most > CALLS_PER_NONCE ? [`a nonce bought ${most} calls`] : []),
          ...(calls > 0 && !isIssued ? [`${calls} calls without a nonce`] : []),
          ...(unlimited > 0 ? ['a call was not limited in gas'] : []),
        ];
      };
      return async (n) => {
        if (!isIssued) return attempt(scene, n, madeUp(scene, wallet));
        if (n % TRIES_PER_NONCE === 0) issued = signInText(scene.url, wallet, scene.stranger(n));
        return attempt(scene, n, await issued);
      };
    },
  };
}

function forgedTokens(): string[] {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const claims = part({ iss: 'denaria', sub: nobody(0), exp: 2 ** 32 });
  return [
    `${part({ alg: 'none' })}.${claims}.`,
    `${part({ alg: 'HS256' })}.${claims}.${'a'.repeat(43)}`,
    `${part({ alg: 'HS256', crit: ['x'], x: 1 })}.${claims}.${'a'.repeat(43)}`,
    `${part({ alg: 'RS256' })}.${claims}.${'a'.repeat(342)}`,
    'a'.repeat(7000),
    '.'.repeat(7000),
    `${part({ alg: 'HS256' })}.${part({ sub: 'x'.repeat(4500) })}.${'a'.repeat(43)}`,
  ];
}

export const SIGN_IN_ATTACKS: Attacks = {
  'contract-huge-no-nonce': contractWallets('huge', false),
  'contract-hang-no-nonce': contractWallets('hang', false),
  'contract-huge': contractWallets('huge', true),
  'contract-hang': contractWallets('hang', true),
  'contract-revert': contractWallets('revert', true),
  'contract-burn': contractWallets('burn', true),
  'odd-resources': {
    does: 'EIP-4361 messages of 4 kB with 170 Resources of odd IPv6, refused in linear time',
    lanes: 16,
    allowed: [400],
    begin(scene) {
      // As many as fit: a message may have 4,096 characters.
      const resources = Array.from({ length: 170 }, (_, n) => `- x://[${(n % 16).toString(16)}::`);
      const odd = `${madeUp(scene)}\nResources:\n${resources.join('\n')}`.slice(0, 4096);
      return (n) => attempt(scene, n, odd);
    },
  },
  'wrong-signatures': {
    does: 'valid messages with other accounts’ signatures: the signer of each is recovered',
    lanes: 16,
    allowed: [401],
    async begin(scene) {
      // Signing costs as much as recovering, so all messages have one signature of another account.
      const signature = await signerOf().signer.signMessage('anything');
      return (n) => attempt(scene, n, madeUp(scene, nobody(n)), signature);
    },
  },
  nonces: {
    does: '64 addresses request nonces',
    lanes: 32,
    allowed: [200],
    begin: (scene) => (n) => ({ path: nonceCall.path, headers: scene.stranger(n) }),
  },
  'forged-cookies': {
    does: 'requests with cookies that are forged, have no algorithm, or are 7 kB long',
    lanes: 16,
    allowed: [401],
    begin(scene) {
      const tokens = forgedTokens();
      return (n) => ({
        path: sessionCall.path,
        headers: {
          Cookie: `denaria-session=${tokens[n % tokens.length] ?? ''}${n % 2 ? '' : '; a=b'}`,
          ...scene.stranger(n),
        },
      });
    },
  },
};
