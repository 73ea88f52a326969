/** The nations' works [WRK1]: each landmark as far as it stands, live. */
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { NATION_LIST } from '../../../../common/values/nations.ts';
import { FlagName, FourColumns, SectionTitle } from '../../ui/layout/sections.ts';
import { useWorks } from '../../live/use-works.ts';
import { Flag } from '../../ui/atlas/Flag.tsx';
import { Caption, Muted } from '../../ui/text.ts';
import { LoadFailed } from '../../views/LoadFailed.tsx';
import { nationPath } from '../../views/paths.ts';
import { firstFinisherOf } from '../../views/works/first-finisher.ts';
import { WORK_NAMES } from '../../../../common/values/work-names.ts';
import { WorkLandmark, WorkState } from '../../views/works/WorkLandmark.tsx';

const Lead = styled(Muted)`
  max-inline-size: 64ch;
  margin-block: var(--space-2) var(--space-5);
`;

const Work = styled(Link)`
  display: grid;
  gap: var(--space-2);
  text-decoration: none;

  > svg {
    inline-size: 100%;
  }

  > ${Caption} {
    min-block-size: 3em;
  }

  &:hover h3 {
    text-decoration: underline;
  }
`;

export function NationsWorks() {
  const query = useWorks();
  const { works, isError } = query;
  const isKnown = Object.keys(works).length > 0;
  const first = firstFinisherOf(works);
  return (
    <section aria-labelledby="works">
      <SectionTitle id="works">What the nations build</SectionTitle>
      <Lead>
        Each nation engraves its landmark in five stages, from the wood, oil, food and technology
        that its players contribute.
      </Lead>
      {!isKnown && isError ? (
        <LoadFailed
          text="The works could not be loaded. Check your connection, then try again."
          query={query}
        />
      ) : (
        <FourColumns $gap={5} aria-busy={!isKnown || undefined}>
          {NATION_LIST.map(({ id }) => (
            <li key={id}>
              <Work to={nationPath(id)}>
                <WorkLandmark nationId={id} work={works[id] ?? null} />
                <FlagName>
                  <Flag nation={id} height={18} />
                  <span>{WORK_NAMES[id].title}</span>
                </FlagName>
                <Caption as="p">
                  <WorkState nationId={id} work={works[id] ?? null} isFirst={first === id} />
                </Caption>
              </Work>
            </li>
          ))}
        </FourColumns>
      )}
    </section>
  );
}
