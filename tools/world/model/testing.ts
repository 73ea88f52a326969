/** A small game for the model's tests: what two wallets did, and what a correct server shows. */
import type { OnChain, Shown, Truth } from './compare.ts';
import type { Deed, Outcome, Stake, Command } from './deed.ts';
import { FACTS, NATION_IDS, type NationId } from './facts.ts';
import { WEI } from './money.ts';
import { TieMemory } from './ranking.ts';
import type { Row, WireEvent, WorkAnswer } from './wire.ts';

export const [ANN, BEN] = [`0x${'A'.repeat(40)}`, `0x${'B'.repeat(40)}`];
const T0 = Date.parse('2026-01-01T00:00:00.000Z');
const HOUR = 3_600_000;

let events = 0;

function event(
  kind: WireEvent['kind'],
  at: number,
  [gdpBefore, gdpAfter]: readonly [number, number],
  rest: Partial<WireEvent> = {},
): WireEvent {
  events += 1;
  return {
    id: String(events).padStart(16, '0'),
    at,
    kind,
    walletAddress: ANN,
    name: null,
    nationId: 'italy',
    gdpBefore,
    gdpAfter,
    denaBalance: '1000',
    detail: {},
    ...rest,
  };
}

function stakeOf(id: string, stakedAt: number, rest: Partial<Stake> = {}): Stake {
  return {
    id,
    kind: 'dena',
    amountWei: 0n,
    quantity: 0,
    stakedAt,
    unstakeableAt: stakedAt + FACTS.lockMs,
    km2: 0,
    hundredths: 0,
    culturalGdp: 0,
    ...rest,
  };
}

function deedOf(
  command: Command,
  [sentAt, answeredAt]: readonly [number, number],
  rest: Partial<Deed> = {},
): Deed {
  const outcome: Outcome = { is: 'done', stake: null };
  return {
    key: `key-${sentAt}`,
    wallet: ANN,
    command,
    sentAt,
    answeredAt,
    outcome,
    isUnsure: false,
    tries: 1,
    rev: null,
    ...rest,
  };
}

function onChain(dena: bigint, national = 0n, cultural = 0n): OnChain {
  return {
    movedAt: Number.POSITIVE_INFINITY,
    now: { dena: dena * WEI, national, cultural },
    ever: {
      dena: new Set([0n, dena * WEI]),
      national: new Set([0n, national]),
      cultural: new Set([0n, cultural]),
    },
  };
}

/** A work whose first stage has something and is not complete. */
function workOf(nationId: NationId, have: WorkAnswer['stages'][number]['have']): WorkAnswer {
  const nothing = { wood: 0, oil: 0, food: 0, technology: 0 };
  return {
    nationId,
    stage: 0,
    stages: [
      { need: { wood: 2000, oil: 400, food: 1000, technology: 200 }, have, completedAt: null },
      { need: { wood: 6000, oil: 1200, food: 3000, technology: 600 }, have: nothing, completedAt: null }, // prettier-ignore
      { need: { wood: 18_000, oil: 3600, food: 9000, technology: 1800 }, have: nothing, completedAt: null }, // prettier-ignore
      { need: { wood: 54_000, oil: 10_800, food: 27_000, technology: 5400 }, have: nothing, completedAt: null }, // prettier-ignore
      { need: { wood: 162_000, oil: 32_400, food: 81_000, technology: 16_200 }, have: nothing, completedAt: null }, // prettier-ignore
    ],
  };
}

