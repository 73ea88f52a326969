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
import type { Done } from '../../game/engine/game.ts';
import { denaStakeView, nftStakeView } from '../../game/reads/views.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { revisionHeaders } from '../answer-headers.ts';
import type { AppParts } from '../app-parts.ts';
import { Problem } from '../problem.ts';
import { route, sharedRoute, type Route } from '../route.ts';

export function stakeRoutes(parts: AppParts): Route[] {
  const { game, queries, board, nftFacts, verifyNft } = parts;
  return [
    route(stakeDenaCall, async ({ body, intent }) => {
      const { walletAddress: wallet, amount: amountWei } = body;
      const outcome = await game.act(stakeDenaCommand({ wallet, amountWei }), intent());
      return outcome.ok ? { status: 201, ...stakeReply(outcome, denaStakeView) } : outcome;
    }),

    route(unstakeDenaCall, async ({ body, intent }) => {
      const { walletAddress: wallet, stakeId } = body;
      const outcome = await game.act(unstakeDenaCommand({ wallet, stakeId }), intent());
      return outcome.ok ? { status: 200, ...stakeReply(outcome, denaStakeView) } : outcome;
    }),

    sharedRoute(denaStakesCall, async ({ params, query, network }) => {
      const { state, revision } = await queries.denaStakes(params.walletAddress, query, network);
      const body = await inSlices(listed(state), denaStakeView);
      return { status: 200, body, headers: revisionHeaders(revision) };
    }),

    route(stakeNftCall, async ({ body, intent }) => {
      const { walletAddress: wallet, contractAddress: contract, nftType } = body;
      const { tokenId, quantity } = body;
      const kind = nftTypeSchema.decode(nftType);
      const command = stakeNftCommand({ wallet, kind, contract, tokenId, quantity }, nftFacts);
      const outcome = await game.act(command, intent());
      return outcome.ok ? { status: 201, ...stakeReply(outcome, nftStakeView) } : outcome;
    }),

    route(unstakeNftCall, async ({ body, intent }) => {
      const { walletAddress: wallet, stakeId } = body;
      const outcome = await game.act(unstakeNftCommand({ wallet, stakeId }), intent());
      return outcome.ok ? { status: 200, ...stakeReply(outcome, nftStakeView) } : outcome;
    }),

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
   * A stake as it is answered, with its commit's rev if this board lags behind that. A receipt's
   * stake may have changed since, so it names no rev.
   */
  function stakeReply<Stake, View>({ answer, rev }: Done<Stake>, view: (stake: Stake) => View) {
    const { epoch } = board;
    const newest = rev && (rev > board.rev ? rev : board.rev);
    const headers = newest ? revisionHeaders({ epoch, rev: newest }) : {};
    return { body: view(answer), headers, isCommit: rev !== null };
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
