/** What can be done with a player's page: it is shared, and they are followed [SCR64, SCR74]. */
import { playerPath } from '../../ui/Person.tsx';
import { FollowButton } from '../../ui/FollowButton.tsx';
import { Share } from '../../ui/Share.tsx';

export function PlayerActions({
  wallet,
  called,
  isYou,
}: {
  readonly wallet: string;
  readonly called: string;
  readonly isYou: boolean;
}) {
  return (
    <>
      <Share path={playerPath(wallet)} title={called} label={`Share the page of ${called}`} />
      {!isYou && <FollowButton wallet={wallet} called={called} />}
    </>
  );
}
