/** Shown in place of a page, or of its surroundings, that crashed, or that can't be loaded. */
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Notice } from '../ui/layout/Notice.tsx';
import { OFFLINE, useIsOffline } from '../lib/offline.ts';
import { PageTitle } from './pages/PageTitle.tsx';

export function PageFailed() {
  const isOffline = useIsOffline();
  const title = isOffline ? 'This page could not be loaded' : 'This page stopped working';
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Notice
        title={title}
        text={
          isOffline
            ? `${OFFLINE} The page comes by itself once it is online.`
            : 'Nothing of yours is lost: your nation and your stakes are kept by the game. Reload the page, or begin again at home.'
        }
      >
        {/* Without a network a reload would lose what is still there. */}
        {!isOffline && (
          <Button tone="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        )}
        <ButtonLink to="/">Go to Home Page</ButtonLink>
      </Notice>
    </>
  );
}
