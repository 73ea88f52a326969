/** Reads a wallet's list of stakes until it has all active ones, because pages add them up. */
import type { z } from 'zod';
import type { Call } from '../../../common/protocol/call.ts';
import { STAKES_LISTED } from '../../../common/protocol/stake-lists.ts';
import { getByKey } from './get-by-key.ts';
import type { Listed } from './held-stakes.ts';
import { placeOf, setPlace } from './place.ts';

interface StakeListCall<Stake extends Listed> extends Call {
  readonly answers: { readonly 200: z.ZodType<Stake[]> };
}

/**
 * A query function for such a list. One answer holds every active stake, except for wallets that made more
 * before there was a limit [STK1]: theirs are read page by page.
 */
export function getStakes<Stake extends Listed>(call: StakeListCall<Stake>) {
  const get = getByKey(call);
  return async (context: Parameters<typeof get>[0]): Promise<Stake[]> => {
    let page: Stake[] = await get(context);
    // Later pages are as new or newer, so the whole list gets the first page's epoch and rev.
    const place = placeOf(page);
    const stakes = new Map(page.map((stake) => [stake.id, stake]));
    for (;;) {
      const last = page.at(-1);
      if (page.length < STAKES_LISTED || last?.isActive !== 1) {
        return setPlace([...stakes.values()], place);
      }
      const search = `?active=1&before=${last.id}`;
      // A server that predates paging answers the whole list again.
      page = (await get(context, search)).filter(({ id }) => !stakes.has(id));
      for (const stake of page) stakes.set(stake.id, stake);
    }
  };
}
