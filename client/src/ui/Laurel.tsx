/** A champion's laurel, with how many weeks they have won. */
import { styled } from 'styled-components';
import { createStore, useStore } from '../lib/store.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const NOBODY: ReadonlyMap<string, number> = new Map();

/** How many weeks a wallet has won; empty until the page knows. */
export const titles = createStore(NOBODY);

const Wreath = styled.span`
  display: inline-flex;
  flex: none;
  gap: 1px;
  vertical-align: top;
  align-items: center;
  color: var(--action);
  font-size: var(--text-caption);
  font-weight: 600;
  line-height: 1;
`;

/** A branch, of a box of 16 by 16. */
export const BRANCH =
  'M7.500 14.500Q3 13.500 2.600 9 2.300 5.500 4 2.500M3.600 12.200Q1.600 12.500 .500 10.600 2.700 9.900 3.600 12.200ZM2.600 8.700Q.600 8.100.600 6 2.700 6.500 2.600 8.700ZM3 5.400Q1.500 4 2.200 2 3.900 3.300 3 5.400Z';

/** Nothing for who has won none. */
export function Laurel({ wallet }: { readonly wallet: string }) {
  const won = useStore(titles, NOBODY).get(wallet);
  if (won === undefined) return null;
  const words = won === 1 ? 'Champion of a week' : `Champion of ${won} weeks`;
  return (
    <Wreath title={words} data-laurel={won}>
      <svg
        viewBox="0 0 16 16"
        width="14"
        height="14"
        fill="currentColor"
        fillOpacity="0.85"
        stroke="currentColor"
        strokeWidth="0.9"
        aria-hidden
      >
        <path d={BRANCH} />
        <path d={BRANCH} transform="matrix(-1 0 0 1 16 0)" />
      </svg>
      <span aria-hidden>{won}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Wreath>
  );
}
