/**
 * How tests, attacks, benchmarks and browsers start a process: a server and its load never share
 * one, so neither's work is mistaken for the other's. A parent may call its children by name over
 * Node's IPC channel.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { z } from 'zod';
import { runnable } from './test/programs.ts';

const callSchema = z.object({ id: z.int(), name: z.string(), body: z.unknown() });
const replySchema = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});

/** How much of a quiet child's output is buffered, in characters. */
const MOST_OUTPUT = 1_000_000;
const START_MS = 60_000;

export interface ChildOptions {
  readonly args?: readonly string[];
  /** Flags for Node, such as `--expose-gc`. */
  readonly nodeArgs?: readonly string[];
  /** A program that becomes Node; Node itself by default. */
  readonly execPath?: string;
  /** The complete environment; this process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Nice value: 19 runs only if nothing else wants to. */
  readonly priority?: number;
  /** Keeps its output for `output` instead of printing it. */
  readonly isQuiet?: boolean;
  /**
   * What a quiet child prints once it serves; by default it sends its first message then
   * (`serveParent`).
   */
  readonly until?: RegExp;
}

/** A child as its parent sees it. */
export class Child {
  readonly #process: ChildProcess;
  readonly #name: string;
  readonly #waiting = new Map<number, (reply: z.infer<typeof replySchema>) => void>();
  /** Its exit code; null if a signal ended it. */
  readonly exit: Promise<number | null>;
  #calls = 0;
  #output = '';
  #wasEnded = false;

  private constructor(process: ChildProcess, name: string) {
    this.#process = process;
    this.#name = name;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-MOST_OUTPUT);
      });
    }
    process.on('message', (message) => {
      const reply = replySchema.safeParse(message);
      // Some servers send other messages to their parent.
      if (!reply.success) return;
      this.#waiting.get(reply.data.id)?.(reply.data);
      this.#waiting.delete(reply.data.id);
    });
    this.exit = new Promise((resolve) => {
      process.once('exit', (code) => {
        const error = `${name} ended before it answered`;
        for (const [id, answer] of this.#waiting) answer({ id, error });
        this.#waiting.clear();
        resolve(code);
      });
    });
  }

  /**
   * @param module an absolute path.
   * @throws Error with its last output if it ends before it serves.
   */
  static async start(module: string, options: ChildOptions = {}): Promise<Child> {
    const { args = [], nodeArgs = [], execPath, env, cwd, priority, isQuiet = false } = options;
    const { file, execArgv } = runnable(module);
    const process = fork(file, [...args], {
      execArgv: [...execArgv, ...nodeArgs],
      serialization: 'advanced',
      ...(execPath !== undefined && { execPath }),
      ...(env && { env: { ...env } }),
      ...(cwd !== undefined && { cwd }),
      ...(isQuiet && { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
    });
    const child = new Child(process, `${module} ${args.join(' ')}`);
    const late = AbortSignal.timeout(START_MS);
    const serves = options.until
      ? child.#prints(options.until, late)
      : once(process, 'message', { signal: late });
    try {
      await Promise.race([
        serves,
        child.exit.then((code) => {
          throw new Error(`it ended with ${code}`);
        }),
      ]);
    } catch (cause) {
      await child.end();
      throw new Error(`${module} did not start: ${String(cause)}\n${child.output()}`, { cause });
    }
    if (priority !== undefined && process.pid !== undefined) setPriority(process.pid, priority);
    return child;
  }

  /** The end of a quiet child's stdout and stderr. */
  output(): string {
    return this.#output;
  }

  get pid(): number {
    if (this.#process.pid === undefined) throw new Error('the process was never started');
    return this.#process.pid;
  }

  /** Whether it is still running. */
  isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Whether it is gone though nobody asked it to: a crash, such as an unhandled rejection. */
  endedByItself(): boolean {
    return !this.isAlive() && !this.#wasEnded;
  }

  /** Calls the child's handler of that name and returns its result. */
  async call<S extends z.ZodType>(
    name: string,
    schema: S,
    body: unknown = null,
  ): Promise<z.output<S>> {
    this.#calls += 1;
    const id = this.#calls;
    const reply = new Promise<z.infer<typeof replySchema>>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    if (!this.#process.connected) throw new Error(`${this.#name} has ended`);
    this.#process.send({ id, name, body });
    const { result, error } = await reply;
    if (error !== undefined) throw new Error(error);
    return schema.parse(result);
  }

  /** The CPU time it has used so far, in ms, which excludes other processes on the machine. */
  cpuMs(): Promise<number> {
    return this.call('cpuMs', z.number());
  }

  /** Ends it, if it runs. @returns its exit code; null if a signal ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT' = 'SIGKILL'): Promise<number | null> {
    if (this.isAlive()) {
      this.#wasEnded = true;
      this.#process.kill(signal);
    }
    return this.exit;
  }

  async #prints(line: RegExp, signal: AbortSignal): Promise<void> {
    const { stdout } = this.#process;
    if (!stdout) throw new Error('what a child prints is read of quiet ones');
    while (!line.test(this.#output)) await once(stdout, 'data', { signal });
  }
}

type Handler = (body: unknown) => unknown;

/** In a child: answers its parent's calls with these handlers, and exits with its parent. */
export function serveParent(handlers: Readonly<Record<string, Handler>>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (message) => {
    void answer(callSchema.parse(message));
  });
  process.send?.({ id: 0 });

  async function answer({ id, name, body }: z.infer<typeof callSchema>): Promise<void> {
    try {
      const handler = name === 'cpuMs' ? cpuMs : handlers[name];
      if (!handler) throw new Error(`there is no handler named ${name}`);
      process.send?.({ id, result: await handler(body) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? String(error.stack) : String(error) });
    }
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
