/**
 * The metadata of the game's eight tokens [NFT1]. Readings are saved in the store, so that all
 * processes use the same ones, even after a restart, and an outage of the metadata's host (which a
 * player can cause) changes no traits. A reading is valid until the contract names another uri, or
 * the metadata behind the uri changes.
 */
import { z } from 'zod';
import type { Address } from '../../../common/values/address.ts';
import { NATIONS, type NationId } from '../../../common/values/nations.ts';
import type { TokenAttribute } from '../../../common/values/token.ts';
import { MetadataUnusable, type Chain, type Collection } from '../../chain/chain.ts';
import { sleep, wallNow } from '../../lib/machine.ts';
import type { Log } from '../../observe/log.ts';
import { putSetting, setting } from '../../store/kept/settings.ts';
import type { Store } from '../../store/store.ts';

export interface Token {
  readonly name: string;
  /** Empty if there is none. */
  readonly imageUrl: string;
  readonly attributes: readonly TokenAttribute[];
}

export type Tokens = ReturnType<typeof createTokens>;

/** What is known about the game's NFTs besides who holds them. */
export interface NftFacts {
  readonly collections: Readonly<Record<Collection, Address>>;
  readonly tokens: Tokens;
}

/**
 * Reads the metadata behind a token's URI. @throws MetadataUnusable if it never can be, any other
 * error
 */
export type ReadMetadata = (uri: string, tokenId: bigint) => Promise<Token>;

/**
 * The metadata behind a uri is read again after this long; after a failure it is retried sooner.
 */
const FRESH_MS = 10 * 60_000;
const RETRY_MS = 5000;
/** The same after a failure that only the owner of the collection can correct. */
const DEFECT_RETRY_MS = 60_000;
/** Every reading asks the chain for the token's uri, but not more often than this. */
const URI_MS = { forStakes: 1000, forStrangers: FRESH_MS };
type Use = keyof typeof URI_MS;
/** How long a caller waits for a reading, which continues for later callers. */
const WAIT_MS = 3500;

/** The metadata of a token whose contract names none. */
const NO_METADATA: Token = { name: '', imageUrl: '', attributes: [] };

/** As the store keeps it. */
const readingSchema = z.object({
  /** Null: the contract named none. */
  uri: z.string().nullable(),
  name: z.string(),
  imageUrl: z.string(),
  attributes: z.array(
    z.object({
      trait: z.string(),
      // JSON has no NaN, which stands for an attribute without a number.
      value: z
        .number()
        .nullable()
        .transform((value) => value ?? Number.NaN),
    }),
  ),
  /** Machine time, ms. */
  checkedAt: z.number(),
});
type Reading = z.output<typeof readingSchema>;

/** What this process knows about one token. */
interface Slot {
  readonly collection: Collection;
  readonly tokenId: bigint;
  readonly setting: string;
  /** The store's latest value. */
  saved: Reading | null;
  /** The uri that the chain returned last, and when this process asked for it. */
  lastUri: { readonly uri: string | null; readonly at: number } | null;
  /** The last reading for each use, if it failed; `defect`: why, for good. */
  readonly failures: Map<Use, { readonly at: number; readonly defect: string | null }>;
  /** One reading at a time for each use; it rejects only if the store fails. */
  readonly inFlight: Map<Use, Promise<Reading | null>>;
}

