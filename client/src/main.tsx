/** The page’s entry: hydrates the prerendered page, or renders from scratch if there is none (development). */
import './ui/csp-nonce.ts';
import './api/zod-without-eval.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { PAGE_FACTS_ID } from '../../common/protocol/page-facts-place.ts';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);

async function start(element: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  const facts = document.getElementById(PAGE_FACTS_ID);
  if (facts) {
    const { knowPage } = await import('./live/page-facts.ts');
    knowPage(queryClient, facts.textContent);
  }
  const page = (
    <StrictMode>
      <BrowserRouter>
        <App queryClient={queryClient} />
      </BrowserRouter>
    </StrictMode>
  );
  // In slices: on a phone the first render takes longer than a tap should wait.
  startTransition(() => {
    if (element.hasChildNodes()) hydrateRoot(element, page);
    else createRoot(element).render(page);
  });
}
