/**
 * The star that follows a player [SCR74]. In a list it is seen while its row is pointed at or has
 * the focus, and once it is pressed; on a touch screen, and where words point to it (`data-stars`),
 * always. A link to a player elsewhere has a star that is no button.
 */
import { styled } from 'styled-components';
import { starPart, useFollowed, type StarProps } from './follow.ts';
import { follow, unfollow } from './followed.ts';

/** `visibility`, so that no tab stops at what is not seen. */
const Small = styled.button`
  display: inline-grid;
  flex: none;
  z-index: 1;
  place-items: center;
  inline-size: 1.5rem;
  block-size: 1.5rem;
  color: var(--ink-muted);

  &[aria-pressed='true'] {
    color: var(--action);
  }

  [data-few='true'] & {
    display: none;
  }

  /* A touch would leave it hovered. */
  @media (hover: hover) {
    &:hover {
      color: var(--action);
    }

    :is(tr, li):not(:hover, :focus-within, [data-stars] *) &[aria-pressed='false'] {
      visibility: hidden;
    }

    /* On a card it takes no room before it is seen. */
    @container (width < 640px) {
      tr:not(:hover, :focus-within, [data-stars] *) &[aria-pressed='false'] {
        display: none;
      }
    }

    /* At the end of its column, over what a long name has there. */
    @container (width >= 640px) {
      td & {
        position: absolute;
        inset-block-start: 0;
        inset-inline-end: 0;
        background: var(--surface-raised);
      }

      tr[data-found] & {
        background: var(--surface-hover);
      }
    }
  }
`;

export function StarIcon({ isFollowed }: { readonly isFollowed: boolean }) {
  return (
    <svg
      viewBox="-4 -4 108 108"
      width="16"
      height="16"
      fill={isFollowed ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="8"
      aria-hidden
    >
      <path d="M50 3L62 37 98 38 69 59 79 93 50 73 21 93 31 59 2 38 38 37Z" />
    </svg>
  );
}

export function useStar({ wallet, called }: StarProps) {
  const isFollowed = useFollowed().has(wallet.toLowerCase());
  return {
    isFollowed,
    button: {
      'aria-pressed': isFollowed,
      'aria-label': `Follow ${called}`,
      onClick: () => void (isFollowed ? unfollow(wallet) : follow(wallet)),
    },
  };
}

function RowStar({ tabIndex, ...who }: StarProps) {
  const { isFollowed, button } = useStar(who);
  return (
    <Small type="button" data-tap tabIndex={tabIndex} {...button}>
      <StarIcon isFollowed={isFollowed} />
    </Small>
  );
}

starPart.set(RowStar);

const MARK = "content: '★'; flex: none; order: 1; margin-inline-end: .25em; color: var(--action);";

/**
 * A star at every link to a player whom one follows, but where there is one to press. It takes the
 * place of the end of their address (Person.tsx).
 */
export function FollowedMarks() {
  const wallets = [...useFollowed()];
  if (wallets.length === 0) return null;
  const { nonce } = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]') ?? {};
  const links = wallets.map((wallet) => `[href='/player/${wallet}' i]`).join();
  const marked = `:is(${links}):not(.starred > *)`;
  return (
    <style nonce={nonce}>
      {`${marked}::before { ${MARK} } ${marked} [data-end] { display: none }`}
    </style>
  );
}
