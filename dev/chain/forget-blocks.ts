/**
 * Old blocks of the chain's state. anvil keeps every block, 1.6 kB each, and writes the whole state
 * every few seconds: after a day that would take a fifth of a processor.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** Half an hour: many times what the server's follower, or a wallet, looks back at. */
export const NEWEST_BLOCKS = 1000;

const numberSchema = z.string().transform(Number);
const stateSchema = z.looseObject({
  best_block_number: z.int(),
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: z.string() }) })),
  transactions: z.array(z.looseObject({ block_number: z.int() })),
});

/**
 * Leaves the newest blocks in the file and the first one, which names the chain; balances and
 * contracts are not in blocks. A file of another form stays as it is: anvil says what is wrong with
 * it.
 */
export async function forgetOldBlocks(stateFile: string): Promise<void> {
  const state = await readState(stateFile);
  if (!state) return;
  const first = state.best_block_number - NEWEST_BLOCKS;
  const isNew = (number: number) => number === 0 || number > first;
  const blocks = state.blocks.filter(({ header }) => isNew(numberSchema.parse(header.number)));
  if (blocks.length === state.blocks.length) return;
  const transactions = state.transactions.filter(({ block_number }) => isNew(block_number));
  const beside = `${stateFile}.new`;
  await writeFile(beside, JSON.stringify({ ...state, blocks, transactions }));
  await rename(beside, stateFile);
}

async function readState(stateFile: string): Promise<z.infer<typeof stateSchema> | null> {
  try {
    return stateSchema.parse(JSON.parse(await readFile(stateFile, 'utf8')));
  } catch {
    return null;
  }
}
