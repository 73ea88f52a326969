/**
 * Two processes share a replica set of three, of which a node or one of the processes fails.
 */
import { test } from 'vitest';
import { testMongod } from '../test/mongo/test-mongo.ts';
import { playUnder, PRIMARY_FAULTS, PROCESS_FAULTS, SECONDARY_FAULTS, TIMEOUT } from './run.ts';

const mongod = await testMongod();

test
  .skipIf(!mongod)
  .each([
    ...Object.entries(PRIMARY_FAULTS).map(
      ([what, fault]) => [`the primary ${what}`, fault] as const,
    ),
    ...Object.entries(SECONDARY_FAULTS).map(
      ([what, fault]) => [`a secondary ${what}`, fault] as const,
    ),
    ...Object.entries(PROCESS_FAULTS).map(([what, fault]) => [`a process ${what}`, fault] as const),
  ])('nothing is lost or done twice if %s', { timeout: TIMEOUT }, async (_, fault) => {
  await playUnder(fault, mongod);
});
