/** Attacks through what the game stores: stakes, receipts, players without holdings. */
import { randomUUID } from 'node:crypto';
import { denaStakesCall, stakeDenaCall } from '../../../common/protocol/dena-stakes.ts';
import { pathOf, type Call } from '../../../common/protocol/call.ts';
import { verifyNftCall } from '../../../common/protocol/nfts.ts';
import { chooseNationCall, playerNationCall } from '../../../common/protocol/player-nation.ts';
import { tradeCall } from '../../../common/protocol/trade.ts';
import { refreshCall, updateResourcesCall } from '../../../common/protocol/upkeep.ts';
import { dena } from '../../../common/testing/fixtures.ts';
import { NATION_IDS } from '../../../common/values/nations.ts';
import { TEST_CONTRACTS } from '../../../server/chain/testing/chain-sim.ts';
import { ask } from '../../../server/test/support/http-client.ts';
import type { Signer } from '../../../server/test/support/sign-in.ts';
import { nobody, type Attack, type Culprit, type Scene } from '../attack.ts';
import { flood, jsonBody, type FloodRequest } from '../flood.ts';
import {
  CROWDED_OWNER,
  CROWDED_STAKES,
  ENDED_OWNER,
  LEGACY_OWNER,
  SEEDED_OWNERS,
} from '../seeds.ts';

const ONE_WEI = '0.000000000000000001';
/** Active stakes of one kind allowed per wallet. */
const MOST_ACTIVE = 500;
/** Entries in a list of stakes requested without a page. */
const MOST_LISTED = 1000;
const JOINS = 290;
/** New players without holdings allowed per address and hour. */
const JOINS_PER_ADDRESS = 120;
const ADDRESSES = 64;

function commanded(
  scene: Scene,
  { wallet, cookie }: Culprit,
  path: string,
  body: object,
  key: string = randomUUID(),
): FloodRequest {
  const headers = { Cookie: cookie, 'Idempotency-Key': key, ...scene.caller() };
  return { path, ...jsonBody({ walletAddress: wallet, ...body }, headers) };
}

/** Joins a nation. @returns the status of the answer. */
async function join(scene: Scene, culprit: Culprit, n = 0): Promise<number> {
  const { status } = await ask(scene.url, chooseNationCall.path, {
    json: { walletAddress: culprit.wallet, nationId: NATION_IDS[n % NATION_IDS.length] },
    headers: { Cookie: culprit.cookie, ...scene.caller() },
  });
  return status;
}

/** Reads and refreshes a wallet, as any stranger can. */
function byStrangers(name: string, does: string, { wallet }: Signer): Attack {
  const reads = [pathOf(denaStakesCall, { walletAddress: wallet }), pathOf(playerNationCall, { walletAddress: wallet })]; // prettier-ignore
  return {
    name,
    does,
    expects: `a read lists at most ${MOST_LISTED} stakes; refreshes beyond their limit are refused`,
    async run(scene) {
      const tally = await flood(scene, {
        connections: 16,
        next: (n) => {
          const headers = scene.caller(n % ADDRESSES);
          if (n % 3 === 2) {
            return { path: refreshCall.path, ...jsonBody({ walletAddress: wallet }, headers) };
          }
          return { path: reads[n % 3] ?? '', headers };
        },
      });
      const answer = await ask(scene.url, reads[0] ?? '', { headers: scene.caller() });
      const listed = answer.json(denaStakesCall.answers[200]).length;
      return tally.report(
        [200],
        listed > MOST_LISTED ? [`a read lists ${listed} stakes, ${tally.longest} bytes`] : [],
      );
    },
  };
}

/** The owner's own commands. */
/** @param statuses the answer to the first stake, then the answers beyond the limit of active stakes. */
function byOwner(
  name: string,
  does: string,
  owner: Signer,
  statuses: readonly [first: number, ...later: number[]],
): Attack {
  return {
    name,
    does,
    expects: `a stake is answered ${statuses.join(', beyond the limit ')}; other clients are not delayed`,
    async run(scene) {
      const culprit = await scene.signedIn(owner);
      const tally = await flood(scene, {
        connections: 4,
        next: () => commanded(scene, culprit, stakeDenaCall.path, { amount: ONE_WEI }),
      });
      const [first] = statuses;
      return tally.report(statuses, tally.of(first) > 0 ? [] : [`no stake was answered ${first}`]);
    },
  };
}

