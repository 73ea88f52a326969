/** POST /api/dena/stake and unstake, GET /api/dena/stakes/{walletAddress} */
import {
  denaStakesCall,
  stakeDenaCall,
  unstakeDenaCall,
} from '../../../common/protocol/dena-stakes.ts';
import { stakeDenaCommand } from '../../game/commands/stake-dena.ts';
import { unstakeDenaCommand } from '../../game/commands/unstake.ts';
import type { Game } from '../../game/engine/game.ts';
import type { Queries } from '../../game/reads/queries.ts';
import { denaStakeView } from '../../game/reads/views.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { route, type Route } from '../route.ts';
import { listed, stakePage } from './stake-page.ts';

export function denaRoutes(parts: { readonly game: Game; readonly queries: Queries }): Route[] {
  const { game, queries } = parts;
  return [
    route(stakeDenaCall, async ({ body, intent }) => {
      const { walletAddress: wallet, amount: amountWei } = body;
      const outcome = await game.act(stakeDenaCommand({ wallet, amountWei }), intent());
      return outcome.ok ? { status: 201, body: denaStakeView(outcome.answer) } : outcome;
    }),

    route(unstakeDenaCall, async ({ body, intent }) => {
      const { walletAddress: wallet, stakeId } = body;
      const outcome = await game.act(unstakeDenaCommand({ wallet, stakeId }), intent());
      return outcome.ok ? { status: 200, body: denaStakeView(outcome.answer) } : outcome;
    }),

    route(denaStakesCall, async ({ params, query }) => {
      const stakes = await queries.denaStakes(params.walletAddress, stakePage(query));
      return { status: 200, body: await inSlices(listed(stakes), denaStakeView) };
    }),
  ];
}
