/**
 * Ends a chain whose parent was killed before it could. A record beside the state says which
 * process it is, and where it listens: an id may be another process's by now, which does not answer
 * there.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { LocalChainError, rpcAt } from './rpc.ts';

const END_MS = 5000;
const LOOK_MS = 20;

const recordSchema = z.object({
  pid: z.int().positive(),
  rpcUrl: z.url(),
  /** The development server that started it. */
  parentPid: z.int().positive(),
});
type ChainRecord = z.infer<typeof recordSchema>;

/** Records which process runs on the state. */
export async function recordChain(
  recordFile: string,
  chain: Omit<ChainRecord, 'parentPid'>,
): Promise<void> {
  const record: ChainRecord = { pid: chain.pid, rpcUrl: chain.rpcUrl, parentPid: process.pid };
  await writeFile(recordFile, JSON.stringify(record));
}

export async function forgetChain(recordFile: string): Promise<void> {
  await rm(recordFile, { force: true });
}

/**
 * Ends the chain that an earlier run left behind, after its state is saved.
 * @returns whether there was one.
 * @throws Error if the development server that started it still runs.
 */
export async function endChainLeftBehind(recordFile: string): Promise<boolean> {
  const record = await readRecord(recordFile);
  if (!record || !(await answers(record.rpcUrl))) return false;
  const { pid, parentPid } = record;
  if (signal(parentPid, 0)) {
    throw new LocalChainError(
      `Another development server (process ${parentPid}) runs on this data. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  const giveUpAt = performance.now() + END_MS;
  signal(pid, 'SIGTERM');
  // A zombie that nobody reaps has its pid for ever, but answers nothing.
  while (signal(pid, 0) && (await answers(record.rpcUrl))) {
    if (performance.now() > giveUpAt) signal(pid, 'SIGKILL');
    await sleep(LOOK_MS);
  }
  return true;
}

/** @returns whether there is such a process; it may end by itself at any moment. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function answers(rpcUrl: string): Promise<boolean> {
  return rpcAt(rpcUrl)([{ method: 'anvil_nodeInfo', params: [] }]).then(
    () => true,
    () => false,
  );
}

async function readRecord(recordFile: string): Promise<ChainRecord | null> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(recordFile, 'utf8')));
  } catch {
    // Missing, incompletely written, or an older version's: no information.
    return null;
  }
}
