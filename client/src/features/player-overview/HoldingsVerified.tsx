/** Shows up to which block the player's holdings are verified [CHN1]. */
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import { instantOf } from '../../../../common/values/instant.ts';
import { useGameNow } from '../../api/config.ts';
import { formatAgo, formatCount, formatMoment } from '../../ui/format.ts';
import { useTick } from '../../ui/motion/use-tick.ts';
import { Caption } from '../../ui/text.ts';

const AGO_TICK_MS = 10_000;

type Verified = PlayerNationView['playerNation']['holdings'];

export function HoldingsVerified({ holdings }: { readonly holdings: Verified }) {
  useTick(AGO_TICK_MS);
  const { upTo, when } = holdingsWords(holdings, useGameNow()());
  const { verifiedAt } = holdings;
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

function holdingsWords(
  { block, verifiedAt }: Verified,
  nowMs: number,
): { readonly upTo: string; readonly when: string } {
  const height = `block ${formatCount(block)}`;
  if (verifiedAt === null) {
    return {
      upTo: block > 0 ? `Holdings read at ${height}` : 'Holdings',
      when: 'not verified yet',
    };
  }
  const ago = formatAgo(nowMs - instantOf(verifiedAt));
  return {
    upTo: `Holdings verified up to ${height}`,
    when: ago === 'just now' ? ago : `${ago} ago`,
  };
}
