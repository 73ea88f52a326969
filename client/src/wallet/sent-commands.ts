/**
 * The commands that this browser has sent and has no answer to: stored from before
 * they are sent until their answer is known, so that a reload and every other tab knows of them.
 */
import { z } from 'zod';
import { RULES_HEADER } from '../../../common/protocol/version.ts';
import { writtenAddressSchema, type Address } from '../../../common/values/address.ts';
import { createStore } from '../lib/store.ts';

/** The calls that commands are sent by. */
const PATHS = [
  '/api/player-nation',
  '/api/dena/stake',
  '/api/dena/unstake',
  '/api/nft/stake',
  '/api/nft/unstake',
  '/api/trade',
  '/api/works',
] as const;
export type CommandPath = (typeof PATHS)[number];

const outcomeSchema = z.object({
  isDone: z.boolean(),
  /**
   * Why not, in the server's words; of one that is done what it did, empty if there is nothing to
   * add.
   */
  reason: z.string(),
});
export type Outcome = z.infer<typeof outcomeSchema>;

const sentCommandSchema = z.object({
  walletAddress: writtenAddressSchema,
  path: z.enum(PATHS),
  /** Its `Idempotency-Key`. */
  key: z.string(),
  body: z.unknown(),
  /** The hash of the rules that the page showed. */
  shownRules: z.string().optional(),
  /** When it was first sent, by the server's clock, in ms. */
  sentAt: z.number(),
  /** When the last answer was lost. */
  lostAt: z.number().optional(),
  /**
   * `sent`: for the first time, by a tab that waits for the answer, or was closed. `lost`: an
   * answer did not come; it is sent again until one does. `signed-out`: for that the player must
   * sign in. `expired`: it is not sent again, as the server may have forgotten the key or keeps
   * answering that it can't read it; the player is told that nobody knows.
   */
  state: z.enum(['sent', 'lost', 'signed-out', 'expired']),
  /** When the server first answered that it can't read it. */
  unreadSince: z.number().optional(),
});
export type SentCommand = z.infer<typeof sentCommandSchema>;

/** Which command it is [PRO28], and by which rules it was shown [PRO34]. */
export function commandHeaders({ key, shownRules }: Pick<SentCommand, 'key' | 'shownRules'>) {
  return { 'Idempotency-Key': key, ...(shownRules && { [RULES_HEADER]: shownRules }) };
}

/**
 * As stored; with its outcome until the wallet's player is told, which is also how the other tabs
 * hear of it.
 */
const storedSchema = sentCommandSchema.extend({ outcome: outcomeSchema.optional() });
type Stored = z.infer<typeof storedSchema>;

const storageEventSchema = z.object({
  key: z.string().nullable(),
  newValue: z.string().nullable(),
});

type OnSettled = (command: SentCommand, outcome: Outcome) => void;

const PREFIX = 'sent.';

export class SentCommands {
  readonly #storage: Storage | null;
  readonly #stored = new Map<string, Stored>();
  readonly #handled = new Set<string>();
  /** A new object with each change of what is stored, or of what is handled. */
  readonly #changes = createStore({});
  readonly #onSettled = new Set<OnSettled>();

  constructor(storage: Storage | null, page: EventTarget) {
    this.#storage = storage;
    for (const key of keysOf(storage)) this.#take(key, storage?.getItem(key) ?? null);
    page.addEventListener('storage', (event) => {
      const { key, newValue } = storageEventSchema.parse(event);
      if (key?.startsWith(PREFIX)) this.#take(key, newValue);
    });
  }

  /** One that a wallet sent by this call; null if every answer is known. */
  of(walletAddress: Address | null, path: CommandPath): SentCommand | null {
    return this.all(walletAddress).find((command) => command.path === path) ?? null;
  }

  all(walletAddress: Address | null): SentCommand[] {
    return [...this.#stored.values()].filter(
      (command) => command.walletAddress === walletAddress && !command.outcome,
    );
  }

  /** The command as it is now known; null once its answer is. */
  get({ key }: Pick<SentCommand, 'key'>): SentCommand | null {
    const stored = this.#stored.get(PREFIX + key);
    return stored && !stored.outcome ? stored : null;
  }

  keep(command: Stored): void {
    this.#stored.set(PREFIX + command.key, command);
    try {
      this.#storage?.setItem(PREFIX + command.key, JSON.stringify(command));
    } catch (error) {
      // Private windows refuse storage: then only this page, until it is closed, knows of the
      // command.
      console.warn('A sent command could not be stored:', error);
    }
    this.#changes.set({});
  }

  /** Its sender has the answer, or the player was told. */
  drop({ key }: Pick<SentCommand, 'key'>): void {
    this.#stored.delete(PREFIX + key);
    this.#storage?.removeItem(PREFIX + key);
    this.#changes.set({});
  }

  /**
   * Its answer came late: every tab hears of it. It is stored until one tells the player by
   * `notifySettled`.
   */
  settle(command: SentCommand, outcome: Outcome): void {
    this.keep({ ...command, outcome });
    for (const listener of this.#onSettled) listener(command, outcome);
  }

  /**
   * Calls `notify` for each of a wallet's commands whose answer comes late, or came while another
   * wallet was in use, and drops it. Ends with the callback.
   */
  notifySettled(walletAddress: Address, notify: OnSettled): () => void {
    const notifyOnce: OnSettled = (command, outcome) => {
      if (command.walletAddress !== walletAddress) return;
      this.drop(command);
      notify(command, outcome);
    };
    for (const { outcome, ...command } of this.#stored.values()) {
      if (outcome) notifyOnce(command, outcome);
    }
    return this.onSettled(notifyOnce);
  }

  /** Whether this tab is at it: `handle` runs, or waits for the lock. */
  isHandled({ key }: Pick<SentCommand, 'key'>): boolean {
    return this.#handled.has(key);
  }

  /** Runs `act`, which sends the command, while no other tab does. */
  async handle<T>({ key }: Pick<SentCommand, 'key'>, act: () => Promise<T>): Promise<T> {
    this.#handled.add(key);
    try {
      // A browser that refuses storage refuses locks, too.
      return await (this.#storage ? locked(PREFIX + key, act) : act());
    } finally {
      this.#handled.delete(key);
      this.#changes.set({});
    }
  }

  readonly subscribe = this.#changes.subscribe;

  onSettled(listener: OnSettled): () => void {
    this.#onSettled.add(listener);
    return () => this.#onSettled.delete(listener);
  }

  /** Takes what is stored, by an earlier page or by another tab. */
  #take(storageKey: string, text: string | null): void {
    const stored = parse(text);
    if (stored) this.#stored.set(storageKey, stored);
    else this.#stored.delete(storageKey);
    this.#changes.set({});
    if (stored?.outcome) for (const listener of this.#onSettled) listener(stored, stored.outcome);
  }
}

function keysOf(storage: Storage | null): string[] {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, i) => storage?.key(i) ?? '');
  return keys.filter((key) => key.startsWith(PREFIX));
}

function parse(text: string | null): Stored | null {
  if (text === null) return null;
  try {
    return storedSchema.parse(JSON.parse(text));
  } catch (error) {
    console.warn('A stored command cannot be read:', error);
    return null;
  }
}

function locked<T>(name: string, act: () => Promise<T>): Promise<T> {
  return hasLocks() ? navigator.locks.request(name, act) : act();
}

/**
 * On plain HTTP browsers have none: several tabs then send, under the same key, which acts once.
 */
export function hasLocks(): boolean {
  return typeof navigator === 'object' && 'locks' in navigator;
}
