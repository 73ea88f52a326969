/**
 * A tip, at random on each visit [SCR42]. The page's HTML has them all, hidden, and its first
 * script shows one of them (tools/production/late-scripts.ts); without scripts the first is shown.
 */
import { Suspense } from 'react';
import { styled } from 'styled-components';
import { KeepServerHtml } from '../../ui/KeepServerHtml.tsx';
import { late } from '../../ui/late.tsx';

/** Only after a navigation: the page itself has them in its HTML. */
const OneTip = late(() => import('./tips.tsx').then((module) => module.OneTip));
/** No browser needs it, or its name. */
const AllTips = import.meta.env.SSR
  ? late(() => import('./tips.tsx').then((module) => module.AllTips))
  : null;

/** Not a paragraph, which can't contain the box of a part that stands still. */
const Words = styled.div`
  /* The longest tip takes two lines; the layout around it is the same whichever is shown. */
  display: grid;
  align-items: center;
  min-block-size: 2lh;
  max-inline-size: 54ch;
  padding-inline-start: var(--space-3);
  border-inline-start: 3px solid var(--action);
  color: var(--ink-muted);
  font-size: var(--text-caption);
  line-height: 1.35;

  @media (scripting: none) {
    [data-one-of] > :first-child {
      display: inline;
    }
  }
`;

export function Tip() {
  return (
    <Words>
      <KeepServerHtml name="tip" until={false} serverContent={AllTips && <AllTips.Component />}>
        <Suspense>
          <OneTip.Component />
        </Suspense>
      </KeepServerHtml>
    </Words>
  );
}
