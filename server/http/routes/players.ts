/** A player's page and own state, and the commands that change it, but for stakes. */
import { contributeCall } from '../../../common/protocol/contribute.ts';
import { chooseNationCall, playerNationCall } from '../../../common/protocol/player-nation.ts';
import { playerCall } from '../../../common/protocol/players.ts';
import { tradeCall } from '../../../common/protocol/trade.ts';
import { refreshCall, updateResourcesCall } from '../../../common/protocol/upkeep.ts';
import { NO_SUCH_PLAYER } from '../../../common/rules/decision.ts';
import { formatDena } from '../../../common/values/amount.ts';
import type { ShownPlayer } from '../../../common/values/player.ts';
import { chooseNationCommand } from '../../game/commands/choose-nation.ts';
import { contributeCommand, tradeCommand } from '../../game/commands/resources.ts';
import { refreshCommand, settleCommand } from '../../game/commands/upkeep.ts';
import { unavailability } from '../../game/engine/unavailable.ts';
import { playerPageView } from '../../game/reads/player-page.ts';
import { revisionHeaders } from '../answer-headers.ts';
import type { AppParts } from '../app-parts.ts';
import { problemOf } from '../problem.ts';
import { route, sharedRoute, type Route } from '../route.ts';

export function playerRoutes(parts: AppParts): Route[] {
  const { game, queries, board, seasons, playerView, verifiedUpTo, onShown } = parts;
  const { rules, strangerHoldings, callers } = parts;

  return [
    sharedRoute(playerCall, async ({ params, network }) => {
      const { state, revision } = await queries.playerPage(params.walletAddress, network);
      if (!state) throw problemOf(NO_SUCH_PLAYER);
      const { wallet, nationId } = state.player;
      onShown([wallet]);
      const isPresident = board.nation(nationId).presidentWallet === wallet;
      const places = await seasons.placesOf(wallet, state.player.joinedAt);
      const page = playerPageView(state, { isPresident, verifiedUpTo, rules: rules() });
      const body = { ...page, seasons: places };
      return { status: 200, body, headers: revisionHeaders(revision) };
    }),

    route(playerNationCall, async ({ params }) => {
      const { state, revision } = await queries.player(params.walletAddress);
      if (!state) throw problemOf(NO_SUCH_PLAYER);
      const { player, rank } = state;
      return {
        status: 200,
        body: playerView(player, { rank }),
        headers: revisionHeaders(revision),
      };
    }),

    route(chooseNationCall, async ({ body, intent, request, network }) => {
      const { walletAddress: wallet, nationId } = body;
      const quota = callers.joinQuota(request);
      let hasJoined = false;
      try {
        const readHoldings = quota.isLeft() ? undefined : strangerHoldings(network);
        const order = { wallet, nationId, readHoldings, onEmptyHanded: () => quota.take() };
        const outcome = await game.act(chooseNationCommand(order), intent());
        if (!outcome.ok) return outcome;
        const { first, player } = outcome.answer;
        hasJoined = first;
        const isCommit = outcome.rev !== null;
        return { status: first ? 201 : 200, ...(await playerReply(player)), isCommit };
      } finally {
        if (!hasJoined) quota.giveBack();
      }
    }),

    route(updateResourcesCall, async ({ body, intent }) => {
      callers.countUpkeep(body.walletAddress);
      const outcome = await game.act(settleCommand(body.walletAddress), intent());
      return outcome.ok ? { status: 200, ...(await playerReply(outcome.answer)) } : outcome;
    }),

    route(refreshCall, async ({ body: { walletAddress: wallet }, intent, isOwn, network }) => {
      callers.countUpkeep(wallet);
      const instead = (await isOwn(wallet)) ? undefined : strangerHoldings(network);
      const outcome = await game.act(refreshCommand(wallet, instead), intent());
      return outcome.ok ? { status: 200, ...(await playerReply(outcome.answer)) } : outcome;
    }),

    route(tradeCall, async ({ body, intent }) => {
      const { walletAddress: wallet, resourceType, quantity, cost: shownCostWei } = body;
      const command = tradeCommand({ wallet, resourceType, quantity, shownCostWei });
      const outcome = await game.act(command, intent());
      if (!outcome.ok) return outcome;
      const { player, costWei } = outcome.answer;
      const trade = { resourceType, quantity, cost: formatDena(costWei) };
      const { body: view, headers } = await playerReply(player, { isReplay: true });
      const isCommit = outcome.rev !== null;
      return { status: 200, body: { ...view, trade }, headers, isCommit };
    }),

    route(contributeCall, async ({ body, intent }) => {
      const { walletAddress: wallet, resourceType, quantity } = body;
      const command = contributeCommand({ wallet, resourceType, quantity }, (nationId) =>
        board.contributed(nationId),
      );
      const outcome = await game.act(command, intent());
      if (!outcome.ok) return outcome;
      const { player } = outcome.answer;
      const { body: view, headers } = await playerReply(player, { isReplay: true });
      const contribution = { resourceType, quantity };
      const work = board.work(player.nationId);
      const isCommit = outcome.rev !== null;
      return { status: 201, body: { ...view, contribution, work }, headers, isCommit };
    }),
  ];

  /** A command's player as its caller sees it. */
  async function playerReply(player: ShownPlayer, { isReplay = false } = {}) {
    const present = await presentRevision(player);
    return {
      body: playerView(player, { isReplay, rank: present?.rank ?? null }),
      headers: present ? revisionHeaders(present.revision) : {},
    };
  }

  /** The rank and the place of an answered player; null if they are not the present ones. */
  async function presentRevision({ wallet, version }: ShownPlayer) {
    try {
      const { state, revision } = await queries.player(wallet);
      return state?.player.version === version ? { rank: state.rank, revision } : null;
    } catch (error) {
      // The command is carried out, which is what its caller needs to know.
      if (unavailability(error)) return null;
      throw error;
    }
  }
}
