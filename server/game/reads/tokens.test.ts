import { describe, expect, test } from 'vitest';
import { ChainUnavailable, MetadataUnusable } from '../../chain/chain.ts';
import { createLog } from '../../observe/log.ts';
import { openMemoryStore } from '../../store/testing/memory-store.ts';
import type { Store } from '../../store/store.ts';
import { createTokens, type Token, type Tokens } from './tokens.ts';

const FRESH_MS = 10 * 60_000;
const RETRY_MS = 5000;
const URI_MS = 1000;

/** Of a token whose copies have this production. */
function producing(value: number): Token {
  return { name: 'Land', imageUrl: 'https://a.test/2.png', attributes: [production(value)] };
}
const production = (value: number) => ({ trait: 'Production', value });

/** A contract and a host, which a test changes as it goes, and processes that read from them. */
class World {
  readonly store: Store = openMemoryStore();
  uri: string | null | Error = 'https://a.test/2.json';
  /** The answer of each uri; without one it can't be read. */
  readonly metadata = new Map<string, Token>([['https://a.test/2.json', producing(0.1)]]);
  /** What is wrong with all of them for good. */
  defect: string | null = null;
  /** Moves only when the test says so. */
  now = 1_000_000_000;
  readonly read: string[] = [];
  /** How often the chain was asked for it. */
  uriReads = 0;
  gate: Promise<void> = Promise.resolve();

  /** As another process, or the same one after a restart. */
  start(): Tokens {
    return createTokens({
      chain: {
        tokenUri: () => {
          this.uriReads += 1;
          return this.uri instanceof Error ? Promise.reject(this.uri) : Promise.resolve(this.uri);
        },
      },
      store: this.store,
      readMetadata: async (uri, tokenId) => {
        this.read.push(`${uri} ${tokenId}`);
        await this.gate;
        const token = this.metadata.get(uri);
        if (this.defect !== null) throw new MetadataUnusable(this.defect);
        if (!token) throw new Error('the host does not answer');
        return token;
      },
      log: createLog('silent'),
      now: () => this.now,
    });
  }

  /** Holds readings back until the returned function is called. */
  hold(): () => void {
    let release = () => {};
    this.gate = new Promise((resolve) => {
      release = resolve;
    });
    return () => release();
  }

  outage(): void {
    this.metadata.clear();
  }
}

/** The production of a national NFT of Italy according to its metadata; null: it can't be read. */
async function productionBy(tokens: Tokens): Promise<number | null> {
  const { token } = await tokens.read('national', 'italy');
  return token && (token.attributes[0]?.value ?? 0);
}

describe('[NFT1] the reading of a token', () => {
  test('survives a restart during the outage, even if the chain is down too', async () => {
    const world = new World();
    await world.start().read('national', 'italy');
    world.outage();
    expect(await productionBy(world.start())).toBe(0.1);
    world.now += 2 * FRESH_MS;
    expect(await productionBy(world.start())).toBe(0.1);
    world.uri = new ChainUnavailable('down');
    expect(await productionBy(world.start())).toBe(0.1);
  });

  test('is not requested again for ten minutes, by any process', async () => {
    const world = new World();
    const [one, other] = [world.start(), world.start()];
    await productionBy(one);
    world.metadata.set('https://a.test/2.json', producing(0.2));
    world.now += FRESH_MS - 1;
    expect([await productionBy(one), await productionBy(other)]).toEqual([0.1, 0.1]);
    expect(world.read).toHaveLength(1);
    world.now += 1;
    expect([await productionBy(other), await productionBy(one)]).toEqual([0.2, 0.2]);
    expect(world.read).toHaveLength(2);
  });

  test('costs strangers a call to the chain every ten minutes, and stakes wait for none of theirs', async () => {
    const world = new World();
    const tokens = world.start();
    const release = world.hold();
    const forStranger = tokens.read('national', 'italy', 'forStrangers');
    await expect.poll(() => world.read).toHaveLength(1);
    world.gate = Promise.resolve();
    expect(await productionBy(tokens)).toBe(0.1);
    release();
    expect((await forStranger).token).toMatchObject(producing(0.1));
    world.uriReads = 0;
    for (let passed = 0; passed < FRESH_MS; passed += 2 * URI_MS) {
      world.now += 2 * URI_MS;
      const { token } = await tokens.read('national', 'italy', 'forStrangers');
      expect(token).toMatchObject(producing(0.1));
    }
    expect(world.uriReads).toBeLessThanOrEqual(1);
  });

  test('is not used for another uri, whose metadata is waited for', async () => {
    const world = new World();
    const tokens = world.start();
    await productionBy(tokens);
    world.uri = 'https://b.test/2.json';
    world.now += URI_MS;
    expect(await productionBy(tokens)).toBeNull();
    // The chain's last answer counts while it gives none.
    world.uri = new ChainUnavailable('down');
    world.now += RETRY_MS;
    expect(await productionBy(tokens)).toBeNull();
    world.uri = 'https://b.test/2.json';
    world.metadata.set('https://b.test/2.json', producing(0.3));
    world.now += RETRY_MS;
    expect(await productionBy(tokens)).toBe(0.3);
  });
});

describe('[NFT1] unreadable metadata', () => {
  test('includes one whose address the chain doesn’t return; an answer without one is read', async () => {
    const world = new World();
    world.uri = new ChainUnavailable('rate limit');
    const tokens = world.start();
    expect(await productionBy(tokens)).toBeNull();
    world.uri = null;
    world.now += RETRY_MS;
    expect(await productionBy(tokens)).toBe(0);
    expect(world.read).toEqual([]);
  });
});

describe('[NFT1] metadata that never can be read', () => {
  test('says what is wrong with it, and is requested again after a minute', async () => {
    const world = new World();
    world.defect = 'is not valid JSON';
    const tokens = world.start();
    const unusable = { token: null, defect: 'is not valid JSON' };
    expect(await tokens.read('national', 'italy')).toEqual(unusable);
    world.now += 60_000 - 1;
    expect(await tokens.read('national', 'italy')).toEqual(unusable);
    expect(world.read).toHaveLength(1);
    world.defect = null;
    world.now += 1;
    const corrected = await tokens.read('national', 'italy');
    expect(corrected).toMatchObject({ token: producing(0.1), defect: null });
  });
});

describe('readings', () => {
  test('are shared by concurrent callers, and hold up no other token', async () => {
    const world = new World();
    const release = world.hold();
    const tokens = world.start();
    const asked = Array.from({ length: 50 }, () => productionBy(tokens));
    await expect.poll(() => world.read).toHaveLength(1);
    world.gate = Promise.resolve();
    expect((await tokens.read('national', 'china')).token).toMatchObject(producing(0.1));
    release();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([0.1]));
    expect(world.read).toEqual(['https://a.test/2.json 2', 'https://a.test/2.json 4']);
  });
});
