/** Asks a game's public origin, as a stranger does, and waits as long as it asks. */
import { BOARD_HEADERS } from '../../../common/protocol/board-headers.ts';
import { REFUSAL_HEADER } from '../../../common/protocol/refusals.ts';
import { monotonicNow, sleep, timeoutSignal } from '../../lib/machine.ts';
import { Difference, Unfinished } from './difference.ts';

const ANSWER_MS = 60_000;
const PAUSE_MS = 1000;
/** Twice the largest that a game sends: 256 leaves of 64 kB. */
const MOST_BYTES = 32 * 1024 * 1024;
/**
 * The longest that it lets itself be asked to wait, over all: a limit of requests is of a minute.
 */
const LONGEST_WAIT_MS = 10 * 60_000;
/**
 * What a server says of an address or a file that it doesn't have, or of what it can't read itself.
 */
const DEFINITE: ReadonlySet<number> = new Set([404, 410, 500]);

interface PublicAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export class PublicServer {
  readonly url: URL;

  readonly #patienceMs: number;

  /**
   * @param patienceMs an origin that gives no proper answer for so long is away.
   * @throws Unfinished if it is no origin.
   */
  constructor(from: string, patienceMs: number) {
    const url = URL.canParse(from) ? new URL(from) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.pathname !== '/') {
      throw new Unfinished('--from is the address of a game, such as https://play.example.org.');
    }
    this.url = url;
    this.#patienceMs = patienceMs;
  }

  /**
   * The answer: a 2xx, or a 404, 410 or 500 that the game itself gave twice.
   * @throws Unfinished
   */
  async ask(path: string): Promise<PublicAnswer> {
    let begun = monotonicNow();
    let denials = 0;
    let waited = 0;
    for (;;) {
      const answer = await this.#once(path);
      const { status, headers } = answer;
      if (status >= 200 && status < 300) return answer;
      const code = headers.get(REFUSAL_HEADER);
      const isDenial = DEFINITE.has(status) && code !== null;
      if (isDenial) denials += 1;
      if (denials > 1) return answer;
      const why = answer.failed ?? code ?? String(status);
      if (status >= 300 && status < 500 && status !== 429 && !isDenial) {
        throw new Unfinished(
          `${this.url.origin}${path} answers ${status}: is this the address of a Denaria?`,
        );
      }
      // A server that asks to wait is not away.
      const wait = waitOf(headers);
      waited += wait;
      if (status === 429 && waited > LONGEST_WAIT_MS) {
        throw new Unfinished(`${this.url.origin}${path} asks to wait for too long.`);
      }
      if (status !== 429 && monotonicNow() - begun > this.#patienceMs) {
        throw new Unfinished(
          `${this.url.origin}${path} gave no answer in time (${why}). Run the audit again: it goes on where it was.`,
        );
      }
      await sleep(wait);
      if (status === 429) begun = monotonicNow();
    }
  }

  /** A file that the game must have. @throws Difference if it says that it hasn't; Unfinished */
  async file(path: string, what: string): Promise<Uint8Array> {
    const { status, headers, bytes } = await this.ask(path);
    if (status < 300) return bytes;
    const code = headers.get(REFUSAL_HEADER) ?? String(status);
    throw new Difference(`The server can’t serve ${what}: ${path} answers ${status}, ${code}.`);
  }

  /** @throws Difference if the game says that it has no such thing; Unfinished */
  async json(path: string) {
    const { status, headers, bytes } = await this.ask(path);
    if (status >= 300) {
      const code = headers.get(REFUSAL_HEADER) ?? String(status);
      throw new Difference(`${path} answers ${status}, ${code}.`);
    }
    try {
      const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
      return {
        body,
        rev: headers.get(BOARD_HEADERS.rev),
        count: Number(headers.get(BOARD_HEADERS.totalCount) ?? Number.NaN),
      };
    } catch (cause) {
      throw new Unfinished(`${path} is no JSON: is this the address of a Denaria?`, { cause });
    }
  }

  /** Its status is 0 if there was none. */
  async #once(path: string): Promise<PublicAnswer & { readonly failed?: string }> {
    try {
      const signal = timeoutSignal(ANSWER_MS);
      const response = await fetch(new URL(path, this.url), { redirect: 'manual', signal });
      const { status, headers } = response;
      return { status, headers, bytes: await bytesOf(response, `${this.url.origin}${path}`) };
    } catch (error) {
      if (error instanceof Unfinished) throw error;
      const { cause } = error instanceof Error ? error : {};
      const failed = String(cause instanceof Error ? cause.message : error);
      return { status: 0, headers: new Headers(), bytes: new Uint8Array(), failed };
    }
  }
}

/** Its body, decompressed. @throws Unfinished if it is too large, before it is read any further */
async function bytesOf({ body }: Response, address: string): Promise<Uint8Array> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      await reader?.cancel();
      throw new Unfinished(
        `${address} answers more than ${MOST_BYTES / 1024 ** 2} MB: is this the address of a Denaria?`,
      );
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** What `Retry-After` says, ms. */
function waitOf(headers: Headers): number {
  const seconds = Number(headers.get('Retry-After'));
  return seconds > 0 && seconds <= 3600 ? seconds * 1000 : PAUSE_MS;
}
