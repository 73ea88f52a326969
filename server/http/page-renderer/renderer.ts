/** Renders pages on a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { PageFacts } from '../../../common/protocol/page-facts.ts';
import type { Rules } from '../../../common/values/rules.ts';
import { within } from '../../lib/deadline.ts';
import type { PagePath } from '../pages.ts';

export interface RenderOrder {
  readonly id: number;
  readonly page: PagePath;
  readonly facts: PageFacts | null;
  /** Null: the specification's. */
  readonly rules: Rules | null;
}

export type RenderAnswer =
  { readonly id: number; readonly html: string } | { readonly id: number; readonly error: string };

/** A thread that says nothing for this long hangs, and is replaced. */
const HUNG_MS = 5000;

interface Waiting {
  readonly resolve: (html: string) => void;
  readonly reject: (error: Error) => void;
}

export type PageRenderer = ReturnType<typeof createPageRenderer>;

/** @param folder of the built renderer; the pages' frames are in it too. */
export function createPageRenderer(folder: string) {
  let running: Worker | null = null;
  let nextId = 0;
  const waiting = new Map<number, Waiting>();

  return {
    /**
     * Starts the thread, which loads the pages' components: the first render need not wait for
     * that.
     */
    start: () => void started(),

    /**
     * A page's HTML, its slots still to be filled. @throws Error if the page can't be rendered; the
     * next call has a new thread if this one ended.
     */
    async render({ page, facts, rules }: Omit<RenderOrder, 'id'>): Promise<string> {
      const worker = started();
      nextId += 1;
      const order: RenderOrder = { id: nextId, page, facts, rules };
      const answer = new Promise<string>((resolve, reject) => {
        waiting.set(order.id, { resolve, reject });
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(order);
      try {
        return await within(HUNG_MS, answer);
      } catch (error) {
        if (waiting.delete(order.id)) void end(worker, new Error('the page renderer hangs'));
        throw error;
      }
    },

    async close(): Promise<void> {
      if (running) await end(running, new Error('the server is closing'));
    },
  };

  function started(): Worker {
    if (running) return running;
    const worker = spawnWorker(folder);
    running = worker;
    worker.on('message', (answer: RenderAnswer) => {
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('html' in answer) caller?.resolve(answer.html);
      else caller?.reject(new Error(answer.error));
    });
    worker.on('error', (error) => void end(worker, error));
    worker.on('exit', () => void end(worker, new Error('the page renderer ended')));
    // It keeps no process alive.
    worker.unref();
    return worker;
  }

  async function end(worker: Worker, error: Error): Promise<void> {
    if (running !== worker) return;
    running = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    await worker.terminate();
  }
}

/**
 * Next to this module, in the source tree and in a build alike; from source it needs its own
 * loader.
 */
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
