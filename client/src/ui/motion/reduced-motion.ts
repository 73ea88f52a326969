/** Whether the player asked their system for less motion. For scripts; CSS has its own media query. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
