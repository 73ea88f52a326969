/** Shows up to which block the player's holdings are verified [CHN1]. */
import { useQuery } from '@tanstack/react-query';
import {
  playerNationCall,
  type PlayerNationView,
} from '../../../../common/protocol/player-nation.ts';
import { useGameNow } from '../../api/config.ts';
import { request } from '../../api/request.ts';
import { formatMoment } from '../../ui/format.ts';
import { Caption } from '../../ui/text.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { holdingsWords, newerHoldings } from './holdings-words.ts';

/** The block is polled: no push announces it, and it need not be exact. */
const ASK_MS = 60_000;
const AGO_TICK_MS = 10_000;

export function HoldingsVerified({ player }: { readonly player: PlayerNationView }) {
  const { walletAddress, holdings } = player.playerNation;
  // A separate query, so that its failure does not affect the player's other figures.
  const { data } = useQuery({
    queryKey: ['/api/player-nation', 'holdings', walletAddress] as const,
    queryFn: async ({ signal }) => {
      const answer = await request(playerNationCall, { params: { walletAddress }, signal });
      return answer.playerNation.holdings;
    },
    initialData: holdings,
    refetchInterval: ASK_MS,
  });
  useTick(AGO_TICK_MS);
  const now = useGameNow();
  const newest = newerHoldings(holdings, data);
  const { upTo, when } = holdingsWords(newest, now());
  const { verifiedAt } = newest;
  const exact = verifiedAt === null ? '' : ` Verified ${formatMoment(new Date(verifiedAt))}.`;
  return (
    <Caption
      as="p"
      title={`Everything that your wallet sent or received up to this block counts in the game.${exact}`}
    >
      <span>{upTo}</span> <span>{`· ${when}`}</span>
    </Caption>
  );
}
