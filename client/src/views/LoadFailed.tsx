/**
 * In the place of something that could not be loaded: what it is, why, and the button to try again.
 */
import { failureReason } from '../../../client-kit/api/api-error.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Stack } from '../ui/layout/boxes.ts';
import { Notice } from '../ui/layout/Notice.tsx';
import { Muted } from '../ui/text.ts';

interface Failed {
  readonly query: {
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
    readonly error?: unknown;
  };
}

export function LoadFailed({
  text,
  query: { isFetching, refetch, error },
}: Failed & { readonly text: string }) {
  return (
    <Stack role="alert" $gap={3} $align="start">
      <Muted>{`${text} ${failureReason(error) ?? ''}`}</Muted>
      <Button pending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Stack>
  );
}

/** In the place of a whole page. */
export function LoadFailedPage({
  title,
  query: { isFetching, refetch, error },
}: Failed & { readonly title: string }) {
  return (
    <Notice title={title} text={failureReason(error)}>
      <Button tone="primary" pending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
      <ButtonLink to="/ranking">See the ranking</ButtonLink>
    </Notice>
  );
}
