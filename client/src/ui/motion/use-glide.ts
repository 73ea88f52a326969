/**
 * Rows glide to their new positions (FLIP): the layout changes immediately, and only the transition
 * is animated. The glides add up, so a row that moves again on its way bends its path instead of
 * jumping.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** `--motion-slow`. */
const GLIDE_MS = 240;
const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';
/** Rows from far away would fly across the whole list: they start just out of sight instead. */
const FARTHEST_PX = 480;

/**
 * Glides the children of `list` that have a `data-glide` key; those positioned by a transform give
 * their position in `data-top` (px). Only a change of order moves them: a list that grew or was
 * scrolled does not glide.
 * @param order the keys in order, as one string; null while nothing is to glide, such as during a
 * scroll.
 */
export function useGlide(list: RefObject<HTMLElement | null>, order: string | null): void {
  const tops = useRef<Tops>(new Map());
  const lastOrder = useRef(order);

  useLayoutEffect(() => {
    if (order === null) {
      tops.current = new Map();
      return undefined;
    }
    const hasMoved = lastOrder.current !== order;
    lastOrder.current = order;
    if (!hasMoved) {
      // To read positions now would lay the page out here; the frame does so anyway.
      const frame = requestAnimationFrame(() => {
        tops.current = topsOf(rowsOf(list));
      });
      return () => cancelAnimationFrame(frame);
    }
    const rows = rowsOf(list);
    const next = topsOf(rows);
    if (!prefersReducedMotion()) glide(rows, tops.current, next);
    tops.current = next;
    return undefined;
  });
}

type Tops = ReadonlyMap<string, number>;

const keyOf = (row: HTMLElement): string => row.dataset['glide'] ?? '';

function rowsOf(list: RefObject<HTMLElement | null>): readonly HTMLElement[] {
  return [...(list.current?.querySelectorAll<HTMLElement>('[data-glide]') ?? [])];
}

function topsOf(rows: readonly HTMLElement[]): Tops {
  return new Map(rows.map((row) => [keyOf(row), Number(row.dataset['top'] ?? row.offsetTop)]));
}

function glide(rows: readonly HTMLElement[], before: Tops, now: Tops): void {
  for (const row of rows) {
    const from = before.get(keyOf(row));
    const to = now.get(keyOf(row));
    if (from === undefined || to === undefined || from === to) continue;
    const distance = Math.max(-FARTHEST_PX, Math.min(FARTHEST_PX, from - to));
    row.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
      duration: GLIDE_MS,
      easing: EASE,
      composite: 'add',
    });
  }
}

/**
 * Whether the player asked their system for less motion. For scripts; CSS has its own media query.
 */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
