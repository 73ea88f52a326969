/** The two audits of a game, as anybody can run them: of its store, and of what it publishes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../../server/audit/audit.ts';
import { auditOrigin } from '../../server/audit/ledger/audit-origin.ts';
import { walletsIn } from '../../server/store/embedded/embedded-stream.ts';
import type { MemoryStore } from '../../server/store/testing/memory-store.ts';
import type { Server } from './client/deployment.ts';

/** @returns what they find, in words. */
export async function wrongByAudits(store: MemoryStore, server: Server): Promise<string[]> {
  const { connection } = store;
  const source = walletsIn({ connection, path: 'the store' });
  const done = () => Promise.resolve();
  const found = await audit({ ...source, refresh: done, close: done }, null);
  return [
    ...found.differences.listed.map(({ of, what }) => `audit --all: ${of}: ${what}`),
    ...(found.unreadable > 0 ? [`audit --all can’t read ${found.unreadable} events`] : []),
    ...(await wrongFromOutside(server)),
  ];
}

async function wrongFromOutside(server: Server): Promise<string[]> {
  const keep = mkdtempSync(join(tmpdir(), 'denaria-world-'));
  const { fetch } = globalThis;
  globalThis.fetch = async (input) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const answer = await server.ask(`${pathname}${search}`);
    if (!answer) throw new TypeError('no answer');
    const { status, headers, bytes } = answer;
    return new Response(Uint8Array.from(bytes), { status, headers });
  };
  try {
    const { notCompared, untold } = await auditOrigin({
      from: 'http://localhost/',
      rpc: null,
      seen: [],
      keep,
    });
    return [...notCompared, ...untold].map((what) => `audit --from can’t tell: ${what}`);
  } catch (error) {
    return [`audit --from: ${String(error)}`];
  } finally {
    globalThis.fetch = fetch;
    rmSync(keep, { recursive: true });
  }
}
