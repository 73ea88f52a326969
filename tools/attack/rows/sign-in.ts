/**
 * Attacks on sign-in and sessions: what the server parses, verifies and asks the chain on behalf of
 * strangers.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  nonceCall,
  sessionCall,
  signInCall,
  signOutCall,
} from '../../../common/protocol/session.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import { signInText, signInTextWith } from '../../../server/test/support/sign-in.ts';
import type { WalletBehaviour } from '../../rig/chain-orders.ts';
import { nobody, stranger, type Attack, type Scene } from '../attack.ts';
import { flood, jsonBody, type FloodRequest } from '../flood.ts';

/** Looks like an account's signature, but is nobody's. */
const SIGNATURE = `0x${'5'.repeat(128)}1b`;
/** How many chain calls one nonce may cause. */
const QUESTIONS_PER_NONCE = 3;
/** More than any wallet's check needs. */
const MOST_GAS = 30_000_000;
/** By then, a revocation is effective on every process. */
const REVOKED_MS = 1000;
const ADDRESSES = 64;

function signInRequest(
  scene: Scene,
  n: number,
  message: string,
  signature = SIGNATURE,
): FloodRequest {
  return {
    path: signInCall.path,
    ...jsonBody({ message, signature }, scene.caller(n % ADDRESSES)),
  };
}

/** Sign-ins for contract wallets with this behaviour, with nonces that were never issued. */
function withoutNonces(behaviour: WalletBehaviour): Attack {
  return {
    name: `contract-${behaviour}-no-nonce`,
    does: `sign-ins for contract wallets (${behaviour}), with nonces that were never issued`,
    expects: 'the chain is never called',
    async run(scene) {
      const wallet = nobody(1);
      await scene.chain.deployWallet(wallet, behaviour);
      const before = await scene.chain.asked();
      const tally = await flood(scene, {
        connections: 16,
        next: (n) =>
          signInRequest(
            scene,
            n,
            signInTextWith(scene.url, wallet, randomBytes(16).toString('hex')),
          ),
      });
      const { signatures } = await scene.chain.asked();
      const asked = signatures - before.signatures;
      return tally.report([401], asked > 0 ? [`the chain was called ${asked} times`] : []);
    },
  };
}

/** The same with issued nonces, each retried many times. */
function withNonces(behaviour: WalletBehaviour): Attack {
  return {
    name: `contract-${behaviour}`,
    does: `sign-ins for contract wallets (${behaviour}), each issued nonce used 12 times`,
    expects: 'a nonce buys at most three chain calls, each with bounded gas',
    async run(scene) {
      const wallet = nobody(2);
      await scene.chain.deployWallet(wallet, behaviour);
      const before = await scene.chain.asked();
      const tries = 12;
      let nonces = 0;
      const messages: string[] = [];
      const tally = await flood(scene, {
        connections: 16,
        async next(n) {
          if (messages.length === 0) {
            const message = await signInText(scene.url, wallet, scene.caller(n % ADDRESSES));
            messages.push(...Array.from({ length: tries }, () => message));
            nonces += 1;
          }
          return signInRequest(scene, n, messages.pop() ?? '');
        },
      });
      const { signatures, mostGas } = await scene.chain.asked();
      const asked = signatures - before.signatures;
      const complaints = [];
      if (asked > QUESTIONS_PER_NONCE * nonces) {
        complaints.push(`${nonces} nonces bought ${asked} chain calls`);
      }
      if (mostGas === null || mostGas > MOST_GAS) complaints.push('a call was not limited in gas');
      const { note, ...report } = tally.report([401], complaints);
      return { ...report, note: `${note}; ${nonces} nonces, ${asked} chain calls` };
    },
  };
}

function textOfOddResources(url: string): string {
  const message = signInTextWith(url, nobody(3), 'abcdef0123456789');
  // As many as fit: a message may have 4,096 characters.
  const resources = Array.from({ length: 170 }, (_, n) => `- x://[${(n % 16).toString(16)}::`);
  return `${message}\nResources:\n${resources.join('\n')}`.slice(0, 4096);
}

