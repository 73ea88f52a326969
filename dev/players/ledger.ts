/** Records what the game acknowledged to a load tool, and checks that it is still there afterwards. */
import { z } from 'zod';
import { denaStakesCall } from '../../common/protocol/dena-stakes.ts';
import { territoryCall } from '../../common/protocol/nfts.ts';
import { playerNationCall } from '../../common/protocol/player-nation.ts';
import { tradeAnswerSchema } from '../../common/protocol/trade.ts';
import { contributeAnswerSchema } from '../../common/protocol/contribute.ts';
import type { Address } from '../../common/values/address.ts';
import { eachResource, type ResourceUnits } from '../../common/values/resources.ts';
import { callApi, type Answered } from './api-player.ts';

const stakeSchema = z.object({ id: z.string() });

interface Account {
  readonly stakeIds: string[];
  readonly bought: ResourceUnits;
  readonly contributed: ResourceUnits;
}

export class Ledger {
  readonly #accounts = new Map<Address, Account>();

  /** Records an acknowledged answer if it is a stake, a trade or a contribution. */
  note(wallet: Address, answer: unknown): void {
    const account = this.#accounts.get(wallet) ?? {
      stakeIds: [],
      bought: eachResource(() => 0),
      contributed: eachResource(() => 0),
    };
    this.#accounts.set(wallet, account);
    const trade = tradeAnswerSchema.safeParse(answer).data?.trade;
    if (trade) account.bought[trade.resourceType] += trade.quantity;
    const gift = contributeAnswerSchema.safeParse(answer).data?.contribution;
    if (gift) account.contributed[gift.resourceType] += gift.quantity;
    const stake = stakeSchema.safeParse(answer).data;
    if (stake) account.stakeIds.push(stake.id);
  }

  /** Everything acknowledged that the game at `origin` no longer has, in words. */
  async lost(origin: string): Promise<string[]> {
    const lost: string[] = [];
    for (const [walletAddress, { stakeIds, bought, contributed }] of this.#accounts) {
      const params = { walletAddress };
      const ids = new Set<string>([
        ...(await idsIn((query) => callApi(origin, denaStakesCall, { params, query }))),
        ...(await idsIn((query) => callApi(origin, territoryCall, { params, query }))),
      ]);
      const { resources, playerNation } = known(
        await callApi(origin, playerNationCall, { params }),
      );
      lost.push(
        ...stakeIds.filter((id) => !ids.has(id)).map((id) => `${walletAddress}: stake ${id}`),
      );
      for (const type of ['wood', 'oil', 'food', 'technology'] as const) {
        const given = playerNation.contributed?.[type] ?? 0;
        if (given < contributed[type]) lost.push(`${walletAddress}: ${type} contributed`);
        // What accrued comes on top of what was bought, and only contributions take any.
        if (resources[type] + given < bought[type]) lost.push(`${walletAddress}: ${type} bought`);
      }
    }
    return lost;
  }
}

/** The ids of a list of stakes, read page by page. */
async function idsIn(
  page: (query: Record<string, string>) => Promise<Answered<{ readonly id: string }[]>>,
): Promise<string[]> {
  const ids: string[] = [];
  for (let rows = known(await page({})); rows.length > 0;) {
    ids.push(...rows.map(({ id }) => id));
    rows = known(await page({ before: ids.at(-1) ?? '' }));
  }
  return ids;
}

function known<Answer>(answered: Answered<Answer>): Answer {
  if (answered.kind === 'acknowledged') return answered.answer;
  throw new Error(`the game does not answer: ${answered.words}`);
}
