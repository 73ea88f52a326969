/** An adapter with some of its methods replaced. */
import type { Row, RowKind, Rows } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';

/** The object with these methods instead of its own; all others are called on the object itself. */
export function instead<Port extends object>(port: Port, other: Partial<Port>): Port {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(name in other ? other : target, name);
      return typeof method === 'function' ? method.bind(name in other ? other : target) : method;
    },
  });
}

/** The store with some methods of its rows replaced. */
export function withRows(store: Store, other: (rows: Rows, kind: RowKind) => Partial<Rows>): Store {
  return instead(store, {
    rows(kind) {
      const rows = store.rows(kind);
      return instead(rows, other(rows, kind));
    },
  });
}

/** The store whose rows are read as something else. */
export function readingRows(store: Store, seen: (row: Row, kind: RowKind) => Row): Store {
  return withRows(store, (rows, kind) => ({
    async get(key) {
      const row = await rows.get(key);
      return row && seen(row, kind);
    },
    range: async (range) => (await rows.range(range)).map((row) => seen(row, kind)),
  }));
}
