/**
 * Whether this page is older than its server, as calls and the socket hear of it. An older page still
 * works and is offered a reload; one that the server refuses as too old can only reload.
 */
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';

export type PageAge = 'current' | 'outdated' | 'refused';

export class PageAgeKeeper {
  readonly #listeners = new Set<() => void>();
  /** The newest version heard. During a deploy, processes of two versions answer in turns. */
  #newest = PROTOCOL_VERSION;
  /** Up to this version the player dismissed the notice. */
  #dismissed = PROTOCOL_VERSION;
  #isRefused = false;

  /** A server speaks this version. One that is older than the page's is ignored, and so is NaN. */
  heard(version: number): void {
    if (!(version > this.#newest)) return;
    this.#newest = version;
    this.#tell();
  }

  /** The server does not serve this page any more. */
  refused(): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#tell();
  }

  /** The player goes on with this page until there is a newer version still. */
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

/** Of this page. */
export const pageAge = new PageAgeKeeper();
