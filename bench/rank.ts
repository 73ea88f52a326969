/** The rank index with a million players; built in a new process each time, as a start does once. */
import { join } from 'node:path';
import { z } from 'zod';
import { Child } from '../tools/processes.ts';
import { compare, type Comparison } from './measure.ts';

const PLAYERS = 1_000_000;
/** Few players have the same. */
const MANY_GDPS = 1_000_003;
const SERVER = join(import.meta.dirname, 'servers', 'rank-server.ts');
const OURS = 'Rank index';

export async function benchRank(): Promise<Comparison[]> {
  const count = PLAYERS.toLocaleString('en-US');
  return [
    ...(await moving(count)),
    await building(`Building it of ${count} unsorted players`, MANY_GDPS),
    await building('The same, where all GDPs are among a thousand', 1000),
  ];
}

async function moving(count: string): Promise<Comparison[]> {
  const server = await Child.start(SERVER);
  try {
    await server.call('build', z.number(), { players: PLAYERS, gdps: MANY_GDPS });
    const rate = (title: string, name: string) =>
      compare(title, '/s', [{ name: OURS, run: () => server.call(name, z.number()) }]);
    return [
      await rate(`Updates among ${count} players`, 'updates'),
      await rate(`The rank of a wallet among ${count} players`, 'lookups'),
    ];
  } finally {
    await server.end();
  }
}

function building(title: string, gdps: number): Promise<Comparison> {
  const run = async () => {
    const server = await Child.start(SERVER);
    try {
      return await server.call('build', z.number(), { players: PLAYERS, gdps });
    } finally {
      await server.end();
    }
  };
  return compare(title, 'ms', [{ name: OURS, run }], [{ value: 700 }]);
}
