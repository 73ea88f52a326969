/** Stakes of DENA and of NFTs: /api/dena, /api/nft and GET /api/territory/{walletAddress} */
import {
  denaStakesCall,
  stakeDenaCall,
  unstakeDenaCall,
} from '../../../common/protocol/dena-stakes.ts';
import {
  nftTypeSchema,
  stakeNftCall,
  territoryCall,
  unstakeNftCall,
  verifyNftCall,
} from '../../../common/protocol/nfts.ts';
import {
  stakeDenaCommand,
  stakeNftCommand,
  unstakeDenaCommand,
  unstakeNftCommand,
} from '../../game/commands/stakes.ts';
import type { Command, Intent } from '../../game/engine/command.ts';
import { denaStakeView, nftStakeView } from '../../game/reads/views.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { revisionHeaders } from '../answer-headers.ts';
import type { AppParts } from '../app-parts.ts';
import { Problem } from '../problem.ts';
import { route, sharedRoute, type Route } from '../route.ts';

export function stakeRoutes(parts: AppParts): Route[] {
  const { game, queries, board, nftFacts, verifyNft } = parts;
  return [
    route(stakeDenaCall, ({ body: { walletAddress: wallet, amount: amountWei }, intent }) =>
      act(stakeDenaCommand({ wallet, amountWei }), intent(), 201, denaStakeView),
    ),

    route(unstakeDenaCall, ({ body: { walletAddress: wallet, stakeId }, intent }) =>
      act(unstakeDenaCommand({ wallet, stakeId }), intent(), 200, denaStakeView),
    ),

    sharedRoute(denaStakesCall, async ({ params, query, network }) => {
      const { state, revision } = await queries.denaStakes(params.walletAddress, query, network);
      const body = await inSlices(listed(state), denaStakeView);
      return { status: 200, body, headers: revisionHeaders(revision) };
    }),

    route(stakeNftCall, ({ body, intent }) => {
      const { walletAddress: wallet, contractAddress: contract, nftType } = body;
      const { tokenId, quantity } = body;
      const kind = nftTypeSchema.decode(nftType);
      const command = stakeNftCommand({ wallet, kind, contract, tokenId, quantity }, nftFacts);
      return act(command, intent(), 201, nftStakeView);
    }),

    route(unstakeNftCall, ({ body: { walletAddress: wallet, stakeId }, intent }) =>
      act(unstakeNftCommand({ wallet, stakeId }), intent(), 200, nftStakeView),
    ),

    sharedRoute(verifyNftCall, async ({ body, isOwn, network }) => {
      const verification = await verifyNft(body, {
        isOwn: await isOwn(body.walletAddress),
        network,
      });
      if (verification) return { status: 200, body: verification };
      throw new Problem(
        'wrong-nft',
        'That contract is not a collection of the game. Check its address.',
      );
    }),

    sharedRoute(territoryCall, async ({ params, query, network }) => {
      const { state, revision } = await queries.nftStakes(params.walletAddress, query, network);
      const body = await inSlices(listed(state), nftStakeView);
      return { status: 200, body, headers: revisionHeaders(revision) };
    }),
  ];

  /**
   * Carries out a command. Its stake is answered with the commit's rev, if this board lags behind
   * that. A receipt's stake may have changed since, so it names no rev.
   */
  async function act<Stake, View, const Status extends 200 | 201>(
    command: Command<Stake>,
    intent: Intent,
    status: Status,
    view: (stake: Stake) => View,
  ) {
    const outcome = await game.act(command, intent);
    if (!outcome.ok) return outcome;
    const { answer, rev } = outcome;
    const { epoch } = board;
    const newest = rev && (rev > board.rev ? rev : board.rev);
    const headers = newest ? revisionHeaders({ epoch, rev: newest }) : {};
    return { status, body: view(answer), headers, isCommit: rev !== null };
  }
}

/** @throws Problem if the page was to continue after a stake that is not in the list. */
function listed<Stake>(stakes: Stake[] | null): Stake[] {
  if (stakes) return stakes;
  throw new Problem(
    'bad-request',
    'This list has no stake by the id in before: send the id of one that it listed.',
  );
}
