/**
 * The star that follows a player [SCR74]. In a list it is seen while its row is pointed at or has
 * the focus, and once it is pressed.
 */
import { Star as StarIcon } from 'lucide-react';
import { styled } from 'styled-components';
import { useStore } from '../lib/store.ts';
import { Button } from './Button.tsx';
import { follow, followed, NOBODY, unfollow } from './followed.ts';

const ICON_PX = 16;

/** A list's own style shows it: `visibility`, so that no tab stops at what is not seen. */
const Small = styled.button`
  display: inline-grid;
  flex: none;
  place-items: center;
  inline-size: 1.5rem;
  block-size: 1.5rem;
  color: var(--ink-muted);
  visibility: hidden;

  &[aria-pressed='true'] {
    color: var(--action);
    visibility: visible;
  }

  @media (hover: hover) {
    :is(tr, li):is(:hover, :focus-within) & {
      visibility: visible;
    }
  }

  &:hover {
    color: var(--action);
  }

  @media print {
    display: none;
  }
`;

interface StarProps {
  readonly wallet: string;
  /** As the player is called. */
  readonly called: string;
}

function useStar({ wallet, called }: StarProps) {
  const isFollowed = useStore(followed, NOBODY).has(wallet.toLowerCase());
  return {
    isFollowed,
    icon: <StarIcon size={ICON_PX} fill={isFollowed ? 'currentColor' : 'none'} aria-hidden />,
    button: {
      'aria-pressed': isFollowed,
      'aria-label': `Follow ${called}`,
      onClick: () => void (isFollowed ? unfollow(wallet) : follow(wallet)),
    },
  };
}

/** Of a row; `tabIndex` as its links have. */
export function Star({ tabIndex, ...who }: StarProps & { readonly tabIndex?: number | undefined }) {
  const { isFollowed, icon, button } = useStar(who);
  return (
    <Small
      type="button"
      className="star"
      data-tap
      tabIndex={tabIndex}
      title={isFollowed ? 'You follow them' : 'Follow'}
      {...button}
    >
      {icon}
    </Small>
  );
}

/** Of a player's page. */
export function FollowButton(who: StarProps) {
  const { isFollowed, icon, button } = useStar(who);
  const label = isFollowed ? 'Following' : 'Follow';
  return (
    <Button tone="quiet" {...button} aria-label={`${label} ${who.called}`}>
      {icon}
      <span>{label}</span>
    </Button>
  );
}
