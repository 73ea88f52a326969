/** GET and POST /api/works */
import { contributeCall } from '../../../common/protocol/contribute.ts';
import { worksCall } from '../../../common/protocol/works.ts';
import { contributeCommand } from '../../game/commands/contribute.ts';
import type { Game } from '../../game/engine/game.ts';
import type { Queries } from '../../game/reads/queries.ts';
import { worksOf } from '../../game/reads/standings.ts';
import type { PlayerView } from '../../game/reads/views.ts';
import type { Board } from '../../leaderboard/board.ts';
import type { NationChanges } from '../../leaderboard/nation-changes.ts';
import { placeHeaders, presentPlace } from '../answer-headers.ts';
import { route, type Route } from '../route.ts';

export function workRoutes(parts: {
  readonly game: Game;
  readonly queries: Queries;
  readonly playerView: PlayerView;
  readonly board: Board;
  readonly nationChanges: Pick<NationChanges, 'contributed'>;
}): Route[] {
  const { game, queries, playerView, board, nationChanges } = parts;
  return [
    route(worksCall, () => {
      return { status: 200, body: worksOf(board, nationChanges), headers: placeHeaders(board) };
    }),

    route(contributeCall, async ({ body, intent }) => {
      const { walletAddress: wallet, resourceType, quantity } = body;
      const command = contributeCommand({ wallet, resourceType, quantity }, (nationId) =>
        board.contributed(nationId),
      );
      const outcome = await game.act(command, intent());
      if (!outcome.ok) return outcome;
      const { player } = outcome.answer;
      const present = await presentPlace(queries, player);
      const view = playerView(player, { isRetold: true, rank: present?.rank ?? null });
      const contribution = { resourceType, quantity };
      return {
        status: 201,
        body: { ...view, contribution, work: board.work(player.nationId) },
        ...(present ? { headers: placeHeaders(present.place) } : {}),
      };
    }),
  ];
}
