/**
 * The seed of every random test. It is a constant, so that a change fails only for a fault of its
 * own; the long tier draws a new one and prints it (vitest.config.ts). `SEED=N` repeats a run.
 */
const DEFAULT_SEED = 20_261_125;

const given = process.env['SEED'];

export const SEED = given === undefined ? DEFAULT_SEED : Number(given);

if (!Number.isInteger(SEED)) throw new Error(`SEED must be an integer, not ${given}.`);
