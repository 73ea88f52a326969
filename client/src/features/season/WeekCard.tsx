/** A player's own week, in one line to share [SCR78]. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { SeasonDetail } from '../../../../common/protocol/seasons.ts';
import type { Address } from '../../../../common/values/address.ts';
import { weekCardText } from '../../../../common/values/week-card.ts';
import { weekTitle } from '../../../../common/values/week.ts';
import { playerQuery } from '../../api/players.ts';
import { seasonQuery } from '../../api/seasons.ts';
import { formatPlayers } from '../../ui/format.ts';
import { Row } from '../../ui/layout/boxes.ts';
import { Sheet } from '../../ui/Panel.tsx';
import { playerPath } from '../../ui/Person.tsx';
import { Share } from '../../ui/Share.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BigFigure, Muted } from '../../ui/text.ts';
import { nameOf } from '../../views/names-text.ts';
import { weekCardPath } from '../../views/paths.ts';

/** One row, which breaks between its parts; a panel's title would need another. */
const Card = styled(Sheet)`
  flex-flow: row wrap;
  align-items: center;
  gap: var(--space-2) var(--space-5);
  padding: var(--space-3) var(--card-gutter);
`;

/** Who is on the podium has a line of what that doesn't say. */
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
  const id = useId();
  const other = useQuery({ ...seasonQuery(week, whose), enabled: isOther });
  const own = (isOther ? other.data : data)?.own;
  // Who was not ranked is called as they are now.
  const player = useQuery({
    ...playerQuery(whose),
    refetchInterval: false,
    enabled: isOther && own === null,
  }).data;
  if (other.isError) return null;
  const text = own && weekCardText(own, data.season.players);
  const { name = null } =
    data.entries.find(({ walletAddress }) => walletAddress === whose) ?? own ?? player ?? {};
  const title = isOther ? (
    <>
      <Link to={playerPath(whose)}>{nameOf({ walletAddress: whose, name })}</Link>
      <span>’s week</span>
    </>
  ) : (
    'Your week'
  );
  const share = own && (
    <Share
      path={weekCardPath(week, own.walletAddress)}
      title={`${nameOf(own)} in ${weekTitle(week)}: ${text}`}
      tone={isOnPodium ? 'secondary' : 'quiet'}
    >
      {isOnPodium
        ? own.rank === 1
          ? 'Share the win'
          : `Share ${isOther ? 'their' : 'your'} week`
        : 'Share'}
    </Share>
  );
  if (isOnPodium) {
    return (
      <Row $gap={[2, 4]} $wrap>
        {share}
        {!!own?.passed && (
          <Muted>
            {title}
            <span>{`: passed ${formatPlayers(own.passed)} in the overall ranking`}</span>
          </Muted>
        )}
      </Row>
    );
  }
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {/* Lines break between its parts. */}
      <BigFigure style={{ whiteSpace: 'normal' }}>
        {text?.replace(/([^,]) /g, '$1\u00A0') ??
          (own === undefined ? <Skeleton $width="14rem" /> : 'Not ranked that week')}
      </BigFigure>
      {/* Its sign is below the figure's edge where it is in a row of its own. */}
      <Row style={{ marginInline: '-1rem' }}>{share}</Row>
    </Card>
  );
}
