/** Attacks through what the game stores: stakes and receipts. */
import { randomUUID } from 'node:crypto';
import { pathOf, type Call } from '../../../common/protocol/call.ts';
import { denaStakesCall, stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { verifyNftCall } from '../../../common/protocol/nfts.ts';
import { chooseNationCall, playerNationCall } from '../../../common/protocol/player-nation.ts';
import { tradeCall } from '../../../common/protocol/trade.ts';
import { refreshCall, updateResourcesCall } from '../../../common/protocol/upkeep.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { TEST_CONTRACTS } from '../../../server/chain/testing/chain-sim.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import type { Signer } from '../../../server/test/support/sign-in.ts';
import { nobody, type Attack, type Attacks, type Culprit, type Scene } from '../attack.ts';
import { jsonBody, type HttpRequest } from '../connections.ts';
import { CROWDED_OWNER, CROWDED_STAKES, ENDED_OWNER, SEEDED_OWNERS, TRADERS } from '../seeds.ts';

/** Active stakes of one kind allowed per wallet. */
const MOST_ACTIVE = 500;
/** Entries in a list of stakes requested without a page. */
const MOST_LISTED = 1000;
const ONE_WEI = { amount: '0.000000000000000001' };

function post(
  scene: Scene,
  { path }: Call,
  { wallet, cookie }: Culprit,
  body: object = {},
  key: string = randomUUID(),
): HttpRequest {
  const headers = { Cookie: cookie, 'Idempotency-Key': key, ...scene.caller() };
  return { path, ...jsonBody({ walletAddress: wallet, ...body }, headers) };
}

function joining(scene: Scene, culprit: Culprit, n: number): HttpRequest {
  return post(scene, chooseNationCall, culprit, { nationId: NATION_IDS[n % NATION_IDS.length] });
}

/** Reads and refreshes a wallet, as any stranger can. */
function byStrangers(stakes: string, { wallet: walletAddress }: Signer): Attack {
  const list = pathOf(denaStakesCall, { walletAddress });
  const nation = pathOf(playerNationCall, { walletAddress });
  return {
    does: `strangers read and refresh a wallet with ${stakes} stakes`,
    lanes: 16,
    allowed: [200],
    begin(scene) {
      scene.closing = async () => {
        const answer = await ask(scene.url, list, { headers: scene.caller() });
        const listed = answer.json(denaStakesCall.answers[200]).length;
        return listed > MOST_LISTED ? [`a read lists ${listed} stakes`] : [];
      };
      return (n) => {
        const headers = scene.stranger(n);
        return n % 3 === 2
          ? { path: refreshCall.path, ...jsonBody({ walletAddress }, headers) }
          : { path: n % 3 ? nation : list, headers };
      };
    },
  };
}

/** @param room how many active stakes the wallet may still add. */
function byOwner(owner: Signer, room: number, does = 'its owner keeps staking'): Attack {
  return {
    does,
    lanes: 4,
    allowed: [201, 409],
    async begin(scene) {
      scene.closing = () => [
        ...(scene.count(201) > 0 ? [] : ['no stake was taken']),
        ...(scene.count(201) > room ? ['too many stakes were taken'] : []),
      ];
      const culprit = await scene.signedIn(owner);
      return () => post(scene, stakeDenaCall, culprit, ONE_WEI);
    },
  };
}

/** Many addresses POST, without a session, what anyone may for any wallet. */
function withoutSession(does: string, { path }: Call, bodyOf: (n: number) => object): Attack {
  return {
    does: `strangers ${does}`,
    lanes: 64,
    allowed: [200],
    begin: (scene) => (n) => ({ path, ...jsonBody(bodyOf(n), scene.stranger(n)) }),
  };
}

export const RECORD_ATTACKS: Attacks = {
  settlements: withoutSession(
    'settle the resources of a few wallets',
    updateResourcesCall,
    (n) => ({ walletAddress: SEEDED_OWNERS[n % SEEDED_OWNERS.length]?.wallet }),
  ),
  'nft-verifications': withoutSession(
    'ask whether wallets without holdings own NFTs',
    verifyNftCall,
    (n) => ({
      walletAddress: nobody(n),
      tokenId: String(1 + (n % 4)),
      contractAddress: n % 2 ? TEST_CONTRACTS.nationalNft : TEST_CONTRACTS.culturalNft,
    }),
  ),
  'one-wei-stakes': byOwner(
    CROWDED_OWNER,
    MOST_ACTIVE - CROWDED_STAKES,
    `a wallet with ${CROWDED_STAKES} active stakes adds more, of one wei each`,
  ),
  'ended-stakes-read': byStrangers('100,000 ended', ENDED_OWNER),
  'ended-stakes-acted': byOwner(ENDED_OWNER, MOST_ACTIVE),
  receipts: {
    does: 'commands of 8 wallets, most under a new idempotency key, some under used ones',
    lanes: 16,
    allowed: [200],
    async begin(scene) {
      const culprits = await Promise.all(TRADERS.map((signer, n) => scene.signedIn(signer, n)));
      for (const [n, culprit] of culprits.entries()) {
        const { path, ...asking } = joining(scene, culprit, n);
        await ask(scene.url, path, asking);
      }
      return (n) => {
        const culprit = culprits[n % culprits.length];
        if (!culprit) throw new Error('there are no culprits');
        if (n % 2) return post(scene, updateResourcesCall, culprit);
        const key = n % 4 === 0 ? 'the-same' : undefined;
        return post(scene, tradeCall, culprit, { resourceType: 'wood', quantity: 10 }, key);
      };
    },
  },
};
