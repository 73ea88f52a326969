/** A player of Italy as the server returns it, for tests. */
import type { NationView } from '../../../common/protocol/nations.ts';
import {
  playerNationSchema,
  type PlayerNationView,
} from '../../../common/protocol/player-nation.ts';
import type { Address } from '../../../common/values/address.ts';
import { NATIONS } from '../../../common/values/nations.ts';

/** As the server shows it. */
export const ITALY: NationView = {
  ...NATIONS.italy,
  startingGdp: 18_000,
  bonus: '+25% wood production',
};

/** Identified by its amount of wood. */
export function testPlayer(walletAddress: Address, wood: number): PlayerNationView {
  return playerNationSchema.parse({
    playerNation: {
      walletAddress,
      nationId: 'italy',
      gdp: 18_000,
      rank: 1,
      joinedAt: '2026-01-01T00:00:00.000Z',
      denaBalance: '1000',
      denaAvailable: '500',
      holdings: { block: 0, verifiedAt: null },
      totals: {
        denaStaked: '0',
        denaSpent: '0',
        territoryValue: 0,
        productionBonus: 0,
        culturalCount: 0,
      },
      contributed: { wood: 0, oil: 0, food: 0, technology: 0 },
      change24h: {
        gdp: null,
        denaBalance: null,
        population: null,
        rank: null,
        rankDayAgo: null,
      },
    },
    nation: ITALY,
    resources: {
      wood,
      oil: 0,
      food: 0,
      technology: 0,
      perHour: { wood: 7.5, oil: 2, food: 4, technology: 1 },
      settledAt: '2026-01-01T00:00:00.000Z',
    },
  });
}
