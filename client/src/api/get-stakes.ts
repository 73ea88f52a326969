/** Reading a wallet's list of stakes as far as its active ones go: what pages add up must be all of them. */
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
 * A query function for such a list. One answer holds every active stake, but for wallets that staked more
 * often before there was a limit [STK1]: theirs is read on.
 */
export function getStakes<Stake extends Listed>(call: StakeListCall<Stake>) {
  const get = getByKey(call);
  return async (context: Parameters<typeof get>[0]): Promise<Stake[]> => {
    let page: Stake[] = await get(context);
    // Later pages are as new or newer: all of them is of the first one's place.
    const place = placeOf(page);
    const stakes = new Map(page.map((stake) => [stake.id, stake]));
    for (;;) {
      const last = page.at(-1);
      if (page.length < STAKES_LISTED || last?.isActive !== 1) {
        return setPlace([...stakes.values()], place);
      }
      const search = `?active=1&before=${last.id}`;
      // A server from before there were pages answers the whole list again.
      page = (await get(context, search)).filter(({ id }) => !stakes.has(id));
      for (const stake of page) stakes.set(stake.id, stake);
    }
  };
}
