import { Button } from './Button.tsx';
import type { StarProps } from './follow.ts';
import { StarIcon, useStar } from './FollowStar.tsx';

/** Of a player's page. */
export function FollowButton(who: StarProps) {
  const { isFollowed, button } = useStar(who);
  const label = isFollowed ? 'Following' : 'Follow';
  return (
    <Button tone="quiet" {...button} aria-label={`${label} ${who.called}`}>
      <StarIcon isFollowed={isFollowed} />
      <span>{label}</span>
    </Button>
  );
}
