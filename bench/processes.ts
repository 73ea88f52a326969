/**
 * The benchmarks' processes: a server and its load never share one, so that neither's work is taken
 * for the other's. A parent calls its children by name over Node's own channel.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';

const callSchema = z.object({ id: z.int(), name: z.string(), body: z.unknown() });
const replySchema = z.object({
  id: z.int(),
  result: z.unknown().optional(),
  error: z.string().optional(),
});

/** A child, as its parent sees it. */
export class Child {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, (reply: z.infer<typeof replySchema>) => void>();
  #calls = 0;

  private constructor(process: ChildProcess, name: string) {
    this.#process = process;
    process.on('message', (message) => {
      const reply = replySchema.safeParse(message);
      // Some servers have words of their own for whoever started them.
      if (!reply.success) return;
      this.#waiting.get(reply.data.id)?.(reply.data);
      this.#waiting.delete(reply.data.id);
    });
    process.on('exit', () => {
      const error = `${name} ended before it answered`;
      for (const [id, answer] of this.#waiting) answer({ id, error });
      this.#waiting.clear();
    });
  }

  /** @param module a file of this folder; @param nodeArgs flags for Node, such as `--expose-gc`. */
  static async start(
    module: string,
    args: readonly string[] = [],
    nodeArgs: readonly string[] = [],
  ): Promise<Child> {
    const process = fork(join(import.meta.dirname, module), [...args], {
      execArgv: ['--import', 'tsx', ...nodeArgs],
      serialization: 'advanced',
    });
    const child = new Child(process, `${module} ${args.join(' ')}`);
    await once(process, 'message');
    return child;
  }

  /** Answers what the child's handler of that name answers. */
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
    this.#process.send({ id, name, body });
    const { result, error } = await reply;
    if (error !== undefined) throw new Error(error);
    return schema.parse(result);
  }

  /** The processor time that it has used so far, in ms: what others do on the machine is not in it. */
  cpuMs(): Promise<number> {
    return this.call('cpuMs', z.number());
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }
}

type Handler = (body: unknown) => unknown;

/** In a child: answers its parent's calls by these handlers, and ends with its parent. */
export function serveParent(handlers: Readonly<Record<string, Handler>>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (message) => {
    void answer(callSchema.parse(message));
  });
  process.send?.({ id: 0 });

  async function answer({ id, name, body }: z.infer<typeof callSchema>): Promise<void> {
    try {
      const handler = name === 'cpuMs' ? cpuMs : handlers[name];
      if (!handler) throw new Error(`there is nothing called ${name} here`);
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
