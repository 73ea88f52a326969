/** Fractions that are the same for the same seed, for tests and the processes that they start. */
/** Park–Miller. */
export function fractions(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
