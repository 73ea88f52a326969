/** What a page has once somebody uses it: it loads with the first pointer or key. */
import { FollowedMarks } from '../ui/FollowStar.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';

export function UsedPage() {
  useKeptFocus();
  return <FollowedMarks />;
}
