/** What every test file begins with. */
import fc from 'fast-check';
import { SEED } from './seed.ts';

// Of a mutant, the first failure is enough (tools/mutation/): it need not be shrunk.
fc.configureGlobal({ seed: SEED, endOnFailure: process.env['DENARIA_TIER'] === 'mutation' });