/** Ann stakes 25 DENA and an NFT of each kind, buys wood and gives some of it; Ben only joins. */
export function playedGame(): { readonly shown: Shown; readonly truth: Truth } {
  const [t1, t2, t3, t4] = [T0 + HOUR, T0 + 2 * HOUR, T0 + 3 * HOUR, T0 + 4 * HOUR];
  const dena = stakeOf('s-dena', t1, { amountWei: 25n * WEI });
  const land = stakeOf('s-land', t2, { kind: 'national', quantity: 2, km2: 250, hundredths: 25 });
  const art = stakeOf('s-art', t3, { kind: 'cultural', quantity: 1, culturalGdp: 1200 });
  const list: WireEvent[] = [
    event('nation-chosen', T0, [0, 18_000]),
    event('nation-chosen', T0 + 5, [0, 18_000], { walletAddress: BEN }),
    event('dena-staked', t1, [18_000, 18_002], { detail: { stakeIds: [dena.id], amount: '25' } }),
    event('national-staked', t2, [18_002, 27_002], {
      detail: { stakeIds: [land.id], quantity: 2 },
    }),
    event('museum-staked', t3, [27_002, 28_202], { detail: { stakeIds: [art.id], quantity: 1 } }),
    event('traded', t4, [28_202, 28_202], {
      detail: { resourceType: 'wood', quantity: 20, amount: '200' },
    }),
    event('resources-settled', t4, [28_202, 28_202]),
    event('contributed', t4, [28_202, 28_202], { detail: { resourceType: 'wood', quantity: 8 } }),
  ];
  const done = (stake: Stake): Outcome => ({ is: 'done', stake });
  const deeds = [
    deedOf({ is: 'choose', nationId: 'italy' }, [0, 1]),
    deedOf({ is: 'choose', nationId: 'italy' }, [2, 3], { wallet: BEN }),
    deedOf({ is: 'stake-dena', amount: '25' }, [4, 5], { outcome: done(dena) }),
    deedOf({ is: 'stake-nft', kind: 'national', nationId: 'italy', quantity: 2 }, [6, 7], {
      outcome: done(land),
    }),
    deedOf({ is: 'stake-nft', kind: 'cultural', nationId: 'italy', quantity: 1 }, [8, 9], {
      outcome: done(art),
    }),
    deedOf({ is: 'trade', resourceType: 'wood', quantity: 20 }, [10, 11]),
    deedOf({ is: 'contribute', resourceType: 'wood', quantity: 8 }, [12, 13]),
  ];
  // Two hours at 7.5 wood, then two at 7.5 × 1.5 × 1.5 = 16.875, plus 20 bought, less 8 given; the others likewise.
  const resources = { wood: 60, oil: 13, food: 26, technology: 6 };
  const nothing = { wood: 0, oil: 0, food: 0, technology: 0 };
  const given = { ...nothing, wood: 8 };
  const president = { presidentWallet: ANN, presidentStakedCount: 1 };
  const row = (rank: number, walletAddress: string, rest: Partial<Row>): Row => ({
    rank,
    nationId: 'italy',
    nationName: 'Italy',
    walletAddress,
    name: null,
    gdp: 18_000,
    gdpOrder: 1,
    culturalOrder: 1,
    gdpSince: T0 + 5,
    denaHoldings: '1000',
    resources: nothing,
    ...president,
    ...rest,
  });
  const player = (walletAddress: string, rank: number) => ({
    walletAddress,
    nationId: 'italy' as const,
    rank,
    denaBalance: '1000',
  });
  const lists = { isActive: true, walletAddress: ANN };
  const shown: Shown = {
    events: list,
    rows: [
      row(1, ANN, { gdp: 28_202, gdpSince: t3, denaHoldings: '800', resources }),
      row(2, BEN, {}),
    ],
    wallets: new Map([
      [
        ANN,
        {
          player: {
            playerNation: {
              ...player(ANN, 1),
              gdp: 28_202,
              joinedAt: T0,
              denaAvailable: '775',
              contributed: given,
            },
            resources: {
              ...resources,
              perHour: { wood: 16.875, oil: 4.5, food: 9, technology: 2.25 },
              settledAt: t4,
            },
          },
          dena: [
            { ...lists, id: dena.id, stakedAmount: '25', gdpBonus: 2, stakedAt: t1, unstakeableAt: dena.unstakeableAt }, // prettier-ignore
          ],
          nfts: [
            { ...lists, id: art.id, tokenId: '2', quantity: 1, nftType: 'museum', stakedAt: t3, unstakeableAt: art.unstakeableAt, territoryValue: 0, productionBonus: 0, culturalGdpBonus: 1200 }, // prettier-ignore
            { ...lists, id: land.id, tokenId: '2', quantity: 2, nftType: 'national', stakedAt: t2, unstakeableAt: land.unstakeableAt, territoryValue: 250, productionBonus: 0.25, culturalGdpBonus: 0 }, // prettier-ignore
          ],
        },
      ],
      [
        BEN,
        {
          player: {
            playerNation: {
              ...player(BEN, 2),
              gdp: 18_000,
              joinedAt: T0 + 5,
              denaAvailable: '1000',
              contributed: nothing,
            },
            resources: {
              ...nothing,
              perHour: { wood: 7.5, oil: 2, food: 4, technology: 1 },
              settledAt: T0 + 5,
            },
          },
          dena: [],
          nfts: [],
        },
      ],
    ]),
    works: NATION_IDS.map((nationId) => workOf(nationId, nationId === 'italy' ? given : nothing)),
  };
  const truth: Truth = {
    facts: FACTS,
    deeds,
    chain: new Map([
      [ANN, onChain(1000n, 2n, 1n)],
      [BEN, onChain(1000n)],
    ]),
    ties: new TieMemory(),
    traits: new Map([['italy', { km2: 250, hundredths: 25 }]]),
  };
  return { shown, truth };
}
