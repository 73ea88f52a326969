/** One HTTP request as any client could send it, and its answer, if any. */
import { request, type IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly patienceMs?: number;
}

/** How long a client waits for an answer. */
const PATIENCE_MS = 8000;

/** Null if the connection was refused or cut, or the server was silent for too long. */
export function ask(url: string, path: string, asking: Asking = {}): Promise<Answer | null> {
  const { headers = {}, json, patienceMs = PATIENCE_MS } = asking;
  const body = json === undefined ? undefined : JSON.stringify(json);
  const method = asking.method ?? (body === undefined ? 'GET' : 'POST');
  return new Promise((resolve) => {
    const none = () => {
      clearTimeout(timer);
      resolve(null);
    };
    const sent = request(
      new URL(path, url),
      {
        method,
        // Killed servers leave dead connections behind, so each request gets a new one.
        agent: false,
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
          clearTimeout(timer);
          const { statusCode = 0 } = response;
          const text = Buffer.concat(parts).toString('utf8');
          resolve({ status: statusCode, headers: response.headers, text });
        });
      },
    );
    const timer = setTimeout(() => sent.destroy(), patienceMs);
    sent.on('error', none);
    sent.on('close', none);
    sent.end(body);
  });
}

/** A header that occurs once. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}
