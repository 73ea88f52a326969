/** The rules of the week's race, for people [SEA1–SEA4]. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { FourTexts } from '../../ui/layout/FourTexts.tsx';
import { WEEK_RULES } from '../../views/paths.ts';

const Section = styled.section`
  display: grid;
  gap: var(--space-4);
  margin-block-start: var(--space-6);
  scroll-margin-block-start: calc(var(--header-height) + var(--space-5));
`;

const RULES = [
  {
    title: 'Monday to Sunday, UTC',
    text: 'Every week is a race of its own, seven days long. It never changes your stakes or GDP.',
  },
  {
    title: 'Your gain counts',
    text: 'It is how far you climb above your own best. Unstaking and staking again gains nothing; starting GDP doesn’t count.',
  },
  {
    title: 'First wins',
    text: 'Every gain above $0 is ranked. If two are equal, the one who got there first is ahead. The winner keeps a laurel for good.',
  },
  {
    title: 'Your nation gains too',
    text: 'Its gain is the sum of its players’ gains. Presidency doesn’t affect it.',
  },
] as const;

export function WeekRules() {
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  const [, id] = WEEK_RULES.split('#');
  useEffect(() => {
    if (hash === `#${id}`) section.current?.scrollIntoView();
  }, [hash, id]);
  return (
    <Section id={id} ref={section}>
      <h2>How a week is won</h2>
      <FourTexts texts={RULES} />
    </Section>
  );
}
