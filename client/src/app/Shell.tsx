/** The frame of every page: the skip link, header, what operators say, page, footer, overlays. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { lateBeside } from '../views/late-beside.tsx';
import { SkipLink } from '../ui/SkipLink.ts';
import { useInBrowser } from '../ui/use-in-browser.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { PageFailed } from './PageFailed.tsx';
import { PageRoutes } from './routes.tsx';

// Loaded as soon as the page has rendered, before there is something to show: once a new version is
// deployed, this one's files may be gone.
const Overlays = lateBeside(() => import('./Overlays.tsx').then((module) => module.Overlays));

const OperatorLines = lateBeside(() =>
  import('../features/live-status/OperatorLines.tsx').then((module) => module.OperatorLines),
);

const Main = styled.main`
  /* Keeps the footer below the fold while a page is loading, so that nothing jumps. */
  min-block-size: calc(100vh - var(--header-height));
  min-block-size: calc(100dvh - var(--header-height));
  scroll-margin-block-start: var(--header-height);
`;

export function Shell() {
  const { pathname, key } = useLocation();
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(pathname);

  // A new page begins at its top, for eyes and for the keyboard alike.
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // What the address names shows itself.
    if (!location.hash) scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <SkipLink href="#main">Skip to the page</SkipLink>
      <Header />
      <OperatorLines />
      <Main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary resetKey={key} fallback={<PageFailed />}>
          <PageRoutes />
        </ErrorBoundary>
      </Main>
      <Footer />
      <OverlaysInBrowser />
    </>
  );
}

/** Toasts are in a portal, so they are never in the built page. */
function OverlaysInBrowser() {
  return useInBrowser() && <Overlays />;
}
