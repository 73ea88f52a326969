/** What the page's HTML says of the game: see common/protocol/page-facts.ts. Its schema loads with the live client. */
import { PAGE_FACTS_ID } from '../../../common/protocol/page-facts-place.ts';

const element = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.getElementById(PAGE_FACTS_ID);

/** Whether the page came with figures in it. */
export function hasPageFacts(): boolean {
  return element() !== null;
}

/** The facts, unparsed; null if there are none, and for every caller after the first. */
export function takePageFacts(): unknown {
  const script = element();
  if (!script) return null;
  const facts: unknown = JSON.parse(script.textContent);
  script.textContent = 'null';
  return facts;
}
