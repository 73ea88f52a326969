/** POST /api/dena/stake and unstake, GET /api/dena/stakes/{walletAddress} */
import {
  denaStakesCall,
  stakeDenaCall,
  unstakeDenaCall,
} from '../../../common/protocol/dena-stakes.ts';
import { stakeDenaCommand } from '../../game/commands/stake-dena.ts';
import { unstakeDenaCommand } from '../../game/commands/unstake.ts';
import type { Game } from '../../game/engine/game.ts';
import type { Place } from '../../game/reads/placed.ts';
import type { Queries, StakePage } from '../../game/reads/queries.ts';
import { denaStakeView } from '../../game/reads/views.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { placeHeaders, stakeAnswer } from '../answer-headers.ts';
import { route, type Route } from '../route.ts';
import type { StakeListQuery } from '../../../common/protocol/stake-lists.ts';
import { Problem } from '../problem.ts';

export function denaRoutes(parts: {
  readonly game: Game;
  readonly queries: Queries;
  readonly board: Place;
}): Route[] {
  const { game, queries, board } = parts;

  return [
    route(stakeDenaCall, async ({ body, intent }) => {
      const { walletAddress: wallet, amount: amountWei } = body;
      const outcome = await game.act(stakeDenaCommand({ wallet, amountWei }), intent());
      return outcome.ok ? { status: 201, ...stakeAnswer(outcome, denaStakeView, board) } : outcome;
    }),

    route(unstakeDenaCall, async ({ body, intent }) => {
      const { walletAddress: wallet, stakeId } = body;
      const outcome = await game.act(unstakeDenaCommand({ wallet, stakeId }), intent());
      return outcome.ok ? { status: 200, ...stakeAnswer(outcome, denaStakeView, board) } : outcome;
    }),

    route(denaStakesCall, async ({ params, query }) => {
      const page = stakePage(query);
      const { state, place } = await queries.denaStakes(params.walletAddress, page);
      const body = await inSlices(listed(state), denaStakeView);
      return { status: 200, body, headers: placeHeaders(place) };
    }),
  ];
}

/** A page of one of a wallet's lists of stakes, as requested by both of its calls. */
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
