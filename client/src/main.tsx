/**
 * The page’s entry: hydrates the prerendered page, or renders from scratch if there is none
 * (development).
 */
import './ui/csp-nonce.ts';
import '../../common/protocol/zod-without-eval.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { PAGE_RULES_ID } from '../../common/protocol/page-facts-place.ts';
import { PAGE_RULES_KEY } from './api/config.ts';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const queryClient = createQueryClient();
const rules = document.getElementById(PAGE_RULES_ID);
if (rules) queryClient.setQueryData(PAGE_RULES_KEY, JSON.parse(rules.textContent));
const page = (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
);
// In slices: on a phone the first render takes longer than a tap should wait.
startTransition(() => {
  if (root.hasChildNodes()) hydrateRoot(root, page, { onRecoverableError });
  else createRoot(root).render(page);
});

/** Who goes back before the page is taken over gets the other one from React: that is no error. */
function onRecoverableError(error: unknown): void {
  const [load] = performance.getEntriesByType('navigation');
  if (load?.name.split('#')[0] === location.href.split('#')[0]) reportError(error);
}
