/**
 * A dialog over the page (Radix): it traps the focus, restores it, closes on Escape and on a click
 * outside. At most 80 % of the window high, if it isn't `tall`; longer content scrolls inside,
 * below a fixed heading. On a phone it is a sheet that rises from the bottom of the window. In a
 * low window all of it scrolls. One at the `side` is a sheet as high as the window.
 */
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { Button } from './Button.tsx';
import { LOW, PHONE } from './layout/boxes.ts';

const appear = keyframes`
  from { opacity: 0; }
`;
const rise = keyframes`
  from { opacity: 0; transform: translateY(12px); }
`;

const slideUp = keyframes`
  from { transform: translateY(100%); }
`;

const slideIn = keyframes`
  from { transform: translateX(100%); }
`;

const Scrim = styled(Radix.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 20;
  display: grid;
  place-items: center;
  padding: var(--space-3);
  background: var(--scrim);
  animation: ${appear} var(--motion-base) var(--ease);

  @media ${PHONE} {
    place-items: end stretch;
    padding: var(--space-7) 0 0;
  }

  &[data-side] {
    place-items: stretch end;
    padding: 0;
  }
`;

const Sheet = styled(Radix.Content)<{ $width: string; $isTall: boolean }>`
  display: flex;
  flex-direction: column;
  inline-size: min(100%, ${({ $width }) => $width});
  max-block-size: ${({ $isTall }) => ($isTall ? '94vh' : '80vh')};
  max-block-size: ${({ $isTall }) => ($isTall ? '94dvh' : '80dvh')};
  border: 1px solid var(--rule-strong);
  border-radius: var(--radius);
  background: var(--surface-overlay);
  box-shadow: var(--shadow);
  animation: ${rise} var(--motion-slow) var(--ease);

  @media ${PHONE} {
    inline-size: 100%;
    padding-block-end: env(safe-area-inset-bottom, 0px);
    border-width: 1px 0 0;
    border-radius: 0.75rem 0.75rem 0 0;
    animation-name: ${slideUp};
  }

  [data-side] > & {
    inline-size: min(20rem, 86vw);
    max-block-size: none;
    border-width: 0 0 0 1px;
    border-radius: 0;
    animation-name: ${slideIn};
  }

  @media ${LOW} {
    overflow-y: auto;
  }

  &:focus {
    outline: none;
  }
`;

const Head = styled.header`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: var(--space-1) var(--space-3);
  padding: var(--card-gutter) var(--card-gutter) var(--space-4);
  border-block-end: 1px solid var(--rule);

  > button {
    margin: calc(-1 * var(--space-2));
  }
`;

const Description = styled(Radix.Description)`
  grid-column: 1 / -1;
  max-inline-size: 60ch;
  color: var(--ink-muted);
`;

const Body = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: var(--card-gutter);

  @media ${LOW} {
    flex: none;
    overflow-y: visible;
  }
`;

export function Dialog({
  title,
  description,
  width = '40rem',
  tall = false,
  side = false,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly width?: string;
  /** For a form whose terms should be in sight with its action. */
  readonly tall?: boolean;
  readonly side?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const openerFocus = useOpenerFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Scrim data-side={side || undefined}>
          <Sheet
            $width={width}
            $isTall={tall}
            {...(description === undefined && { 'aria-describedby': undefined })}
            {...openerFocus}
          >
            <Head>
              <Radix.Title>{title}</Radix.Title>
              <Radix.Close asChild>
                <Button tone="quiet" square aria-label="Close">
                  <X size={20} aria-hidden />
                </Button>
              </Radix.Close>
              {description !== undefined && <Description>{description}</Description>}
            </Head>
            <Body>{children}</Body>
          </Sheet>
        </Scrim>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Handlers for a dialog's content: on close, they return the focus to the element that had it on
 * open (Radix, only to a trigger); Escape in the toasts beside it dismisses the toast, not the
 * dialog.
 */
function useOpenerFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    onEscapeKeyDown: (event: Event) => {
      if (document.activeElement?.closest('[data-toasts]')) event.preventDefault();
    },
  };
}
