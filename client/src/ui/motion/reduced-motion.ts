/** Whether the player asked their system for less motion. CSS asks by itself; scripts ask here. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
