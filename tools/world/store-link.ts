/**
 * A store as a process reaches it: calls happen at the store's end, answers and events at the
 * process's. So a process that dies leaves its calls to their fate, and receives nothing more.
 */
import type { FeedListener, Snapshot, Store } from '../../server/store/store.ts';
import type { Process, Scheduler } from './scheduler.ts';

export function storeLink(store: Store, storeProcess: Process, scheduler: Scheduler): Store {
  return linked(store, {
    watch,
    loadPlayers,
    rows: (kind) => linked(store.rows(kind), {}),
    // A store that one process has to itself has that process's clock.
    ...(!store.isShared && { time: () => store.time() }),
  });

  /** Its calls happen at the store's end, but for some of its own. */
  function linked<Port extends object>(port: Port, own: Partial<Port>): Port {
    return new Proxy(port, {
      get(target, name) {
        if (name in own) return Reflect.get(own, name);
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: readonly unknown[]) =>
          call(async (): Promise<unknown> => Reflect.apply(method, target, args));
      },
    });
  }

  function call<T>(work: () => Promise<T>): Promise<T> {
    const caller = scheduler.current;
    return new Promise((resolve, reject) => {
      scheduler.as(storeProcess, work).then(
        (answer) => scheduler.post(caller, 0, () => resolve(answer), true),
        (error: Error) => scheduler.post(caller, 0, () => reject(error), true),
      );
    });
  }

  function watch(...[after, listener]: Parameters<Store['watch']>): ReturnType<Store['watch']> {
    const caller = scheduler.current;
    let isClosed = false;
    const back = (run: () => void) => {
      scheduler.post(caller, 0, () => isClosed || run(), true);
    };
    const forwarding: FeedListener = {
      onEvent: (event) => back(() => listener.onEvent(event)),
      onLost: (error) => back(() => listener.onLost(error)),
    };
    const feed = call(() => Promise.resolve(store.watch(after, forwarding)));
    return {
      async close() {
        isClosed = true;
        const opened = await feed;
        await call(() => opened.close());
      },
    };
  }

  async function loadPlayers(): Promise<Snapshot> {
    const snapshot = await call(() => store.loadPlayers());
    return { ...snapshot, players: linkedBatches(snapshot.players) };
  }

  async function* linkedBatches<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
    const reader = batches[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await call(() => reader.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await call(() => Promise.resolve(reader.return?.()));
    }
  }
}
