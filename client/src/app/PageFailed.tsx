/** Shown in place of a page, or of its surroundings, that crashed. */
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Notice } from '../ui/layout/Notice.tsx';
import { PageTitle } from './pages/PageTitle.tsx';

const TITLE = 'This page stopped working';

export function PageFailed() {
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <Notice
        title={TITLE}
        text="Nothing of yours is lost: your nation and your stakes are kept by the game. Reload the page, or begin again at home."
      >
        <Button tone="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <ButtonLink to="/">Go to Home Page</ButtonLink>
      </Notice>
    </>
  );
}
