/**
 * The pipeline from a socket's packet to a handler: decode → validate → rate-limit → authorise.
 * Pure apart from the token bucket, so it can be tested without a socket. Every message costs its
 * sender a token, even a refused one, so refusals are not free.
 */
import { CLIENT_MESSAGES, type ClientMessages } from '../../../common/protocol/live.ts';
import { parseInput } from '../../../common/protocol/parse.ts';
import type { SocketRefusalCode } from '../../../common/protocol/refusals.ts';
import { MIN_PROTOCOL_VERSION } from '../../../common/protocol/version.ts';
import type { TokenBucket } from '../../lib/token-bucket.ts';
import type { Reply } from '../sockets/live-socket.ts';

export interface ClientMessage<Name extends keyof ClientMessages = keyof ClientMessages> {
  readonly name: Name;
  readonly body: ClientMessages[Name];
}

type Verdict =
  | { readonly do: 'handle'; readonly message: ClientMessage }
  /** `error` is a sentence for the client's author; `code` is for the client. */
  | { readonly do: 'refuse'; readonly code: SocketRefusalCode; readonly error: string }
  | { readonly do: 'disconnect' };

/** The limits and state that a sender's messages are checked against. */
interface Gate {
  readonly bucket: TokenBucket;
  /** True if the address's sockets and requests together have exceeded its budget. */
  readonly isPastBudget: boolean;
  /** The server is closing and admits no one. */
  readonly draining: boolean;
  /** The client's protocol version. */
  readonly version: number;
}

/** A message as received: its name, its bodies, and how to reply. */
interface Incoming {
  readonly name: unknown;
  readonly bodies: readonly unknown[];
  readonly reply: Reply;
}

/** Takes a packet apart. Socket.IO appends a function if the sender asked for a reply. */
export function decode([name, ...args]: readonly unknown[]): Incoming {
  const last = args.at(-1);
  if (typeof last !== 'function') return { name, bodies: args, reply: () => {} };
  return { name, bodies: args.slice(0, -1), reply: (ack) => void last(ack) };
}

/** @param at the machine's monotonic clock, in ms. */
export function checkMessage({ name, bodies }: Incoming, gate: Gate, at: number): Verdict {
  const validated = validate(name, bodies);
  const allowance = gate.bucket.take(at);
  if (allowance === 'flood') return { do: 'disconnect' };
  if (allowance === 'not-now') {
    return refuse(
      'too-many-messages',
      'Too many messages: wait a second, then send them more slowly.',
    );
  }
  if (gate.isPastBudget) {
    return refuse(
      'too-many-messages',
      'Too many messages and requests from your address: wait a minute, then send fewer.',
    );
  }
  return validated.do === 'handle' ? authorise(validated, gate) : validated;
}

function validate(name: unknown, bodies: readonly unknown[]): Verdict {
  if (!isMessageName(name)) {
    const shown = JSON.stringify(String(name).slice(0, 40));
    return refuse('bad-message', `There is no message ${shown}: send watch, unwatch or corrected.`);
  }
  const parsed = parseInput(CLIENT_MESSAGES[name], bodies[0]);
  if (!parsed.ok) return refuse('bad-message', parsed.sentence);
  if (bodies.length > 1) {
    return refuse('bad-message', `${name} carries one object and nothing else.`);
  }
  return { do: 'handle', message: { name, body: parsed.value } };
}

/**
 * Everything that is pushed is public, like GET /api/leaderboard; only admission itself can end.
 */
function authorise(
  verdict: Extract<Verdict, { do: 'handle' }>,
  { draining, version }: Gate,
): Verdict {
  if (draining) return refuse('draining', 'The server is restarting: connect again in a moment.');
  if (version < MIN_PROTOCOL_VERSION) {
    return refuse('page-too-old', 'This page is older than the game. Reload it to go on.');
  }
  return verdict;
}

function isMessageName(name: unknown): name is keyof ClientMessages {
  return typeof name === 'string' && Object.hasOwn(CLIENT_MESSAGES, name);
}

function refuse(code: SocketRefusalCode, error: string): Verdict {
  return { do: 'refuse', code, error };
}
