/** Learn How to Play (/learn). */
import { LearnGuide } from '../../features/learn/LearnGuide.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { PageTitle } from './PageTitle.tsx';

const TITLE = 'Learn How to Play';

export function LearnPage() {
  return (
    <Page>
      <PageTitle>{TITLE}</PageTitle>
      <PageHead
        title={TITLE}
        lead="Four steps to a nation, three ways to make it grow, and what the best players know."
      >
        <ButtonLink to="/" tone="primary">
          Start Playing Now
        </ButtonLink>
      </PageHead>
      <LearnGuide />
    </Page>
  );
}
