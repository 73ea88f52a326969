/** POST /api/nft/stake, unstake and verify, GET /api/territory/{walletAddress} */
import {
  nftTypeSchema,
  stakeNftCall,
  territoryCall,
  unstakeNftCall,
  verifyNftCall,
} from '../../../common/protocol/nfts.ts';
import { stakeNftCommand } from '../../game/commands/stake-nft.ts';
import { unstakeNftCommand } from '../../game/commands/unstake.ts';
import type { Game } from '../../game/engine/game.ts';
import type { NftFacts } from '../../game/reads/nft-facts.ts';
import type { NftVerifier } from '../../game/reads/nft-verifier.ts';
import type { Place } from '../../game/reads/placed.ts';
import type { Queries } from '../../game/reads/queries.ts';
import { nftStakeView } from '../../game/reads/views.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { placeHeaders, stakeAnswer } from '../answer-headers.ts';
import { Problem } from '../problem.ts';
import { route, type Route } from '../route.ts';
import { listed, stakePage } from './dena.ts';

export function nftRoutes(parts: {
  readonly game: Game;
  readonly queries: Queries;
  readonly board: Place;
  readonly nftFacts: NftFacts;
  readonly verifyNft: NftVerifier;
}): Route[] {
  const { game, queries, board, nftFacts, verifyNft } = parts;

  return [
    route(stakeNftCall, async ({ body, intent }) => {
      const { walletAddress: wallet, contractAddress: contract, nftType } = body;
      const { tokenId, quantity } = body;
      const kind = nftTypeSchema.decode(nftType);
      const command = stakeNftCommand({ wallet, kind, contract, tokenId, quantity }, nftFacts);
      const outcome = await game.act(command, intent());
      return outcome.ok ? { status: 201, ...stakeAnswer(outcome, nftStakeView, board) } : outcome;
    }),

    route(unstakeNftCall, async ({ body, intent }) => {
      const { walletAddress: wallet, stakeId } = body;
      const outcome = await game.act(unstakeNftCommand({ wallet, stakeId }), intent());
      return outcome.ok ? { status: 200, ...stakeAnswer(outcome, nftStakeView, board) } : outcome;
    }),

    route(verifyNftCall, async ({ body, isOwn }) => {
      const verification = await verifyNft(body, { isOwn: await isOwn(body.walletAddress) });
      if (verification) return { status: 200, body: verification };
      throw new Problem(
        'wrong-nft',
        'That contract is not a collection of the game. Check its address.',
      );
    }),

    route(territoryCall, async ({ params, query }) => {
      const page = stakePage(query);
      const { state, place } = await queries.nftStakes(params.walletAddress, page);
      const body = await inSlices(listed(state), nftStakeView);
      return { status: 200, body, headers: placeHeaders(place) };
    }),
  ];
}
