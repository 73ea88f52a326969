/**
 * The seed of a hunt: `--seed`, else the variable SEED, else a new one, which the hunt prints.
 * @throws unless it is a whole number.
 */
export function huntSeed(option: string | undefined): number {
  const given = option ?? process.env['SEED'];
  const seed = given === undefined ? Date.now() % 1_000_000 : Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`A seed is a whole number, not ${given}.`);
  return seed;
}
