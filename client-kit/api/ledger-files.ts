/** The files of a server's ledger (docs/ledger.md), as the checks in `common/ledger` read them. */
import { REFUSAL_HEADER } from '../../common/protocol/refusals.ts';
import { ANSWER_TIMEOUT_MS } from './api-client.ts';
import { answered, ApiError, isRefusedAs } from './api-error.ts';

export interface LedgerFilesOptions {
  /** Such as `https://play.example`. */
  readonly origin: string;
  /** The global one if it is left out. */
  readonly fetch?: typeof globalThis.fetch;
  /** `reload`: past the caches on the way, too, which tell addresses apart by their queries. */
  readonly cache?: 'default' | 'reload';
}

/**
 * Reads a file by its path below `/ledger/`; null: there is none.
 * @throws ApiError and NetworkError, which say nothing about the ledger
 */
export function ledgerFiles({
  origin,
  fetch = globalThis.fetch,
  cache = 'default',
}: LedgerFilesOptions): (path: string) => Promise<Uint8Array | null> {
  return async (path) => {
    const url = new URL(`/ledger/${path}`, origin);
    if (cache === 'reload') url.searchParams.set('again', String(Date.now()));
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await answered(fetch(url, { cache, signal }));
    const bytes = new Uint8Array(await answered(response.arrayBuffer()));
    if (response.ok) return bytes;
    const { status, statusText, headers } = response;
    const refusal = new ApiError(status, statusText, null, headers.get(REFUSAL_HEADER));
    // A proxy’s 404 says nothing of the ledger, nor does one of a server that knows no ledgers.
    if (isRefusedAs(refusal, 'no-ledger')) return null;
    if (isRefusedAs(refusal, 'not-found') && path !== 'key') return null;
    throw refusal;
  };
}
