/**
 * The toasts' region: a named landmark that F8 focuses, with one toast at a time. A toast stays
 * while it is hovered or focused, and is dismissed by Escape, its button, or a swipe to the right.
 */
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type PointerEvent as PressEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { keyframes, styled } from 'styled-components';
import { Button } from '../Button.tsx';
import { PHONE } from '../layout/boxes.ts';
import { presentToast } from './present-toast.tsx';
import { presenter } from './toast.ts';

/** [CON9]. */
const SWIPE_PX = 50;
const HOTKEY = 'F8';

const arrive = keyframes`
  from { opacity: 0; }
`;

/**
 * At the end of the window that is away from what has the focus: below the header, or above what is
 * at the foot.
 */
const Region = styled.section`
  position: fixed;
  inset: calc(var(--header-height) + var(--space-2)) 0 auto;
  z-index: 30;
  inline-size: min(100%, 28rem);
  margin-inline: auto;
  padding-inline: var(--space-4);
  pointer-events: none;

  &[data-at='foot'] {
    inset-block: auto calc(var(--window-foot) + var(--space-2));
  }

  @media ${PHONE} {
    padding-inline: var(--page-gutter);

    /* A high sheet's Close stays free. */
    body[data-scroll-locked] > & {
      padding-inline-end: calc(var(--page-gutter) + var(--tap));
    }
  }
`;

const Item = styled.li<{ $colour: string }>`
  display: grid;
  grid-template-columns: auto 1fr auto;
  gap: var(--space-2);
  align-items: start;
  padding: var(--space-3) var(--space-2) var(--space-3) var(--space-4);
  border: 1px solid var(--rule-strong);
  border-inline-start: 4px solid var(--${({ $colour }) => $colour});
  border-radius: var(--radius);
  background: var(--surface-overlay);
  box-shadow: var(--shadow);
  pointer-events: auto;
  touch-action: pan-y;
  /*
   * A swipe by mouse selects nothing: the next time, selected text would be dragged instead of
   * swiped.
   */
  user-select: none;
  animation: ${arrive} var(--motion-base) var(--ease);

  > svg {
    margin-block-start: 2px;
    color: var(--${({ $colour }) => $colour});
  }

  > button {
    margin-block: calc(-1 * var(--space-2));
  }
`;

export function ToastRegion() {
  const { toasts, handlers } = useToaster();
  const region = useRef<HTMLElement>(null);
  /** The element that had the focus before the region, such as a dialog's button. */
  const before = useRef<Element | null>(null);
  const pressed = useRef<EventTarget | null>(null);
  // Of several, only the newest counts; `showToast` has dismissed the others.
  const shown = toasts.find((candidate) => candidate.visible);
  const id = shown?.id;

  useLayoutEffect(() => {
    if (id !== undefined && region.current) standAway(region.current, pressed.current);
  }, [id]);
  useEffect(() => {
    const onPress = ({ target }: globalThis.PointerEvent) => (pressed.current = target);
    addEventListener('pointerdown', onPress, true);
    presenter.set(presentToast);
    return () => {
      removeEventListener('pointerdown', onPress, true);
      presenter.set(null);
    };
  }, []);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== HOTKEY) return;
      event.preventDefault();
      const { activeElement } = document;
      if (!region.current || region.current.contains(activeElement)) return;
      before.current = activeElement;
      // An open dialog pulls the focus back when it moves elsewhere, but not when it is blurred.
      if (activeElement instanceof HTMLElement) activeElement.blur();
      region.current.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const dismiss = (id: string): void => {
    toast.dismiss(id);
    if (!region.current?.contains(document.activeElement)) return;
    const { current } = before;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
    else region.current.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && shown) dismiss(shown.id);
  };

  // In the body, beside any dialog: a toast is read and dismissed above it.
  return createPortal(
    <Region
      ref={region}
      aria-label={`Notifications (${HOTKEY})`}
      data-toasts
      tabIndex={-1}
      // An open dialog would treat a press outside of it as its own dismissal.
      onPointerDown={(event) => event.stopPropagation()}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={(event) => {
        // Hides focus changes inside the region from the dialog as well.
        event.stopPropagation();
        const from = event.relatedTarget;
        if (from && !event.currentTarget.contains(from)) before.current = from;
        handlers.startPause();
      }}
      onBlur={(event) => {
        event.stopPropagation();
        handlers.endPause();
      }}
      onKeyDown={onKeyDown}
    >
      <ol aria-live="polite">
        {shown && <ToastItem key={shown.id} shown={shown} onDismiss={dismiss} />}
      </ol>
    </Region>,
    document.body,
  );
}

/**
 * Not over what was used last: what has the focus, or what was pressed where a press gives none
 * (Safari).
 */
function standAway(region: HTMLElement, pressed: EventTarget | null): void {
  const { activeElement, body } = document;
  const used = activeElement === body && pressed instanceof Element ? pressed : activeElement;
  if (!used || region.contains(used)) return;
  const { top, height } = used.getBoundingClientRect();
  const isHigh = used.isConnected && used !== body && top + height / 2 < innerHeight / 2;
  region.dataset['at'] = isHigh ? 'foot' : 'head';
}

function ToastItem({
  shown,
  onDismiss,
}: {
  readonly shown: Toast;
  readonly onDismiss: (id: string) => void;
}) {
  const item = useRef<HTMLLIElement>(null);
  const startX = useRef<number | null>(null);

  const pull = (px: number): void => {
    // Dragging to the left does not move it: only the right dismisses.
    item.current?.style.setProperty('transform', `translateX(${Math.max(0, px)}px)`);
  };
  const onPointerDown = (event: PressEvent<HTMLLIElement>): void => {
    if (event.target instanceof Element && event.target.closest('button, input')) return;
    startX.current = event.clientX;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PressEvent): void => {
    if (startX.current !== null) pull(event.clientX - startX.current);
  };
  const onPointerUp = (event: PressEvent): void => {
    if (startX.current === null) return;
    const swiped = event.clientX - startX.current;
    startX.current = null;
    if (swiped >= SWIPE_PX) onDismiss(shown.id);
    else pull(0);
  };
  const onPointerCancel = (): void => {
    startX.current = null;
    pull(0);
  };

  const isPlain = shown.type === 'blank';
  const isError = shown.type === 'error';
  const Icon = isError ? TriangleAlert : CircleCheck;
  return (
    <Item
      ref={item}
      $colour={isPlain ? 'action' : isError ? 'fall' : 'rise'}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
    >
      {isPlain ? <span /> : <Icon size={20} aria-hidden />}
      <div role={isError ? 'alert' : 'status'}>{resolveValue(shown.message, shown)}</div>
      <Button
        tone="quiet"
        square
        aria-label="Dismiss notification"
        onClick={() => onDismiss(shown.id)}
      >
        <X size={18} aria-hidden />
      </Button>
    </Item>
  );
}
