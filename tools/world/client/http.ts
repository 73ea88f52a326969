/** One request over HTTP, as any client could send it, and its answer, if any. */
import { request, type Agent } from 'node:http';
import { after } from '../../../server/lib/machine.ts';
import type { Answer, Asking } from './deployment.ts';

/** How long a client waits for an answer. */
const PATIENCE_MS = 8000;

/**
 * What a process answers at this URL; see `Server`.
 * @param agent connects to it; defaults to TCP.
 */
export function ask(
  url: string,
  path: string,
  asking: Asking = {},
  agent?: Agent,
): Promise<Answer | null> {
  const { headers = {}, json, patienceMs = PATIENCE_MS } = asking;
  const body = json === undefined ? undefined : JSON.stringify(json);
  const method = asking.method ?? (body === undefined ? 'GET' : 'POST');
  return new Promise((resolve) => {
    const none = () => {
      timer.stop();
      resolve(null);
    };
    const sent = request(
      new URL(path, url),
      {
        method,
        // Killed servers leave dead connections behind, so each request gets a new one.
        agent: agent ?? false,
        headers: {
          ...(body !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(body)),
          }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', none);
        response.on('close', none);
        response.on('end', () => {
          timer.stop();
          const { statusCode = 0, headers: received } = response;
          const bytes = Buffer.concat(parts);
          resolve({
            status: statusCode,
            headers: Object.fromEntries(
              Object.entries(received).map(([name, its]) => [name, String(its)]),
            ),
            bytes,
            text: bytes.toString('utf8'),
          });
        });
      },
    );
    const timer = after(patienceMs, () => sent.destroy());
    sent.on('error', none);
    sent.on('close', none);
    sent.end(body);
  });
}
