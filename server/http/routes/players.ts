/** GET /api/players/{walletAddress}: what anyone may see of a player. */
import { playerCall } from '../../../common/protocol/players.ts';
import { NO_SUCH_PLAYER } from '../../../common/rules/decision.ts';
import type { VerifiedUpTo } from '../../game/engine/holdings-reader.ts';
import { playerPageView } from '../../game/reads/player-page-view.ts';
import type { Queries } from '../../game/reads/queries.ts';
import type { Board } from '../../leaderboard/board.ts';
import { placeHeaders } from '../answer-headers.ts';
import { route, type OnShown, type Route } from '../route.ts';
import { problemOf } from '../problem.ts';

export function playerRoutes({
  queries,
  board,
  verifiedUpTo,
  onShown = () => {},
}: {
  readonly queries: Pick<Queries, 'playerPage'>;
  readonly board: Pick<Board, 'nation'>;
  readonly verifiedUpTo: VerifiedUpTo;
  readonly onShown?: OnShown | undefined;
}): Route[] {
  return [
    route(playerCall, async ({ params }) => {
      const { state, place } = await queries.playerPage(params.walletAddress);
      if (!state) throw problemOf(NO_SUCH_PLAYER);
      const { wallet, nationId } = state.player;
      onShown([wallet]);
      const isPresident = board.nation(nationId).presidentWallet === wallet;
      const body = playerPageView(state, { isPresident, verifiedUpTo });
      return { status: 200, body, headers: placeHeaders(place) };
    }),
  ];
}
