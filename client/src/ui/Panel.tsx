/** The game's only card: a sheet with a title and a rule below it. */
import { ChevronDown } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useId, useState } from 'react';
import { styled } from 'styled-components';
import { PHONE } from './layout/boxes.ts';

/** Whether the cards below are folded at first on a phone. Wider screens show them unfolded. */
export const PhoneFold = createContext(false);

/** Unfolds the card around the caller. */
export const Unfold = createContext<() => void>(() => undefined);

export const Sheet = styled.section`
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  border: 1px solid var(--rule);
  border-radius: var(--radius);
  background: var(--surface-raised);
`;

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: var(--space-1) var(--space-2);
  padding: var(--space-4) var(--card-gutter);
  border-block-end: 1px solid var(--rule);
`;

const Aside = styled.div`
  &[data-folded] {
    @media ${PHONE} {
      display: none;
    }
  }

  /* The head keeps its height. */
  > :is(a, button) {
    margin-block: calc(-1 * var(--space-3));
  }

  > a {
    margin-inline: calc(-1 * var(--space-4));
  }

  color: var(--ink-muted);
  font-size: var(--text-caption);
`;

/** The whole head is the button, for a thumb; the head's other content lies above it. */
const Toggle = styled.button`
  display: none;

  @media ${PHONE} {
    position: absolute;
    inset: 0;
    display: flex;
    align-items: center;
    justify-content: end;
    gap: var(--space-2);
    min-block-size: var(--tap);
    padding-inline: var(--space-4);
    color: var(--ink-muted);

    &[aria-expanded='false']::before {
      content: attr(data-figure);
    }

    &:focus-visible {
      outline-offset: -3px;
    }

    > svg {
      transition: transform var(--motion-base) var(--ease);
    }

    &[aria-expanded='true'] > svg {
      transform: rotate(180deg);
    }
  }
`;

const FoldingHead = styled(Head)`
  @media ${PHONE} {
    position: relative;
    min-block-size: var(--tap);
    padding-inline-end: var(--space-7);

    > :not(button) {
      z-index: 1;
    }

    > h2 {
      pointer-events: none;
    }
  }
`;

const Body = styled.div<{ $flush: boolean; $fills: boolean }>`
  flex: 1;
  ${({ $fills }) => $fills && 'display: grid; grid-template-columns: minmax(0, 1fr);'}

  &[data-folded] {
    @media ${PHONE} {
      display: none;
    }
  }

  padding: ${({ $flush }) => ($flush ? '0' : 'var(--card-gutter)')};
`;

export function Panel({
  title,
  aside,
  figure,
  flush = false,
  fills = false,
  children,
}: {
  readonly title: ReactNode;
  /** A few words or a link to the right of the title. */
  readonly aside?: ReactNode;
  /** The card in a few letters, beside its title while it is folded. */
  readonly figure?: string | null;
  /** For tables and lists that reach the edges. */
  readonly flush?: boolean;
  /** Its content takes all the height that the panel has. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  const bodyId = useId();
  const folds = useContext(PhoneFold);
  const [isFolded, setIsFolded] = useState(folds);
  const unfold = useCallback(() => setIsFolded(false), []);
  const isOpen = !isFolded;
  const TheHead = folds ? FoldingHead : Head;
  return (
    <Sheet aria-labelledby={id}>
      <TheHead>
        <h2 id={id}>{title}</h2>
        {aside && <Aside data-folded={!isOpen || undefined}>{aside}</Aside>}
        {folds && (
          <Toggle
            type="button"
            aria-labelledby={id}
            aria-expanded={isOpen}
            aria-controls={bodyId}
            data-figure={figure ?? ''}
            onClick={() => setIsFolded(isOpen)}
          >
            <ChevronDown size={20} aria-hidden />
          </Toggle>
        )}
      </TheHead>
      <Body id={bodyId} $flush={flush} $fills={fills} data-folded={!isOpen || undefined}>
        <Unfold value={unfold}>{children}</Unfold>
      </Body>
    </Sheet>
  );
}
