/** GET and POST /api/player-nation, and the calls that bring a player up to date. */
import type { IncomingMessage } from 'node:http';
import { chooseNationCall, playerNationCall } from '../../../common/protocol/player-nation.ts';
import { refreshCall, updateResourcesCall } from '../../../common/protocol/upkeep.ts';
import { NO_SUCH_PLAYER } from '../../../common/rules/decision.ts';
import type { Address } from '../../../common/values/address.ts';
import type { ShownPlayer } from '../../../common/values/player.ts';
import { chooseNationCommand } from '../../game/commands/choose-nation.ts';
import { refreshCommand, settleCommand } from '../../game/commands/upkeep.ts';
import type { World } from '../../game/engine/command.ts';
import type { Game } from '../../game/engine/game.ts';
import type { Queries } from '../../game/reads/queries.ts';
import type { PlayerView } from '../../game/reads/views.ts';
import type { JoinPlace } from '../limits.ts';
import { placeHeaders, presentPlace } from '../answer-headers.ts';
import { problemOf } from '../problem.ts';
import { route, type Route } from '../route.ts';

export function playerNationRoutes(parts: {
  readonly game: Game;
  readonly queries: Queries;
  readonly playerView: PlayerView;
  /** Reads the chain for callers who have not proven the wallet, or whose address has no joins left. */
  readonly strangerHoldings: World['holdings'];
  /** @throws Problem (429) past the wallet's limit. */
  readonly countUpkeep: (wallet: Address) => void;
  readonly joinPlace: (request: IncomingMessage) => JoinPlace;
}): Route[] {
  const { game, queries, playerView, strangerHoldings, countUpkeep, joinPlace } = parts;

  /** A command's player as its caller sees it. */
  async function told(player: ShownPlayer) {
    const present = await presentPlace(queries, player);
    if (!present) return { body: playerView(player) };
    const { rank, place } = present;
    return { body: playerView(player, { rank }), headers: placeHeaders(place) };
  }

  return [
    route(playerNationCall, async ({ params }) => {
      const { state, place } = await queries.player(params.walletAddress);
      if (!state) throw problemOf(NO_SUCH_PLAYER);
      const { player, rank } = state;
      return { status: 200, body: playerView(player, { rank }), headers: placeHeaders(place) };
    }),

    route(chooseNationCall, async ({ body, intent, request }) => {
      const { walletAddress: wallet, nationId } = body;
      const place = joinPlace(request);
      let hasJoined = false;
      try {
        const readHoldings = place.isLeft() ? undefined : strangerHoldings;
        const order = { wallet, nationId, readHoldings, onEmptyHanded: () => place.take() };
        const outcome = await game.act(chooseNationCommand(order), intent());
        if (!outcome.ok) return outcome;
        const { first, player } = outcome.answer;
        hasJoined = first;
        return { status: first ? 201 : 200, ...(await told(player)) };
      } finally {
        if (!hasJoined) place.giveBack();
      }
    }),

    route(updateResourcesCall, async ({ body, intent }) => {
      countUpkeep(body.walletAddress);
      const outcome = await game.act(settleCommand(body.walletAddress), intent());
      return outcome.ok ? { status: 200, ...(await told(outcome.answer)) } : outcome;
    }),

    route(refreshCall, async ({ body: { walletAddress: wallet }, intent, isOwn }) => {
      countUpkeep(wallet);
      const instead = (await isOwn(wallet)) ? undefined : strangerHoldings;
      const outcome = await game.act(refreshCommand(wallet, instead), intent());
      return outcome.ok ? { status: 200, ...(await told(outcome.answer)) } : outcome;
    }),
  ];
}
