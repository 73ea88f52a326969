/** In the place of something that could not be loaded: what it is, and the button to try again. */
import { Button } from '../ui/Button.tsx';
import { Stack } from '../ui/layout/boxes.ts';
import { Muted } from '../ui/text.ts';

export function LoadFailed({
  text,
  query: { isFetching, refetch },
}: {
  readonly text: string;
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
}) {
  return (
    <Stack role="alert" $gap={3} $align="start">
      <Muted>{text}</Muted>
      <Button pending={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Stack>
  );
}
