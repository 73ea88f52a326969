/** What the page's HTML says of the game: see common/protocol/page-facts.ts, whose schema loads later. */
import { PAGE_FACTS_ID } from '../../../common/protocol/page-facts-place.ts';

/** The facts, unparsed; null if there are none, and for every caller after the first. */
export function takePageFacts(): unknown {
  const script = typeof document === 'undefined' ? null : document.getElementById(PAGE_FACTS_ID);
  if (!script) return null;
  script.remove();
  return JSON.parse(script.textContent);
}
