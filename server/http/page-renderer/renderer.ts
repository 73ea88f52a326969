/** Renders pages on a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { PageFacts } from '../../../common/protocol/page-facts.ts';
import { within } from '../../lib/deadline.ts';
import { PageTemplate, type Piece } from '../page-template.ts';
import type { PagePath, PageSlot } from '../pages.ts';

export interface RenderOrder {
  readonly id: number;
  readonly page: PagePath;
  readonly facts: PageFacts;
}

export type RenderAnswer =
  | { readonly id: number; readonly pieces: readonly Piece<PageSlot>[] }
  | { readonly id: number; readonly error: string };

/** A thread that says nothing for this long hangs, and is replaced. */
const HUNG_MS = 5000;

interface Waiting {
  readonly resolve: (pieces: readonly Piece<PageSlot>[]) => void;
  readonly reject: (error: Error) => void;
}

export class PageRenderer {
  /** The built renderer and the pages' frames. */
  readonly #folder: string;
  #worker: Worker | null = null;
  #nextId = 0;
  readonly #waiting = new Map<number, Waiting>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts the thread, which loads the pages' components: the first render need not wait for that. */
  start(): void {
    this.#started();
  }

  /** @throws Error if the page can't be rendered; the next call has a new thread if this one ended. */
  async render(page: PagePath, facts: PageFacts): Promise<PageTemplate<PageSlot>> {
    const worker = this.#started();
    this.#nextId += 1;
    const order: RenderOrder = { id: this.#nextId, page, facts };
    const answer = new Promise<readonly Piece<PageSlot>[]>((resolve, reject) => {
      this.#waiting.set(order.id, { resolve, reject });
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(order);
    try {
      return PageTemplate.of(await within(HUNG_MS, answer));
    } catch (error) {
      if (this.#waiting.delete(order.id))
        void this.#end(worker, new Error('the page renderer hangs'));
      throw error;
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker) await this.#end(worker, new Error('the server is closing'));
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = spawnWorker(this.#folder);
    this.#worker = worker;
    worker.on('message', (answer: RenderAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('pieces' in answer) waiting?.resolve(answer.pieces);
      else waiting?.reject(new Error(answer.error));
    });
    worker.on('error', (error) => void this.#end(worker, error));
    worker.on('exit', () => void this.#end(worker, new Error('the page renderer ended')));
    // It keeps no process alive.
    worker.unref();
    return worker;
  }

  async #end(worker: Worker, error: Error): Promise<void> {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    await worker.terminate();
  }
}

/** Next to this module, in the source tree and in a build alike; from source it needs its own loader. */
function spawnWorker(folder: string): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(
    isSource ? './render-worker-from-source.mjs' : './render-worker.js',
    import.meta.url,
  );
  return new Worker(entry, {
    workerData: { folder },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  });
}
