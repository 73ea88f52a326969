/** A page of one of a wallet's lists of stakes, as requested by both of its calls. */
import type { StakeListQuery } from '../../../common/protocol/stake-lists.ts';
import type { StakePage } from '../../game/reads/queries.ts';
import { Problem } from '../problem.ts';

export function stakePage({ active, before, limit }: StakeListQuery): StakePage {
  return { activeOnly: active !== undefined, before: before ?? null, limit };
}

/** @throws Problem if the page was to continue after a stake that is not in the list. */
export function listed<Stake>(stakes: Stake[] | null): Stake[] {
  if (stakes) return stakes;
  throw new Problem(
    'bad-request',
    'This list has no stake by the id in before: send the id of one that it listed.',
  );
}
