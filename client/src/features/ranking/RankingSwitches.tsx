/** Which ranking is shown, and of which nation: links, since it is all in the page's address. */
import { styled } from 'styled-components';
import { weekNumber } from '../../../../common/values/week.ts';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NARROW } from '../../ui/layout/boxes.ts';
import { ChoiceLink } from '../../ui/choice-button.ts';
import { weekLink } from '../../views/paths.ts';
import { useMatches } from '../../ui/use-matches.ts';
import { useThisWeek } from '../../views/weeks/use-weeks.ts';
import { ONE_COLUMN } from './page-layout.ts';
import { rankingLink, withPeople, type RankingUrl } from './ranking-url.ts';

const Nations = styled.nav`
  display: flex;
  margin-inline-start: auto;

  > a {
    gap: var(--space-2);
    min-inline-size: 2.25rem;
    padding-inline: var(--space-1);
    font-size: var(--text-caption);
    font-weight: 500;
  }

  small {
    display: none;
    font-size: 0.75rem;
  }

  @media ${ONE_COLUMN} {
    flex: 1 0 60%;

    > a {
      flex: 1;
      min-inline-size: var(--tap);
    }

    > :nth-child(-n + 2) {
      flex: none;
    }

    /* Of everyone's feed, which has switches of the same names. */
    &[data-feed] > :nth-child(-n + 2) {
      display: none;
    }

    small {
      display: inline;
    }
  }

  @media ${NARROW} {
    flex-basis: calc(100% - var(--tap));

    > a {
      flex-direction: column;
      gap: 2px;
      padding-inline: 0;
      overflow: clip;
      line-height: 1.1;
    }
  }

  @media (max-width: 24.37rem) {
    small {
      font-size: 0.6875rem;
    }
  }
`;

const Views = styled.nav`
  display: flex;
  gap: var(--space-2);

  > a {
    padding-inline: var(--space-1);
    font-weight: 500;
  }

  > [data-part='activity'] {
    display: none;
  }

  @media ${ONE_COLUMN} {
    margin-inline-end: auto;

    > a {
      font-size: var(--text-caption);
    }

    > [data-part='activity'] {
      display: inline-flex;
    }
  }
`;

/** Which ranking is shown; or the feed, where it doesn't fit beside the list. */
export function RankingSwitch({
  shown,
  nationId = null,
  people = null,
}: {
  /** Or a week, by its number. */
  readonly shown: RankingUrl['view'] | number;
  readonly nationId?: NationId | null;
  readonly people?: RankingUrl['people'];
}) {
  const week = useThisWeek();
  const isAlone = useMatches(ONE_COLUMN);
  const past = typeof shown === 'number' && shown !== week ? shown : null;
  return (
    <Views aria-label="What is shown">
      <ChoiceLink
        to={rankingLink({ nation: nationId, people })}
        aria-current={shown === 'list' || (shown === 'activity' && !isAlone)}
      >
        All time
      </ChoiceLink>
      <ChoiceLink to={withPeople(weekLink(week), people)} aria-current={shown === week}>
        This week
      </ChoiceLink>
      {past === null ? (
        <ChoiceLink
          data-part="activity"
          to={rankingLink({ nation: nationId, view: 'activity', people })}
          aria-current={shown === 'activity'}
        >
          Activity
        </ChoiceLink>
      ) : (
        <ChoiceLink
          to={withPeople(weekLink(past), people)}
          aria-current
        >{`Week ${weekNumber(past)}`}</ChoiceLink>
      )}
    </Views>
  );
}

/** Whose rows are listed; on a phone it is the nations' standing, too. */
export function NationSwitch({
  nationId,
  season = null,
  people = null,
  isFeed,
  figureOf,
}: {
  readonly nationId: NationId | null;
  readonly people?: RankingUrl['people'];
  readonly season?: string | null;
  /** Whether a phone has the feed in the list's place. */
  readonly isFeed: boolean;
  /** A nation's figure; null while unknown. */
  readonly figureOf: ((nationId: NationId) => string) | null;
}) {
  return (
    <Nations
      aria-label="Whose rows are listed"
      data-feed={(isFeed && !nationId && !people) || undefined}
    >
      <ChoiceLink to={rankingLink({ season })} aria-current={nationId === null && !people}>
        All
      </ChoiceLink>
      <ChoiceLink to={rankingLink({ season, people: 'mine' })} aria-current={people === 'mine'}>
        Mine
      </ChoiceLink>
      {NATION_LIST.map(({ id, name }) => (
        <ChoiceLink
          key={id}
          to={rankingLink({ season, nation: id })}
          aria-current={nationId === id && !people}
          aria-label={name}
          title={`${name} only`}
        >
          <Flag nation={id} height={16} />
          <small>{figureOf ? figureOf(id) : '\u00A0'}</small>
        </ChoiceLink>
      ))}
    </Nations>
  );
}
