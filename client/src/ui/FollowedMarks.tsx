/** A star at every link to a player whom one follows [SCR74], but where there is one to press. */
import { createGlobalStyle } from 'styled-components';
import { useStore } from '../lib/store.ts';
import { followed, NOBODY } from './followed.ts';

const STAR =
  'polygon(50% 3%, 62% 37%, 98% 38%, 69% 59%, 79% 93%, 50% 73%, 21% 93%, 31% 59%, 2% 38%, 38% 37%)';

const Marks = createGlobalStyle<{ readonly $links: string }>`
  :is(${({ $links }) => $links}):not(.starred > *)::before {
    content: '';
    display: inline-block;
    flex: none;
    order: 1;
    inline-size: 0.75em;
    block-size: 0.75em;
    margin-inline-end: 0.25em;
    background: var(--action);
    clip-path: ${STAR};
  }
`;

export function FollowedMarks() {
  const wallets = [...useStore(followed, NOBODY)];
  if (wallets.length === 0) return null;
  return <Marks $links={wallets.map((wallet) => `[href='/player/${wallet}' i]`).join()} />;
}
