/** A process on the embedded store, of which the disk fails, or the process itself. */
import { test } from 'vitest';
import { hasFaultyDisk } from './disk.ts';
import { DISK_FAULTS, playUnder, PROCESS_FAULTS, TIMEOUT } from './run.ts';

test.skipIf(!hasFaultyDisk()).each(Object.entries(DISK_FAULTS))(
  'nothing is lost or done twice if the disk %s',
  { timeout: TIMEOUT },
  async (_, fault) => {
    await playUnder(fault);
  },
);

test.each(Object.entries(PROCESS_FAULTS))(
  'nothing is lost or done twice if the process %s',
  { timeout: TIMEOUT },
  async (_, fault) => {
    await playUnder(fault);
  },
);
