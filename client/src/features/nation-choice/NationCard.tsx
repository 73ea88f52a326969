/**
 * A nation to choose: how it stands, what it starts with [SCR21] and what one can become there. It
 * names no other nation and no player: a card is found by its own name.
 */
import { styled } from 'styled-components';
import type { NationView } from '../../../../common/protocol/nations.ts';
import { type NationId, nationInText } from '../../../../common/values/nations.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { useStandings, type LiveStanding } from '../../live/standings.ts';
import { formatDollars } from '../../../../common/values/figures.ts';
import { formatCompact, formatGdpK, formatPlayers, phrases } from '../../ui/format.ts';
import { Phrases } from '../../ui/Phrases.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner, UntilLong } from '../../ui/Spinner.tsx';
import { Caption, Strong } from '../../ui/text.ts';
import { NationHead, PLACES } from '../../views/NationHead.tsx';
import { culturalNfts } from '../../views/row-parts.tsx';

/** Figures, each beside its name. */
const Begins = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-2);

  > span {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-1);
    align-items: baseline;
  }
`;

export function NationCard({
  id,
  start,
  isChosen,
}: {
  readonly id: NationId;
  /** What it begins with, as the server has it. */
  readonly start: Pick<NationView, 'population' | 'startingGdp' | 'bonus'>;
  /** While the choice is being sent. */
  readonly isChosen: boolean;
}) {
  const standing = useStandings()?.find(({ nationId }) => nationId === id);
  return (
    <NationHead
      nationId={id}
      size="card"
      light={isChosen ? 1 : 0.45}
      beside={isChosen && <Spinner size={20} label={`Choosing ${nationInText(id)}`} />}
    >
      <Caption>
        {standing ? <Phrases>{standingText(standing)}</Phrases> : <Skeleton $width="13rem" />}
      </Caption>
      <Begins>
        <span>
          <Caption>Population</Caption>
          <Strong>{formatCompact(start.population)}</Strong>
        </span>
        <span>
          <Caption>Starting GDP</Caption>
          <Strong>{`$${formatGdpK(start.startingGdp)}`}</Strong>
        </span>
        <span>
          <Caption>President with</Caption>
          {standing ? (
            <Strong>{culturalNfts(standing.presidentStakedCount + 1)}</Strong>
          ) : (
            <Skeleton $width="7rem" />
          )}
        </span>
      </Begins>
      {isChosen && <UntilLong />}
      <Caption>{`${start.bonus}, to build ${WORK_NAMES[id].inText}.`}</Caption>
    </NationHead>
  );
}

function standingText({ rank, gdp, players }: LiveStanding): string {
  if (players === 0) return 'Nobody plays for it yet';
  return phrases([PLACES[rank - 1] ?? `#${rank}`, formatDollars(gdp), formatPlayers(players)]);
}
