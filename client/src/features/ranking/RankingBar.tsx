/** The bar above the list: selects which part of the ranking is shown, all of it in the page's URL. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { css, styled } from 'styled-components';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { formatCount } from '../../ui/format.ts';
import { Aside, Bar, LIST_TITLE, Title } from './bar-parts.tsx';
import { FindPlayer } from './FindPlayer.tsx';
import { PauseButton } from './PauseButton.tsx';
import { NARROW, ONE_COLUMN, PHONE, TWO_LINES } from './ranking-grid.ts';
import { RewindButton } from './RewindButton.tsx';
import { rankingLink, type RankingUrl } from './ranking-url.ts';
import type { Pausable } from './use-pausable-rows.ts';

const choice = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-block-size: var(--tap);
  border-block: 2px solid transparent;
  color: var(--ink-muted);
  font-size: var(--text-caption);
  font-weight: 500;
  text-decoration: none;

  &:hover {
    background: var(--surface-hover);
    color: var(--ink);
  }

  &[aria-current='true'] {
    border-block-end-color: var(--action);
    color: var(--ink);
  }
`;

const Nations = styled.nav`
  display: flex;

  > a {
    ${choice}
    min-inline-size: 2.25rem;
    padding-inline: var(--space-1);

    @media ${NARROW} {
      min-inline-size: var(--tap);
    }
  }

  @media print {
    display: none;
  }
`;

/** Switches between the list and the feed when only one of them fits. */
const Views = styled.nav`
  display: none;

  > a {
    ${choice}
    padding-inline: var(--space-3);
    font-size: var(--text-body);
  }

  @media ${ONE_COLUMN} {
    display: flex;
  }

  @media ${PHONE} {
    > a {
      padding-inline: var(--space-2);
    }
  }

  @media print {
    display: none;
  }
`;

const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  justify-content: end;
  min-inline-size: 0;
  /* As wide as its content, so that what appears beside it later doesn't move its edge. */
  margin-inline-start: auto;

  @media ${TWO_LINES} {
    flex: 1 0 100%;
  }

  @media ${PHONE} {
    gap: var(--space-1);
  }
`;

/** On narrower windows it is shown with the feed instead. */
const Watched = styled.span`
  display: flex;

  @media ${ONE_COLUMN} {
    display: none;
  }
`;

/** Tall enough for a thumb. */
const ToYou = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-block-size: var(--tap);
  color: var(--action);
  text-decoration: none;

  &:hover {
    text-decoration: underline;
  }
`;

export function RankingBar({
  url,
  listed,
  yourRank,
  pause,
  watching,
}: {
  readonly url: RankingUrl;
  /** How many rows the list has. */
  readonly listed: number;
  readonly yourRank: number | null;
  readonly pause: Omit<Pausable, 'rows'>;
  /** How many people are watching, if known. */
  readonly watching: ReactNode;
}) {
  const { nationId, view } = url;
  return (
    <Bar>
      <Title id="ranking-title">{LIST_TITLE}</Title>
      <Views aria-label="What is shown">
        <Link to={rankingLink({ nation: nationId })} aria-current={view === 'list'}>
          Rankings
        </Link>
        <Link
          to={rankingLink({ nation: nationId, view: 'activity' })}
          aria-current={view === 'activity'}
        >
          Activity
        </Link>
      </Views>
      <Aside>
        {yourRank === null ? (
          `${formatCount(listed)} in all`
        ) : (
          <ToYou to={rankingLink({ around: 'me' })}>{`You are #${formatCount(yourRank)}`}</ToYou>
        )}
      </Aside>
      <PauseButton {...pause} />
      <RewindButton />
      <Watched>{watching}</Watched>
      <Tools>
        <Nations aria-label="Whose rows are listed">
          <Link to={rankingLink({})} aria-current={nationId === null}>
            All
          </Link>
          {NATION_LIST.map(({ id, name }) => (
            <Link
              key={id}
              to={rankingLink({ nation: id })}
              aria-current={nationId === id}
              aria-label={name}
              title={`${name} only`}
            >
              <Flag nation={id} height={16} />
            </Link>
          ))}
        </Nations>
        <FindPlayer q={url.q} />
      </Tools>
    </Bar>
  );
}