/** 64 addresses POST, without a session, what anyone may for any wallet. */
function withoutSession(
  name: string,
  does: string,
  call: Call,
  bodyOf: (n: number) => object,
): Attack {
  return {
    name,
    does,
    expects: 'answered, or refused beyond the limits of a wallet and an address',
    async run(scene) {
      const tally = await flood(scene, {
        connections: 64,
        next: (n) => ({ path: call.path, ...jsonBody(bodyOf(n), scene.caller(n % ADDRESSES)) }),
      });
      return tally.report([200]);
    },
  };
}

export const RECORD_ATTACKS: readonly Attack[] = [
  withoutSession(
    'settlements',
    'strangers settle the resources of a few wallets',
    updateResourcesCall,
    (n) => ({ walletAddress: SEEDED_OWNERS[n % SEEDED_OWNERS.length]?.wallet }),
  ),
  withoutSession(
    'nft-verifications',
    'strangers ask whether wallets without holdings own NFTs',
    verifyNftCall,
    (n) => ({
      walletAddress: nobody(n),
      tokenId: String(1 + (n % 4)),
      contractAddress: n % 2 ? TEST_CONTRACTS.nationalNft : TEST_CONTRACTS.culturalNft,
    }),
  ),
  {
    name: 'one-wei-stakes',
    does: `a wallet with ${CROWDED_STAKES} active stakes adds more, of one wei each`,
    expects: `at most ${MOST_ACTIVE} are active at once; then 409`,
    async run(scene) {
      const culprit = await scene.signedIn(CROWDED_OWNER);
      const tally = await flood(scene, {
        connections: 8,
        next: () => commanded(scene, culprit, stakeDenaCall.path, { amount: ONE_WEI }),
      });
      const tooMany = tally.of(201) > MOST_ACTIVE - CROWDED_STAKES;
      return tally.report([201, 409], tooMany ? [`${tally.of(201)} stakes were taken`] : []);
    },
  },
  byStrangers(
    'legacy-stakes-read',
    'strangers read and refresh a wallet with 36,000 active stakes',
    LEGACY_OWNER,
  ),
  byOwner('legacy-stakes-acted', 'its owner keeps staking', LEGACY_OWNER, [409]),
  byStrangers(
    'ended-stakes-read',
    'strangers read and refresh a wallet with 100,000 ended stakes',
    ENDED_OWNER,
  ),
  byOwner('ended-stakes-acted', 'its owner keeps staking', ENDED_OWNER, [201, 409]),
  {
    name: 'receipts',
    does: 'commands of 8 wallets, most under a new idempotency key, some under used ones',
    expects: 'those beyond a wallet’s limit are refused; each key acts once',
    async run(scene) {
      const culprits = await Promise.all(
        Array.from({ length: 8 }, (_, n) => scene.culprit(dena(100_000), n)),
      );
      for (const culprit of culprits) await join(scene, culprit);
      const tally = await flood(scene, {
        connections: 16,
        next(n) {
          const culprit = culprits[n % culprits.length];
          if (!culprit) throw new Error('there are no culprits');
          const key = n % 4 === 0 ? 'the-same' : undefined;
          return n % 2
            ? commanded(scene, culprit, updateResourcesCall.path, {})
            : commanded(
                scene,
                culprit,
                tradeCall.path,
                { resourceType: 'wood', quantity: 10 },
                key,
              );
        },
      });
      return tally.report([200]);
    },
  },
  {
    name: 'empty-joins',
    does: `${JOINS} wallets without holdings join nations from one address`,
    expects: `${JOINS_PER_ADDRESS} an hour join, the others are refused`,
    async run(scene) {
      const statuses: number[] = [];
      const lane = async () => {
        while (statuses.length < JOINS) {
          const n = statuses.push(0) - 1;
          statuses[n] = await join(scene, await scene.culprit(0n, n % 8), n);
        }
      };
      await Promise.all(Array.from({ length: 8 }, lane));
      const joined = statuses.filter((status) => status === 201).length;
      // 503: no more is read of the chain for those that may not join.
      const refused = statuses.filter((status) => status === 429 || status === 503).length;
      const odd = statuses.filter((status) => ![201, 429, 503].includes(status));
      return {
        complaints: [
          ...(joined > JOINS_PER_ADDRESS ? [`${joined} of ${JOINS} joined`] : []),
          ...(odd.length > 0 ? [`answers of ${[...new Set(odd)].join(', ')}`] : []),
        ],
        note: `${joined} joined, ${refused} refused`,
      };
    },
  },
];
