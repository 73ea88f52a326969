/** The page for unknown paths. */
import { ButtonLink } from '../../ui/Button.tsx';
import { WideNotice } from '../WideNotice.tsx';

const TITLE = 'Page Not Found';

export function NotFoundPage() {
  return (
    <WideNotice
      page={TITLE}
      title={TITLE}
      text="This place is on none of our maps. The address may be mistyped, or the page has moved."
    >
      <ButtonLink to="/" tone="primary">
        Go to Home Page
      </ButtonLink>
      <ButtonLink to="/ranking">See the ranking</ButtonLink>
    </WideNotice>
  );
}
