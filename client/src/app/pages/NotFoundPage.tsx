/** Every path that leads nowhere. */
import { PRODUCT_NAME } from '../../../../common/values/product.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';

export function NotFoundPage() {
  usePageTitle('Page Not Found', PRODUCT_NAME);
  return (
    <Notice
      title="Page Not Found"
      text="This place is on none of our maps. The address may be mistyped, or the page has moved."
    >
      <ButtonLink to="/" tone="primary">
        Go to Home Page
      </ButtonLink>
      <ButtonLink to="/ranking">See the ranking</ButtonLink>
    </Notice>
  );
}
