/** The rules' hash in the server's answers, and its listeners. */

type Listener = (hash: string | null) => void;

const listeners = new Set<Listener>();

export const rulesHash = {
  /** Of every answer that has a body; null from a server that predates it. */
  heard(hash: string | null): void {
    for (const listener of listeners) listener(hash);
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