export function createTokens(parts: {
  readonly chain: Pick<Chain, 'tokenUri'>;
  readonly store: Pick<Store, 'rows'>;
  readonly readMetadata: ReadMetadata;
  readonly log: Log;
  /** Machine time, ms. */
  readonly now?: () => number;
}) {
  const { chain, store, readMetadata, log, now = wallNow } = parts;
  const slots = new Map<string, Slot>();

  function slotOf(collection: Collection, nationId: NationId): Slot {
    const tokenId = BigInt(NATIONS[nationId].tokenId);
    const name = `token.${collection}.${tokenId}`;
    const known = slots.get(name);
    if (known) return known;
    const slot: Slot = {
      collection,
      tokenId,
      setting: name,
      saved: null,
      lastUri: null,
      failures: new Map(),
      inFlight: new Map(),
    };
    slots.set(name, slot);
    return slot;
  }

  async function load(slot: Slot): Promise<Reading | null> {
    const text = await setting(store, slot.setting);
    slot.saved = text === null ? null : (parsed(text) ?? null);
    return slot.saved;
  }

  /**
   * True if a moment is at most `ms` ago; a moment in the future is from before the clock was set
   * back.
   */
  const isWithin = (ms: number, at: number) => now() - at < ms && now() >= at;

  function isFresh({ uri, checkedAt }: Reading, { lastUri }: Slot, use: Use): boolean {
    const isConfirmed = lastUri?.uri === uri && isWithin(URI_MS[use], lastUri.at);
    return isWithin(isConfirmed ? FRESH_MS : URI_MS[use], checkedAt);
  }

  /**
   * The saved reading, unless the chain has named another uri since, whose metadata is not known
   * yet.
   */
  function stillValid({ saved, lastUri }: Slot): Reading | null {
    const isOfAnother =
      saved && lastUri && lastUri.uri !== saved.uri && lastUri.at >= saved.checkedAt;
    return isOfAnother ? null : saved;
  }

  async function read(slot: Slot, use: Use): Promise<Reading | null> {
    const saved = await load(slot);
    if (saved && isFresh(saved, slot, use)) return saved;
    const failure = slot.failures.get(use);
    const retryMs = failure?.defect ? DEFECT_RETRY_MS : RETRY_MS;
    if (failure && isWithin(retryMs, failure.at)) return stillValid(slot);
    let inFlight = slot.inFlight.get(use);
    if (!inFlight) {
      inFlight = refresh(slot, use).finally(() => slot.inFlight.delete(use));
      slot.inFlight.set(use, inFlight);
    }
    return Promise.race([inFlight, sleep(WAIT_MS).then(() => stillValid(slot))]);
  }

  async function refresh(slot: Slot, use: Use): Promise<Reading | null> {
    const { collection, tokenId, lastUri } = slot;
    const checkedAt = now();
    let uri: string | null;
    let token: Token;
    try {
      if (lastUri && isWithin(URI_MS[use], lastUri.at)) uri = lastUri.uri;
      else {
        uri = await chain.tokenUri(collection, tokenId);
        slot.lastUri = { uri, at: checkedAt };
      }
      const { saved } = slot;
      if (saved?.uri === uri && isWithin(FRESH_MS, saved.checkedAt)) return saved;
      token = uri === null ? NO_METADATA : await readMetadata(uri, tokenId);
    } catch (error) {
      const defect = error instanceof MetadataUnusable ? error.defect : null;
      slot.failures.set(use, { at: now(), defect });
      const valid = stillValid(slot);
      const fields = { collection, tokenId: String(tokenId), stands: valid !== null };
      log.warn({ err: error, ...fields }, 'no token metadata');
      return valid;
    }
    slot.failures.delete(use);
    const { name, imageUrl, attributes } = token;
    return save(slot, { uri, name, imageUrl, attributes: [...attributes], checkedAt });
  }

  /** If two processes read concurrently, both use the reading that began later. */
  async function save(slot: Slot, reading: Reading): Promise<Reading> {
    const others = await load(slot);
    if (others && others.checkedAt > reading.checkedAt && others.checkedAt <= now()) return others;
    const text = JSON.stringify(reading);
    await putSetting(store, slot.setting, text);
    slot.saved = readingSchema.parse(JSON.parse(text));
    return slot.saved;
  }

  return {
    /**
     * A token's metadata, read again if that is due. `token` is null if it can't be read and no
     * earlier reading is still valid; `defect` says why it never can be, as the rest of a sentence
     * (`is not valid JSON`).
     * @throws StoreUnavailable
     */
    async read(collection: Collection, nationId: NationId, use: Use = 'forStakes') {
      const slot = slotOf(collection, nationId);
      const token: Token | null = await read(slot, use);
      return { token, defect: token ? null : (slot.failures.get(use)?.defect ?? null) };
    },
    /**
     * Starts a reading if one is due; the returned function gives what is known when it is called,
     * null for nothing.
     */
    peek(collection: Collection, nationId: NationId): () => Token | null {
      const slot = slotOf(collection, nationId);
      read(slot, 'forStakes').catch((error: unknown) => {
        log.warn({ err: error, setting: slot.setting }, 'a token could not be looked up');
      });
      return () => slot.saved;
    },
  };
}

/** The store's value, parsed; undefined if it is not a reading. */
function parsed(text: string): Reading | undefined {
  try {
    return readingSchema.safeParse(JSON.parse(text)).data;
  } catch {
    // Damaged: it is read again.
    return undefined;
  }
}
