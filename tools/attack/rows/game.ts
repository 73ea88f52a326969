/** Attacks through what the game does: signs in, asks the chain, stores stakes and receipts. */
import { randomBytes, randomUUID } from 'node:crypto';
import { pathOf, type Call } from '../../../common/protocol/call.ts';
import { denaStakesCall, stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { verifyNftCall } from '../../../common/protocol/nfts.ts';
import { chooseNationCall, playerNationCall } from '../../../common/protocol/player-nation.ts';
import { nonceCall, signInCall } from '../../../common/protocol/session.ts';
import { tradeCall } from '../../../common/protocol/trade.ts';
import { refreshCall, updateResourcesCall } from '../../../common/protocol/upkeep.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { TEST_CONTRACTS } from '../../../server/chain/testing/chain-sim.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import { SIGNATURE } from '../../../server/test/support/mutated.ts';
import { signInText, signInTextWith, type Signer } from '../../../server/test/support/sign-in.ts';
import {
  nobody,
  requests,
  signerOf,
  type Attack,
  type Culprit,
  type HttpRequest,
  type Outcome,
  type Scene,
} from '../attack.ts';
import { CONTRACT_WALLETS, CROWDED_OWNER, ENDED_OWNER, TRADERS } from '../seeds.ts';

const TRIES_PER_NONCE = 12;
const ONE_WEI = { amount: '0.000000000000000001' };

/** Strangers, one after the other. */
const strangers = (does: string, ...allowed: Outcome[]) => ({ does, callers: 64, allowed });

/** With a nonce that was never issued. */
const madeUp = ({ url }: Scene, wallet = nobody(0)): string =>
  signInTextWith(url, wallet, randomBytes(16).toString('hex'));

/** A JSON Web Token of the right form, signed by nobody: with a made-up signature, or with none. */
function forgedToken(wallet: string, isSigned: boolean): string {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const header = { alg: isSigned ? 'HS256' : 'none' };
  const claims = { iss: 'denaria', sub: wallet, exp, jti: randomUUID() };
  const [head, body] = [header, claims].map((one) =>
    Buffer.from(JSON.stringify(one)).toString('base64url'),
  );
  return `${head}.${body}.${isSigned ? randomBytes(32).toString('base64url') : ''}`;
}

const signIn = (message: string, signature = SIGNATURE): HttpRequest => ({
  path: signInCall.path,
  json: { message, signature },
});

const command = (
  { path }: Call,
  { wallet, cookie }: Pick<Culprit, 'wallet' | 'cookie'>,
  body: object = {},
  key: string = randomUUID(),
) => ({
  path,
  json: { walletAddress: wallet, ...body },
  headers: { Cookie: cookie, 'Idempotency-Key': key },
});

/** Its owner keeps staking, one wei at a time. */
function staking(stakes: string, owner: Signer): Attack {
  return {
    does: `the owner of ${stakes} stakes adds more, of one wei each`,
    lanes: 4,
    allowed: [201, 409],
    async begin(scene) {
      const culprit = await scene.signedIn(owner);
      return () => command(stakeDenaCall, culprit, ONE_WEI);
    },
  };
}

export const GAME_ATTACKS: Readonly<Record<string, Attack>> = {
  'contract-wallets': {
    ...strangers('sign-ins of contract wallets that answer megabytes, hang, or fail', 401),
    lanes: 16,
    begin(scene) {
      let issued = Promise.resolve('');
      return async (n) => {
        if (n % TRIES_PER_NONCE === 0) {
          const wallet = CONTRACT_WALLETS[(n / TRIES_PER_NONCE) % CONTRACT_WALLETS.length];
          issued = signInText(scene.url, wallet ?? nobody(0), scene.caller(n % 64));
        }
        return signIn(await issued);
      };
    },
  },
  'odd-resources': requests(
    strangers('EIP-4361 messages of 4 kB with 170 Resources of odd IPv6', 400),
    (_n, scene) => {
      // As many as fit: a message may have 4,096 characters.
      const lines = Array.from({ length: 170 }, (_, n) => `- x://[${(n % 16).toString(16)}::`);
      return signIn(`${madeUp(scene)}\nResources:\n${lines.join('\n')}`.slice(0, 4096));
    },
  ),
  'wrong-signatures': {
    ...strangers('valid messages with other accounts’ signatures, whose signer is recovered', 401),
    lanes: 16,
    async begin(scene) {
      // Signing costs as much as recovering, so all messages have one signature.
      const signature = await signerOf().signer.signMessage('anything');
      return (n) => signIn(madeUp(scene, nobody(n)), signature);
    },
  },
  'forged-sessions': requests(
    strangers('commands without a session, or with one that nobody was given', 401),
    (n) => {
      const wallet = nobody(n);
      const cookie = n % 3 ? `denaria-session=${forgedToken(wallet, n % 3 === 1)}` : '';
      return command(stakeDenaCall, { wallet, cookie }, ONE_WEI);
    },
  ),
  nonces: requests(strangers('64 addresses request nonces', 200), () => ({ path: nonceCall.path })),
  'nft-verifications': requests(
    strangers('strangers ask whether wallets without holdings own NFTs', 200),
    (n) => ({
      path: verifyNftCall.path,
      json: {
        walletAddress: nobody(n),
        tokenId: String(1 + (n % 4)),
        contractAddress: n % 2 ? TEST_CONTRACTS.nationalNft : TEST_CONTRACTS.culturalNft,
      },
    }),
  ),
  'ended-stakes-read': requests(
    strangers('strangers read, refresh and settle a wallet with 100,000 ended stakes', 200),
    (n) => {
      const { wallet: walletAddress } = ENDED_OWNER;
      const call = [playerNationCall, denaStakesCall, refreshCall, updateResourcesCall][n % 4];
      if (!call || n % 4 > 1) return { path: call?.path ?? '/', json: { walletAddress } };
      return { path: pathOf(call, { walletAddress }) };
    },
  ),
  'ended-stakes-acted': staking('100,000 ended', ENDED_OWNER),
  'one-wei-stakes': staking('495 of 500 active', CROWDED_OWNER),
  receipts: {
    does: 'commands of 8 wallets, most under a new idempotency key, some under used ones',
    lanes: 16,
    allowed: [200],
    async begin(scene) {
      const culprits = await Promise.all(TRADERS.map((signer, n) => scene.signedIn(signer, n)));
      for (const [n, culprit] of culprits.entries()) {
        const nationId = NATION_IDS[n % NATION_IDS.length];
        const { path, ...asking } = command(chooseNationCall, culprit, { nationId });
        await ask(scene.url, path, asking);
      }
      return (n) => {
        const culprit = culprits[n % culprits.length];
        if (!culprit) throw new Error('there are no culprits');
        if (n % 2) return command(updateResourcesCall, culprit);
        const key = n % 4 === 0 ? 'the-same' : undefined;
        return command(tradeCall, culprit, { resourceType: 'wood', quantity: 10 }, key);
      };
    },
  },
};
