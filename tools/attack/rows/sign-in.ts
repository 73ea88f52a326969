/** Attacks on signing in and on sessions: what is parsed, verified and asked of the chain for strangers. */
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
import type { WalletBehaviour } from '../../rig/chain-node.ts';
import { nobody, stranger, type Attack, type Scene } from '../attack.ts';
import { flood, jsonBody, type FloodRequest } from '../flood.ts';

/** What an account's signature looks like; nobody's. */
const SIGNATURE = `0x${'5'.repeat(128)}1b`;
/** How many questions one nonce may buy. */
const QUESTIONS_PER_NONCE = 3;
/** More than any wallet's check needs. */
const MOST_GAS = 30_000_000;
/** A revocation is effective on every process by then. */
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

/** Sign-ins for contract wallets that behave so, with nonces that were never issued. */
function withoutNonces(behaviour: WalletBehaviour): Attack {
  return {
    name: `contract-${behaviour}-no-nonce`,
    does: `sign-ins for contract wallets (${behaviour}), by nonces that were never issued`,
    expects: 'the chain is not asked at all',
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
      return tally.report([401], asked > 0 ? [`the chain was asked ${asked} times`] : []);
    },
  };
}

/** The same with nonces that were issued, each of them tried again and again. */
function withNonces(behaviour: WalletBehaviour): Attack {
  return {
    name: `contract-${behaviour}`,
    does: `sign-ins for contract wallets (${behaviour}), each issued nonce tried 12 times`,
    expects: 'a nonce buys three questions at most, each of bounded gas',
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
        complaints.push(`${nonces} nonces bought ${asked} questions of the chain`);
      }
      if (mostGas === null || mostGas > MOST_GAS)
        complaints.push('a question was not held to its gas');
      const { note, ...report } = tally.report([401], complaints);
      return { ...report, note: `${note}; ${nonces} nonces, ${asked} questions` };
    },
  };
}

function textOfOddResources(url: string): string {
  const message = signInTextWith(url, nobody(3), 'abcdef0123456789');
  // As many as there is room for: the bound of a message is 4,096 characters.
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
    does: 'right messages with other accounts’ signatures, from many addresses: each is recovered',
    expects: 'each is refused',
    async run(scene) {
      // Signing costs the attacker what recovering costs the server, so one signature serves for all:
      // of each message it is another account's.
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
    does: 'nonces are asked for from 64 addresses',
    expects: 'those past an address’s limit are refused',
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
    does: 'requests with cookies that are forged, of no algorithm, or 7 kB long',
    expects: 'nobody is signed in by them',
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
    does: 'a cookie is copied, its owner signs out, the copy acts; then of all the wallet’s sessions',
    expects: 'a second later no copy acts any more',
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
