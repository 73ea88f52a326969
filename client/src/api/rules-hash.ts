/** The rules' hash in the server's answers, and who is told when another one arrives. */

type Listener = (hash: string) => void;

let last: string | null = null;
const listeners = new Set<Listener>();

export const rulesHash = {
  /** Null from a server that predates it, and in answers without a body: that says nothing. */
  heard(hash: string | null): void {
    if (hash === null || hash === last) return;
    last = hash;
    for (const listener of listeners) listener(hash);
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
