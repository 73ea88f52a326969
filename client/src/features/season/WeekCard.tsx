/** A player's own week, in one line to share [SCR78]. */
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { LeaderboardEntry } from '../../../../common/protocol/leaderboard.ts';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import { addressSchema } from '../../../../common/values/address.ts';
import { weekCardText } from '../../../../common/values/week-card.ts';
import { weekTitle } from '../../../../common/values/week.ts';
import { seasonQuery } from '../../api/seasons.ts';
import { useName } from '../../live/use-leaderboard.ts';
import { Panel } from '../../ui/Panel.tsx';
import { playerPath } from '../../ui/Person.tsx';
import { Share } from '../../ui/Share.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BigFigure } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { weekCardPath } from '../../views/paths.ts';
import { useWallet } from '../../wallet/wallet-context.ts';

/** Whose week the page's address names; else one's own. You have none if you were not ranked. */
export function WeekCard({ week, data }: { readonly week: number; readonly data: SeasonDetail }) {
  const { walletAddress: you } = useWallet();
  const [params] = useSearchParams();
  const named = addressSchema.safeParse(params.get('player')).data ?? null;
  const isOther = named !== null && named !== you;
  const other = useQuery({ ...seasonQuery(week, named), enabled: isOther });
  const own = (isOther ? other.data : data)?.own;
  if (isOther ? other.isError : !own) return null;
  const text = own && weekCardText(own, data.season.players);
  return (
    <Panel
      title={isOther ? <Whose walletAddress={named} name={own?.name ?? null} /> : 'Your week'}
      aside={
        own && (
          <Share
            path={weekCardPath(week, own.walletAddress)}
            title={`${nameOf(own)} in ${weekTitle(week)}: ${text}`}
          />
        )
      }
    >
      {/* Lines break between its parts. */}
      <BigFigure style={{ whiteSpace: 'normal' }}>
        {text?.replace(/([^,]) /g, '$1\u00A0') ??
          (other.isPending ? <Skeleton $width="14rem" /> : 'Not ranked that week')}
      </BigFigure>
    </Panel>
  );
}

/** Who was not ranked is called as the ranking has them, if the page knows it. */
function Whose(who: Pick<LeaderboardEntry, 'walletAddress' | 'name'>) {
  const name = useName(who);
  return (
    <>
      <Link to={playerPath(who.walletAddress)}>{nameOf({ ...who, name })}</Link>
      <span>’s week</span>
    </>
  );
}
