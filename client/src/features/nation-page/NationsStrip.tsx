/** The four nations in one line, best first: what each stands at, and the way to its page. */
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST, type NationId } from '../../../../common/values/nations.ts';
import type { LiveStanding } from '../../live/standings.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { NATION_STYLES } from '../../ui/atlas/nation-style.ts';
import { formatDollars } from '../../../../common/values/figures.ts';
import { formatDollarsCompact } from '../../ui/format.ts';
import { Figure } from '../../ui/motion/Figure.tsx';
import { useGlide } from '../../ui/motion/use-glide.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { nationPath } from '../../views/paths.ts';

const Nations = styled.ol`
  position: relative;
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  margin-block: calc(-1 * var(--space-4)) var(--space-6);
  border-block: 1px solid var(--rule);

  > li + li {
    border-inline-start: 1px solid var(--rule);
  }

  @media (max-width: 48rem) {
    margin-block: calc(-1 * var(--space-3)) var(--space-5);
  }
`;

const Nation = styled(Link)`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-2);
  align-content: center;
  align-items: center;
  min-block-size: 3.5rem;
  padding-inline: var(--space-3);
  text-decoration: none;

  &:hover {
    background: var(--surface-hover);
  }

  &[aria-current] {
    background: var(--surface-raised);
    box-shadow: inset 0 -3px 0 var(--colour);
  }

  > small {
    color: var(--ink-muted);
    font-size: var(--text-caption);
  }

  > b {
    font-weight: 500;
  }

  > strong {
    margin-inline-start: auto;
    font-size: var(--text-caption);
    font-weight: 600;
  }

  /* The flag is the name where four names have no room. */
  @media (max-width: 56rem) {
    padding-inline: var(--space-2);

    > b {
      ${visuallyHidden}
    }

    > strong {
      flex-basis: 100%;
    }
  }
`;

export function NationsStrip({
  nationId,
  standings,
}: {
  /** The nation whose page it is. */
  readonly nationId: NationId;
  /** Best first; null while unknown. */
  readonly standings: readonly LiveStanding[] | null;
}) {
  const list = useRef<HTMLOListElement>(null);
  useGlide(list, standings?.map((one) => one.nationId).join() ?? '');
  const shown = standings ?? NATION_LIST.map(({ id, name }) => ({ nationId: id, name, gdp: null }));
  return (
    <nav aria-label="The four nations">
      <Nations ref={list} aria-busy={!standings || undefined}>
        {shown.map(({ nationId: id, name, gdp }, i) => (
          <li key={id} data-glide={id}>
            <Nation
              to={nationPath(id)}
              aria-current={id === nationId ? 'page' : undefined}
              style={{ '--colour': NATION_STYLES[id].colour }}
            >
              <small>{standings ? i + 1 : ' '}</small>
              <Flag nation={id} height={14} />
              <b>{name}</b>
              <strong title={gdp === null ? undefined : formatDollars(gdp)}>
                {gdp === null ? (
                  <Skeleton $width="4rem" />
                ) : (
                  <Figure value={gdp} text={formatDollarsCompact(gdp)} />
                )}
              </strong>
            </Nation>
          </li>
        ))}
      </Nations>
    </nav>
  );
}
