/** The rank index with a million players, each figure in a new process: a start builds it once. */
import { join } from 'node:path';
import { z } from 'zod';
import { Child } from '../tools/processes.ts';
import { compare, type Comparison, type Target, type Unit } from './measure.ts';

const PLAYERS = 1_000_000;
/** Few players have the same. */
const MANY_GDPS = 1_000_003;
const SERVER = join(import.meta.dirname, 'servers', 'rank-server.ts');

export async function benchRank(): Promise<Comparison[]> {
  const count = PLAYERS.toLocaleString('en-US');
  const figure = (
    title: string,
    unit: Unit,
    name: string,
    gdps: number,
    targets: Target[] = [],
  ) => {
    const run = async () => {
      const server = await Child.start(SERVER);
      try {
        return await server.call(name, z.number(), { players: PLAYERS, gdps });
      } finally {
        await server.end();
      }
    };
    return compare(title, unit, [{ name: 'Rank index', run }], targets);
  };
  const quick = [{ value: 700 }];
  return [
    await figure(`Updates among ${count} players`, '/s', 'updates', MANY_GDPS),
    await figure(`The rank of a wallet among ${count} players`, '/s', 'lookups', MANY_GDPS),
    await figure(`Building it of ${count} unsorted players`, 'ms', 'build', MANY_GDPS, quick),
    await figure('The same, where all GDPs are among a thousand', 'ms', 'build', 1000, quick),
  ];
}
