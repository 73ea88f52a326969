/** What every answer says of its server: the version that it speaks, and the hash of its rules. */
import { PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import { createStore, type Readable } from '../lib/store.ts';

/**
 * Whether this page is older than its server, from its calls and the socket. An older page still
 * works and is offered a reload; one that the server refuses as too old can only reload.
 */
type PageAge = 'current' | 'outdated' | 'refused';

interface PageAgeStore extends Readable<PageAge> {
  /** A server speaks this version. One older than the page's is ignored, and so is NaN. */
  readonly heard: (version: number) => void;
  /** The server no longer serves this page. */
  readonly refused: () => void;
  /** The player keeps this page until there is an even newer version. */
  readonly dismiss: () => void;
}

const age = createStore<PageAge>('current');
/** The newest version received. During a deploy, processes of two versions alternate. */
let newest = PROTOCOL_VERSION;

/** This page's. */
export const pageAge: PageAgeStore = {
  get: age.get,
  subscribe: age.subscribe,
  heard(version) {
    if (!(version > newest)) return;
    newest = version;
    if (age.get() === 'current') age.set('outdated');
  },
  refused: () => age.set('refused'),
  dismiss() {
    if (age.get() === 'outdated') age.set('current');
  },
};

/**
 * Of the last answer that had one; an object for each answer, so that listeners hear of every one.
 */
export const rulesHash = createStore<{ readonly hash: string } | null>(null);
