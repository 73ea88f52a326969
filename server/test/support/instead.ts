/** An adapter with some of its methods replaced. */

/** The object with these methods instead of its own; all others are called on the object itself. */
export function instead<Port extends object>(port: Port, other: Partial<Port>): Port {
  return new Proxy(port, {
    get(target, name) {
      const method: unknown = Reflect.get(name in other ? other : target, name);
      return typeof method === 'function' ? method.bind(name in other ? other : target) : method;
    },
  });
}
