/**
 * The rank index with a million players; built in a new process each time, as a start does once.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { Child } from '../tools/processes.ts';
import { compared, alternate, type Comparison } from './measure.ts';

const PLAYERS = 1_000_000;
const ROUNDS = 3;
/** Few players have the same. */
const MANY_GDPS = 1_000_003;
const SERVER = join(import.meta.dirname, 'servers', 'rank-server.ts');

export async function benchRank(): Promise<Comparison[]> {
  const of = `of ${PLAYERS.toLocaleString('en-US')} players`;
  const server = await Child.start(SERVER);
  await server.call('build', z.number(), { players: PLAYERS, gdps: MANY_GDPS });
  const moved = await alternate(
    ['updates', 'lookups'].map((name) => ({
      name,
      run: async () => ({ rate: await server.call(name, z.number()) }),
    })),
    ROUNDS,
  );
  await server.end();
  const built = await alternate(
    [
      { name: 'unsorted', run: () => build(MANY_GDPS) },
      { name: 'all GDPs among a thousand', run: () => build(1000) },
    ],
    ROUNDS,
  );
  return [
    compared(`The rank index ${of}`, ['rate', '/s'], moved),
    compared(`Building it ${of}`, ['ms', 'ms'], built, [{ most: 700 }]),
  ];
}

async function build(gdps: number): Promise<{ ms: number }> {
  const server = await Child.start(SERVER);
  try {
    return { ms: await server.call('build', z.number(), { players: PLAYERS, gdps }) };
  } finally {
    await server.end();
  }
}
