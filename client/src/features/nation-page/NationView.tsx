/** A nation's page: its standing, its week, the race for President, its landmark and its feed. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { bonusText, type NationId, nationInText } from '../../../../common/values/nations.ts';
import { useRules } from '../../api/config.ts';
import { playerNationQuery } from '../../api/player-nation.ts';
import { useStandings, type LiveStanding } from '../../live/standings.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { DollarChange } from '../../ui/Delta.tsx';
import { Facts, figureFact, type Fact } from '../../ui/Facts.tsx';
import { formatDeltaDollars, formatDollars } from '../../../../common/values/figures.ts';
import { formatPlayers } from '../../ui/format.ts';
import { Row, Stack, ButtonRow } from '../../ui/layout/boxes.ts';
import { Columns } from '../../ui/layout/sections.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PhoneFold } from '../../ui/Panel.tsx';
import { Person } from '../../ui/Person.tsx';
import { Caption, Muted } from '../../ui/text.ts';
import { NationHead, placeText } from '../../views/NationHead.tsx';
import { nationPath, weekLink } from '../../views/paths.ts';
import { useThisWeek, useWeek } from '../../views/weeks/use-weeks.ts';
import { useWallet } from '../../wallet/wallet-context.ts';
import { NationWork } from './NationWork.tsx';
import { PresidentRace } from './PresidentRace.tsx';
import { useNation } from './use-nation.ts';

/** Beside the map, on a phone. */
const besideMap = css`
  @media (max-width: 42rem) {
    max-inline-size: 15rem;
  }
`;

const RankLine = styled.p`
  min-block-size: 1.5em;
  font-size: var(--text-lead);
  ${besideMap}

  > strong {
    font-weight: 600;
  }
`;

const Invitation = styled(Muted)`
  ${besideMap}
`;

export function NationView({
  nationId,
  watching,
  renderActivity,
}: {
  readonly nationId: NationId;
  /** How many people are watching it; omitted if unknown. */
  readonly watching: ReactNode;
  /** Its players' recent actions. */
  readonly renderActivity: (lines: number) => ReactNode;
}) {
  const rules = useRules();
  const standings = useStandings();
  const standing = standings?.find((one) => one.nationId === nationId);
  const query = useNation(nationId);
  const nation = query.data;
  const isEmpty = standing?.players === 0;
  // Both columns end at about the same height.
  const lines = nation ? 8 + nation.work.stage - Math.min(5, nation.candidates.length) : 6;
  const landmark = <NationWork nationId={nationId} nation={nation} />;
  return (
    <>
      <NationHead nationId={nationId} size="page" light={isEmpty ? 0.2 : 0.8}>
        <RankLine>
          {isEmpty ? (
            <strong>{`Nobody plays for ${nationInText(nationId)} yet`}</strong>
          ) : (
            <RankText nationId={nationId} standings={standings} />
          )}
        </RankLine>
        {isEmpty ? (
          <Invitation>
            {`The first player begins with ${formatDollars(rules.startingGdp[nationId])}, and one staked cultural NFT makes them President.`}
          </Invitation>
        ) : (
          <Standing nationId={nationId} standing={standing} />
        )}
        {/* As high before it is known who looks. */}
        <Row $gap={[2, 4]} $wrap style={{ minBlockSize: 'var(--tap)' }}>
          <PlayForIt nationId={nationId} isEmpty={isEmpty} />
          {standing && !isEmpty && (
            <Link data-tap to={`/ranking?nation=${nationId}`}>
              {formatPlayers(standing.players)}
            </Link>
          )}
          <Caption>{bonusText(nationId, rules.bonusPercent)}</Caption>
          {watching}
        </Row>
      </NationHead>
      {isEmpty ? (
        <Stack $gap={5} style={{ marginBlock: 'var(--space-5)' }}>
          {landmark}
        </Stack>
      ) : (
        <Columns>
          <Stack $gap={5}>
            <PresidentRace nationId={nationId} query={query} />
            <PhoneFold value>{renderActivity(lines)}</PhoneFold>
          </Stack>
          {landmark}
        </Columns>
      )}
    </>
  );
}

/** Its GDP, and its week [SEA4]. */
function Standing({
  nationId,
  standing,
}: {
  readonly nationId: NationId;
  readonly standing: LiveStanding | undefined;
}) {
  const week = useThisWeek();
  const { data, isError } = useWeek(week);
  const nations = data?.season.nations;
  const gained = nations?.find((one) => one.nationId === nationId)?.gained;
  const place = 1 + (nations ?? []).filter((one) => one.gained > (gained ?? 0)).length;
  const best = data?.best.find((one) => one.nationId === nationId);
  const itsWeek: Fact = {
    ...figureFact('Gained this week', gained, formatDeltaDollars),
    note: !data ? (
      <Skeleton $width="9rem" />
    ) : gained === 0 ? (
      'Nothing yet'
    ) : (
      <>
        <Link to={weekLink(week)}>{placeText(place)}</Link>
        {best && (
          <>
            <span>, most by </span>
            <Person wallet={best.walletAddress} name={best.name} avatar={0} />
          </>
        )}
      </>
    ),
  };
  return (
    <Facts
      label="Standing"
      min="9rem"
      facts={[
        {
          ...figureFact('GDP', standing?.gdp, formatDollars),
          note: (
            <>
              <DollarChange dollars={standing?.growth.h24 ?? null} />
              <span> in 24 h</span>
            </>
          ),
        },
        ...(data === null || isError ? [] : [itsWeek]),
      ]}
    />
  );
}

/** To where one joins; nothing for who plays already. */
function PlayForIt({
  nationId,
  isEmpty,
}: {
  readonly nationId: NationId;
  readonly isEmpty: boolean;
}) {
  const { walletAddress, status } = useWallet();
  const player = useQuery(playerNationQuery(walletAddress)).data;
  if (player || (walletAddress ? player === undefined : status === 'starting')) return null;
  return (
    <ButtonRow>
      <ButtonLink to="/dashboard" tone="primary">
        {isEmpty ? 'Start Playing' : `Play for ${nationInText(nationId)}`}
      </ButtonLink>
    </ButtonRow>
  );
}

function RankText({
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
 * `$530 behind` the nation above, `tied with` it; the first is `$530 ahead of` the second. Null if
 * it is the only one.
 * @param standings best first; `index` is the nation's.
 */
function gapOf(
  standings: readonly Pick<LiveStanding, 'nationId' | 'gdp'>[],
  index: number,
): { readonly text: string; readonly to: NationId } | null {
  const own = standings[index];
  const other = standings[index === 0 ? 1 : index - 1];
  if (!own || !other) return null;
  const gap = Math.abs(own.gdp - other.gdp);
  const where = index === 0 ? 'ahead of' : 'behind';
  return { text: gap === 0 ? 'tied with' : `${formatDollars(gap)} ${where}`, to: other.nationId };
}
