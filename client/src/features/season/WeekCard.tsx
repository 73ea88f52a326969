/** A player's own week, in one line to share [SCR78]. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import { passedText, weekCardText } from '../../../../common/values/week-card.ts';
import { weekTitle } from '../../../../common/values/week.ts';
import { seasonQuery } from '../../api/seasons.ts';
import { useName } from '../../live/use-leaderboard.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { Panel } from '../../ui/Panel.tsx';
import { playerPath } from '../../ui/Person.tsx';
import { Share } from '../../ui/Share.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BigFigure, Muted } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { weekCardPath } from '../../views/paths.ts';

/**
 * You have none if you were not ranked. Who is on the podium has a line of what that doesn't say.
 */
export function WeekCard({
  week,
  data,
  whose,
  isOther,
  isOnPodium,
}: {
  readonly week: number;
  readonly data: SeasonDetail;
  readonly whose: Address;
  readonly isOther: boolean;
  readonly isOnPodium: boolean;
}) {
  const other = useQuery({ ...seasonQuery(week, whose), enabled: isOther });
  const own = (isOther ? other.data : data)?.own;
  if (isOther ? other.isError : !own) return null;
  const text = own && weekCardText(own, data.season.players);
  const title = isOther ? <Whose walletAddress={whose} name={own?.name ?? null} /> : 'Your week';
  const share = own && (
    <Share
      path={weekCardPath(week, own.walletAddress)}
      title={`${nameOf(own)} in ${weekTitle(week)}: ${text}`}
    />
  );
  if (isOnPodium) {
    return (
      <Row style={{ minBlockSize: 'var(--tap)', marginBlock: 'calc(-1 * var(--space-3))' }}>
        <Muted>
          {title}
          {!!own?.passed && <span>{`: ${passedText(own.passed)}`}</span>}
        </Muted>
        {share}
      </Row>
    );
  }
  return (
    <Panel title={title} aside={share}>
      {/* Lines break between its parts. */}
      <BigFigure style={{ whiteSpace: 'normal' }}>
        {text?.replace(/([^,]) /g, '$1\u00A0') ??
          (other.isPending ? <Skeleton $width="14rem" /> : 'Not ranked that week')}
      </BigFigure>
    </Panel>
  );
}

/** Who was not ranked is called as the ranking has them, if the page knows it. */
function Whose(who: { readonly walletAddress: Address; readonly name: string | null }) {
  const name = useName(who);
  return (
    <>
      <Link to={playerPath(who.walletAddress)}>{nameOf({ ...who, name })}</Link>
      <span>’s week</span>
    </>
  );
}
