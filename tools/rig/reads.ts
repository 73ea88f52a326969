/** What a server answers, whatever its version. */
import { buffer } from 'node:stream/consumers';
import { send } from '../../server/test/support/http-client.ts';

interface Read {
  readonly status: number;
  /** Parsed if it is JSON, base64 if it isn't text. */
  readonly body: unknown;
}

/** By path. */
export type Reads = Readonly<Record<string, Read>>;

export async function readsOf(
  url: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<Reads> {
  const reads: Record<string, Read> = {};
  for (const path of paths) {
    const response = await send(url, path, { headers });
    const bytes = await buffer(response);
    const type = response.headers['content-type'] ?? '';
    const body: unknown = type.includes('json')
      ? JSON.parse(bytes.toString())
      : bytes.toString(type.startsWith('text') ? 'utf8' : 'base64');
    reads[path] = { status: response.statusCode ?? 0, body };
  }
  return reads;
}