export const SIGN_IN_ATTACKS: readonly Attack[] = [
  withoutNonces('huge'),
  withoutNonces('hang'),
  withNonces('huge'),
  withNonces('hang'),
  withNonces('revert'),
  withNonces('burn'),
  {
    name: 'odd-resources',
    does: 'EIP-4361 messages of 4 kB with 170 Resources of odd IPv6',
    expects: 'each is refused as malformed, in linear time',
    async run(scene) {
      const message = textOfOddResources(scene.url);
      const tally = await flood(scene, {
        connections: 16,
        next: (n) => signInRequest(scene, n, message),
      });
      return tally.report([400]);
    },
  },
  {
    name: 'wrong-signatures',
    does: 'valid messages with other accounts’ signatures, from many addresses: the signer of each is recovered',
    expects: 'each is refused',
    async run(scene) {
      // Signing costs the attacker as much as recovering costs the server, so one signature of another
      // account is used for all messages.
      const signature = await stranger().signer.signMessage('anything');
      const tally = await flood(scene, {
        connections: 16,
        next(n) {
          const message = signInTextWith(scene.url, nobody(n), randomBytes(16).toString('hex'));
          return signInRequest(scene, n, message, signature);
        },
      });
      return tally.report([401]);
    },
  },
  {
    name: 'nonces',
    does: '64 addresses request nonces',
    expects: 'those beyond an address’s limit are refused',
    async run(scene) {
      const tally = await flood(scene, {
        connections: 32,
        next: (n) => ({ path: nonceCall.path, headers: scene.caller(n % ADDRESSES) }),
      });
      return tally.report([200]);
    },
  },
  {
    name: 'forged-cookies',
    does: 'requests with cookies that are forged, have no algorithm, or are 7 kB long',
    expects: 'they sign nobody in',
    async run(scene) {
      const wallet = nobody(4);
      const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
      const claims = part({ iss: 'denaria', sub: wallet, exp: 2 ** 32 });
      const tokens = [
        `${part({ alg: 'none' })}.${claims}.`,
        `${part({ alg: 'HS256' })}.${claims}.${'a'.repeat(43)}`,
        `${part({ alg: 'HS256', crit: ['x'], x: 1 })}.${claims}.${'a'.repeat(43)}`,
        `${part({ alg: 'RS256' })}.${claims}.${'a'.repeat(342)}`,
        'a'.repeat(7000),
        '.'.repeat(7000),
        `${part({ alg: 'HS256' })}.${part({ sub: 'x'.repeat(4500) })}.${'a'.repeat(43)}`,
      ];
      const tally = await flood(scene, {
        connections: 16,
        next: (n) => ({
          path: sessionCall.path,
          headers: {
            Cookie: `denaria-session=${tokens[n % tokens.length] ?? ''}${n % 2 ? '' : '; a=b'}`,
            ...scene.caller(n % ADDRESSES),
          },
        }),
      });
      return tally.report([401]);
    },
  },
  {
    name: 'copied-cookie',
    does: 'a cookie is copied, its owner signs out, the copy is used; then the same with all the wallet’s sessions',
    expects: 'a second later no copy works',
    async run(scene) {
      const complaints: string[] = [];
      let rounds = 0;
      do {
        rounds += 1;
        const culprit = await scene.culprit();
        const other = await scene.signedIn(culprit);
        for (const [all, cookie, copy] of [
          ['', culprit.cookie, culprit.cookie],
          ['?all=1', other.cookie, other.cookie],
        ] as const) {
          await ask(scene.url, `${signOutCall.path}${all}`, {
            method: 'DELETE',
            headers: { Cookie: cookie, ...scene.caller() },
          });
          await sleep(REVOKED_MS);
          const headers = { Cookie: copy, ...scene.caller() };
          const { status } = await ask(scene.url, sessionCall.path, { headers });
          if (status !== 401)
            complaints.push(`after DELETE ${all} the copy was answered ${status}`);
        }
      } while (scene.goesOn);
      return { complaints: [...new Set(complaints)], note: `${rounds} wallets` };
    },
  },
];
