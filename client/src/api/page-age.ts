/**
 * Whether this page is older than its server, from its calls and the socket. An older page still works and is
 * offered a reload; one that the server refuses as too old can only reload.
 */
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';

type PageAge = 'current' | 'outdated' | 'refused';

class PageAgeKeeper {
  readonly #listeners = new Set<() => void>();
  /** The newest version received. During a deploy, processes of two versions answer in turns. */
  #newest = PROTOCOL_VERSION;
  /** The player dismissed the notice for versions up to this one. */
  #dismissed = PROTOCOL_VERSION;
  #isRefused = false;

  /** A server speaks this version. One older than the page's is ignored, and so is NaN. */
  heard(version: number): void {
    if (!(version > this.#newest)) return;
    this.#newest = version;
    this.#tell();
  }

  /** The server no longer serves this page. */
  refused(): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#tell();
  }

  /** The player keeps this page until there is an even newer version. */
  dismiss(): void {
    this.#dismissed = this.#newest;
    this.#tell();
  }

  readonly read = (): PageAge => {
    if (this.#isRefused) return 'refused';
    return this.#newest > this.#dismissed ? 'outdated' : 'current';
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** This page's. */
export const pageAge = new PageAgeKeeper();
