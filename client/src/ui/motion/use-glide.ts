/**
 * Rows glide to their new positions (FLIP): the layout changes immediately, and only the transition is
 * animated. The glides add up, so a row that moves again on its way bends its path instead of jumping.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { prefersReducedMotion } from './reduced-motion.ts';

/** `--motion-slow`. */
const GLIDE_MS = 240;
const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';
/** Rows from far away would fly across the whole list: they start just out of sight instead. */
const FARTHEST_PX = 480;

/**
 * Glides the children of `list` that have a `data-glide` key; those positioned by a transform give their
 * position in `data-top` (px). Only a change of order moves them: a list that grew or was scrolled does not
 * glide.
 * @param order the keys in order, as one string.
 */
export function useGlide(list: RefObject<HTMLElement | null>, order: string): void {
  const tops = useRef<ReadonlyMap<string, number>>(new Map());
  const lastOrder = useRef(order);

  useLayoutEffect(() => {
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-glide]') ?? [];
    const next = new Map<string, number>();
    const moved = lastOrder.current !== order && !prefersReducedMotion();
    for (const row of rows) {
      const key = row.dataset['glide'] ?? '';
      const top = Number(row.dataset['top'] ?? row.offsetTop);
      next.set(key, top);
      const before = tops.current.get(key);
      if (!moved || before === undefined || before === top) continue;
      const from = Math.max(-FARTHEST_PX, Math.min(FARTHEST_PX, before - top));
      row.animate([{ transform: `translateY(${from}px)` }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: EASE,
        composite: 'add',
      });
    }
    tops.current = next;
    lastOrder.current = order;
  });
}
