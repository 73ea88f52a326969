/** In the place of something that could not be loaded: what it is, and the button to try again. */
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Stack } from '../ui/layout/boxes.ts';
import { Notice } from '../ui/layout/Notice.tsx';
import { Muted } from '../ui/text.ts';

interface Failed {
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
}

export function LoadFailed({
  text,
  query: { isFetching, refetch },
}: Failed & { readonly text: string }) {
  return (
    <Stack role="alert" $gap={3} $align="start">
      <Muted>{text}</Muted>
      <Button pending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Stack>
  );
}

/** In the place of a whole page. */
export function LoadFailedPage({
  title,
  query: { isFetching, refetch },
}: Failed & { readonly title: string }) {
  return (
    <Notice
      title={title}
      text="The game server did not answer. Check your connection, then try again."
    >
      <Button tone="primary" pending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
      <ButtonLink to="/ranking">See the ranking</ButtonLink>
    </Notice>
  );
}
