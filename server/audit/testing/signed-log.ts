/** Logs that a test makes: their files, signed, of any leaves. */
import { leafBytes, type Leaf } from '../../../common/ledger/leaf.ts';
import { signerOf } from '../../../common/ledger/note.ts';
import { logFiles } from '../../../common/testing/log-files.ts';
import { TEST_KEY } from '../../test/support/harness.ts';

interface SignedLog {
  readonly note: string;
  /** A file of it, by its path; null: it has none. */
  readonly file: (path: string) => Promise<Uint8Array | null>;
}

/** @param entries leaves, or bytes in place of one. */
export async function signedLog(
  entries: readonly (Leaf | Uint8Array)[],
  { seed = TEST_KEY, origin = 'localhost/denaria' } = {},
): Promise<SignedLog> {
  const bytes = entries.map((one) => (one instanceof Uint8Array ? one : leafBytes(one)));
  const read = await logFiles(bytes, signerOf(origin, seed));
  const note = new TextDecoder().decode((await read('checkpoint')) ?? new Uint8Array());
  return { note, file: (path) => read(path.replace('/ledger/', '')) };
}
