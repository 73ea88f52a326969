/** What it takes to pass: for the visitor who plays, in what they hold; for everyone else, what the player lacks. */
import { useQuery } from '@tanstack/react-query';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { PlayerNationView } from '../../../../common/protocol/player-nation.ts';
import type { Address } from '../../../../common/values/address.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { useOwnRow } from '../../live/live-context.ts';
import { formatCount, formatDollars } from '../../ui/format.ts';
import { Person } from '../../ui/Person.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Strong } from '../../ui/text.ts';
import { denaPast } from '../../views/next-moves/next-moves.ts';
import { useNextMoves } from '../../views/next-moves/use-next-moves.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { meansToPass, shortText } from './means.ts';

export function ToPass({
  rows,
  wallet,
}: {
  /** The player's row and those around it. */
  readonly rows: readonly LeaderboardEntry[];
  readonly wallet: Address;
}) {
  const { walletAddress } = useWallet();
  const visitor = useQuery(playerNationQuery(walletAddress)).data;
  const at = rows.findIndex((row) => row.walletAddress === wallet);
  const [above, own] = [rows[at - 1], rows[at]];
  if (!own) return null;
  const target = visitor && walletAddress === wallet ? above : own;
  if (visitor && target) return <WithOwn visitor={visitor} target={target} />;
  if (!above) return <span>Nobody is ahead: this player leads the world.</span>;
  return (
    <span>
      <Strong>{`${formatCount(denaPast(own.gdp, above.gdp))} DENA`}</Strong> more would pass{' '}
      <Person wallet={above.walletAddress} name={above.name} /> to rank{' '}
      <Strong>{`#${formatCount(above.rank)}`}</Strong>.
    </span>
  );
}

function WithOwn({
  visitor,
  target,
}: {
  readonly visitor: PlayerNationView;
  /** Whom to pass. */
  readonly target: LeaderboardEntry;
}) {
  const next = useNextMoves(visitor);
  const { gdp, rank } = useOwnRow() ?? visitor.playerNation;
  if (rank < target.rank) {
    return (
      <span>
        You are <Strong>{formatDollars(gdp - target.gdp)}</Strong> ahead of{' '}
        <Person wallet={target.walletAddress} name={target.name} />
      </span>
    );
  }
  // [LB1] A tie keeps the player who was there first, so it takes a dollar more than theirs.
  const dollars = target.gdp - gdp + 1;
  if (next.is === 'loading') return <Skeleton $width="16rem" />;
  const moves = next.is === 'known' ? next.moves : null;
  const means = moves && meansToPass(dollars, moves);
  if (moves && means === null) {
    return (
      <span>
        All that you hold unstaked leaves you <Strong>{shortText(dollars, moves)}</Strong> of{' '}
        <Person wallet={target.walletAddress} name={target.name} />
      </span>
    );
  }
  return (
    <span>
      <strong>{means ?? `${formatCount(denaPast(gdp, target.gdp))} DENA`}</strong> would take you
      past <Person wallet={target.walletAddress} name={target.name} /> to rank{' '}
      <Strong>{`#${formatCount(target.rank)}`}</Strong>.
    </span>
  );
}
