/** POST /api/trade */
import { tradeCall } from '../../../common/protocol/trade.ts';
import { formatDena } from '../../../common/values/amount.ts';
import { tradeCommand } from '../../game/commands/trade.ts';
import type { Game } from '../../game/engine/game.ts';
import type { Queries } from '../../game/reads/queries.ts';
import type { PlayerView } from '../../game/reads/views.ts';
import { placeHeaders, presentPlace } from '../answer-headers.ts';
import { route, type Route } from '../route.ts';

export function tradeRoutes(parts: {
  readonly game: Game;
  readonly queries: Queries;
  readonly playerView: PlayerView;
}): Route[] {
  const { game, queries, playerView } = parts;
  return [
    route(tradeCall, async ({ body, intent }) => {
      const { walletAddress: wallet, resourceType, quantity, cost: shownCostWei } = body;
      const command = tradeCommand({ wallet, resourceType, quantity, shownCostWei });
      const outcome = await game.act(command, intent());
      if (!outcome.ok) return outcome;
      const { player, costWei } = outcome.answer;
      const trade = { resourceType, quantity, cost: formatDena(costWei) };
      const present = await presentPlace(queries, player);
      const view = playerView(player, { isRetold: true, rank: present?.rank ?? null });
      return {
        status: 200,
        body: { ...view, trade },
        ...(present ? { headers: placeHeaders(present.place) } : {}),
      };
    }),
  ];
}
