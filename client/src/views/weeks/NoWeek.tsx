/** What stands where a week would: an address that names none, and a week that could not be loaded. */
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Notice } from '../../ui/layout/Notice.tsx';
import { weekLink, WEEKS } from '../paths.ts';
import { useThisWeek } from './use-weeks.ts';

const TEXTS = {
  'no-week': 'The address names no week. A week is written like 2026-W48.',
  'to-come': 'That week is still to come.',
  before: 'That week was before the game: there is no ranking of it.',
} as const;

function Ways() {
  const week = useThisWeek();
  return (
    <>
      <ButtonLink to={weekLink(week)} tone="primary">
        See this week
      </ButtonLink>
      <ButtonLink to={WEEKS}>All weeks</ButtonLink>
    </>
  );
}

export function NoWeek({ why }: { readonly why: keyof typeof TEXTS }) {
  return (
    <Notice title="Which week?" text={TEXTS[why]}>
      <Ways />
    </Notice>
  );
}

export function WeekFailed({
  isFetching,
  onRetry,
}: {
  readonly isFetching: boolean;
  readonly onRetry: () => void;
}) {
  return (
    <Notice
      title="The week could not be loaded"
      text="The game server did not answer. Check your connection, then try again."
    >
      <Button tone="primary" pending={isFetching} onClick={onRetry}>
        Try again
      </Button>
      <ButtonLink to="/ranking">See the ranking</ButtonLink>
    </Notice>
  );
}
