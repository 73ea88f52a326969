/** A nation's whole page: its standing, the race for President, its work, its plates; its line, players and activity. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATIONS, type NationId } from '../../../../common/values/nations.ts';
import { nationInText } from '../../../../common/values/nation-in-text.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { useStandings, type LiveStanding } from '../../live/standings.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { DollarChange } from '../../ui/Delta.tsx';
import { Facts, figureFact } from '../../ui/Facts.tsx';
import { formatCount, formatDollars } from '../../../../common/values/figures.ts';
import { Row, Stack, Ways } from '../../ui/layout/boxes.ts';
import { Columns } from '../../ui/layout/sections.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PhoneFold } from '../../ui/Panel.tsx';
import { Caption } from '../../ui/text.ts';
import { NationHead, placeText } from '../../views/NationHead.tsx';
import { nationPath } from '../../views/paths.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { BestPlayers } from './BestPlayers.tsx';
import { NationPlates } from './NationPlates.tsx';
import { NationWeek } from './NationWeek.tsx';
import { NationWork } from './NationWork.tsx';
import { PresidentRace } from './PresidentRace.tsx';
import { useNation } from './use-nation.ts';

const Place = styled.p`
  min-block-size: 1.5em;
  font-size: var(--text-lead);

  > strong {
    font-weight: 600;
  }

  @media (max-width: 42rem) {
    max-inline-size: 15rem;
  }
`;

export function NationView({
  nationId,
  watching,
  chart,
  renderActivity,
}: {
  readonly nationId: NationId;
  /** How many people are watching it; omitted if unknown. */
  readonly watching?: ReactNode;
  /** The nations' totals over time. */
  readonly chart: ReactNode;
  /** Its players' recent actions. */
  readonly renderActivity: (lines: number) => ReactNode;
}) {
  const standings = useStandings();
  const standing = standings?.find((one) => one.nationId === nationId);
  const query = useNation(nationId);
  const nation = query.data;
  // Both columns end at about the same height.
  const rows = nation
    ? Math.min(5, nation.candidates.length) + Math.min(3, nation.contributors.length)
    : 4;
  const activity: ReactNode = renderActivity(7 + Math.ceil(rows / 2));
  return (
    <>
      <NationHead nationId={nationId} size="page" light={0.8}>
        <Place>
          <PlaceWords nationId={nationId} standings={standings} />
        </Place>
        <Facts
          label="Standing"
          min="9rem"
          facts={[
            figureFact('GDP of all its players', standing?.gdp, formatDollars),
            figureFact('Players', standing?.players, formatCount),
          ]}
        />
        <Row $gap={[2, 4]} $wrap>
          <Caption>
            <DollarChange dollars={standing?.growth.h24 ?? null} /> in 24 h
          </Caption>
          <Caption>{NATIONS[nationId].bonus}</Caption>
          {watching}
          <PlayForIt nationId={nationId} />
        </Row>
      </NationHead>
      <Columns>
        <Stack $gap={5}>
          <PresidentRace nationId={nationId} query={query} />
          <NationWeek nationId={nationId} />
          <NationWork nationId={nationId} nation={nation} />
          <PhoneFold value>
            <BestPlayers nationId={nationId} />
          </PhoneFold>
        </Stack>
        <Stack $gap={5}>
          {chart}
          <PhoneFold value>
            {activity}
            <NationPlates nationId={nationId} culturalStaked={nation?.culturalStaked ?? null} />
          </PhoneFold>
        </Stack>
      </Columns>
    </>
  );
}

/** To where one joins; nothing for who plays already. */
function PlayForIt({ nationId }: { readonly nationId: NationId }) {
  const { walletAddress, status } = useWallet();
  const player = useQuery(playerNationQuery(walletAddress)).data;
  if (player) return null;
  const isNew = walletAddress ? player === null : status !== 'starting';
  return (
    // As high before it is known who looks.
    <Ways style={{ minBlockSize: 'var(--tap)' }}>
      {isNew && (
        <ButtonLink to="/dashboard" tone="primary">
          {`Play for ${nationInText(nationId)}`}
        </ButtonLink>
      )}
    </Ways>
  );
}

function PlaceWords({
  nationId,
  standings,
}: {
  readonly nationId: NationId;
  /** Best first; null while unknown. */
  readonly standings: readonly LiveStanding[] | null;
}) {
  const at = standings?.findIndex((one) => one.nationId === nationId) ?? -1;
  if (!standings || at === -1) return <Skeleton $width="18rem" />;
  const gap = gapOf(standings, at);
  return (
    <>
      <strong>{placeText(at + 1)}</strong>
      {gap && (
        <>
          <span>{`, ${gap.text} `}</span>
          <Link to={nationPath(gap.to)}>{nationInText(gap.to)}</Link>
        </>
      )}
    </>
  );
}

/**
 * `$530 behind` the nation above, `level with` it; of the first, to the second (`$530 ahead of`). Null if it is the only one.
 * @param standings best first; `index` is the nation's.
 */
export function gapOf(
  standings: readonly Pick<LiveStanding, 'nationId' | 'gdp'>[],
  index: number,
): { readonly text: string; readonly to: NationId } | null {
  const own = standings[index];
  const other = standings[index === 0 ? 1 : index - 1];
  if (!own || !other) return null;
  const gap = Math.abs(own.gdp - other.gdp);
  const where = index === 0 ? 'ahead of' : 'behind';
  return { text: gap === 0 ? 'level with' : `${formatDollars(gap)} ${where}`, to: other.nationId };
}
