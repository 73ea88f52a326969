/** Learn How to Play (/learn). */
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { LearnGuide } from '../../features/learn/LearnGuide.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Page, PageHead } from '../../ui/layout/Page.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';

export function LearnPage() {
  usePageTitle('Learn How to Play', PRODUCT_NAME);
  return (
    <Page>
      <PageHead
        title="Learn How to Play"
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
