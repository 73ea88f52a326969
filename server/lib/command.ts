/**
 * How the programs of operators run and end. It imports nothing but Node's own: a module that can't
 * be loaded must have an exit code too.
 */
import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { setFlagsFromString } from 'node:v8';

/**
 * They run beside a server, and V8 lets a heap grow to four times what is in it. At twice that,
 * the audit of a million commits takes 275 MB and 56 s of CPU, at one and a half 247 MB and 62 s.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/** What an operator reads instead of a stack: what is wrong, then what to do about it. */
export class OperatorError extends Error {}

/** What an error says, for a sentence that goes on. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What follows a command, as `parseArgs` has it. @throws OperatorError the usage, if it differs */
export function commandLine<Config extends ParseArgsConfig>(usage: string, config: Config) {
  try {
    return parseArgs(config);
  } catch (cause) {
    throw new OperatorError(usage, { cause });
  }
}

/** The text of a file that the operator names. @throws OperatorError with what to do about it */
export function textOf(path: string, remedy: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new OperatorError(`${path} can’t be read. ${remedy}`, { cause });
  }
}

/** Works with what was opened, and closes it. */
export async function whileOpen<Opened extends { close(): Promise<void> }, Answer>(
  opened: Opened,
  work: (opened: Opened) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** What the exit code of a command says. */
interface ExitCodes {
  /** It was refused, or failed, for a reason that its message gives. */
  readonly refused: number;
  /** It ended in another way, and may have been done or not. */
  readonly unknown: number;
}

/**
 * Runs a command, and ends with the exit code that it resolves to. Whatever else ends it, such as a
 * bug or a closed pipe, has a code that says nothing of what it did: Node's own would be 1.
 */
export function runCommand(
  command: () => Promise<number>,
  { refused, unknown }: ExitCodes = { refused: 1, unknown: 2 },
): void {
  setFlagsFromString(HEAP_GROWTH);
  process.exitCode = unknown;
  const run = async () => {
    process.exitCode = await command();
  };
  const fail = (error: unknown) => {
    const isExplained = error instanceof OperatorError;
    console.error(isExplained ? error.message : error);
    process.exitCode = isExplained ? refused : unknown;
  };
  process.on('uncaughtException', (error) => {
    fail(error);
    process.exit(unknown);
  });
  run().catch(fail);
}
