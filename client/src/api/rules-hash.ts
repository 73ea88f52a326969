/** The rules' hash in the server's answers, and its listeners. */

type Listener = (hash: string) => void;

const listeners = new Set<Listener>();

export const rulesHash = {
  /** Of an answer; null if it has no body, or is a proxy's. */
  heard(hash: string | null): void {
    if (hash === null) return;
    for (const listener of listeners) listener(hash);
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
