/** A scripted EIP-1193 wallet for tests, in place of the browser's. */
import { EventEmitter } from 'node:events';
import type { Eip1193Provider } from '../wallet/eip1193.ts';

type Script = (params: readonly unknown[]) => unknown;

/** An error as wallets throw it (EIP-1193, ProviderRpcError). */
export function rpcError(code: number | string): Error {
  return Object.assign(new Error(`rpc error ${code}`), { code });
}

export class TestWallet implements Eip1193Provider {
  readonly asked: { method: string; params: readonly unknown[] }[] = [];
  readonly #events = new EventEmitter();
  readonly #script: Record<string, Script>;

  /** A method that the script leaves out is refused, as EIP-1193 requires (4200). */
  constructor(script: Record<string, Script>) {
    this.#script = script;
  }

  async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
    this.asked.push({ method, params });
    const answer = this.#script[method];
    if (!answer) throw rpcError(4200);
    return answer(params);
  }

  on(event: string, listener: (payload: unknown) => void): void {
    this.#events.on(event, listener);
  }

  removeListener(event: string, listener: (payload: unknown) => void): void {
    this.#events.off(event, listener);
  }

  emit(event: string, payload: unknown): void {
    this.#events.emit(event, payload);
  }

  /** How often a method was called. */
  count(method: string): number {
    return this.asked.filter((call) => call.method === method).length;
  }
}

interface Announced {
  readonly rdns: string;
  readonly provider: unknown;
  readonly name?: string;
  readonly icon?: string;
  readonly uuid?: string;
}

/** A window in which these wallets announce themselves on request (EIP-6963). */
export class TestWindow extends EventTarget {
  readonly ethereum: unknown;

  constructor(announced: readonly Announced[] = [], ethereum?: unknown) {
    super();
    this.ethereum = ethereum;
    this.addEventListener('eip6963:requestProvider', () => {
      for (const wallet of announced) this.announce(wallet);
    });
  }

  announce(wallet: Announced): void {
    const {
      rdns,
      provider,
      name = rdns,
      icon = 'data:image/svg+xml,',
      uuid = `uuid-${rdns}`,
    } = wallet;
    const detail = { info: { uuid, name, icon, rdns }, provider };
    this.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  }
}

/** Browser storage for one test. */
export function testStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}
