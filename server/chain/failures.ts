/**
 * Classifies an endpoint's failures. Providers word the same refusal differently and reuse codes,
 * so the text takes precedence over the code; `failures.test.ts` has the messages of real
 * providers.
 */

/** A node's own error answer (JSON-RPC 2.0, 5.1). */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
  readonly code: number;
  /** Its message in lower case, with the `data` in which some providers put the details. */
  readonly text: string;

  constructor(method: string, code: number, message: string, data?: unknown) {
    super(`${method} was refused: ${message.slice(0, MAX_MESSAGE_CHARACTERS)} (${code})`);
    this.code = code;
    const details = typeof data === 'object' ? JSON.stringify(data) : '';
    this.text = `${message} ${details}`.slice(0, MAX_TEXT_CHARACTERS).toLowerCase();
  }
}

/** The endpoint limits its caller's rate (HTTP 429, or the same in JSON-RPC). */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  /** From its Retry-After; null if it sent none. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** An answer of more bytes than allowed; it was not read to its end. */
export class AnswerTooLarge extends Error {}

/** No answer came in time. */
export class AnswerLate extends Error {}

/** The endpoint does not accept a request of this many bytes (HTTP 413). */
export class RequestTooLarge extends Error {}

/** The endpoint has not reached the requested block, or has another one at its height. */
export class EndpointLags extends Error {}

/** How much of a node's message goes into ours, and so into the log. */
const MAX_MESSAGE_CHARACTERS = 300;
/** How much of a message is searched: the node decides its length. */
const MAX_TEXT_CHARACTERS = 2000;

export type Failure =
  /** A rate limit. */
  | 'limited'
  /** It does not have the block (yet). */
  | 'lag'
  /** It no longer has the state of that block. */
  | 'pruned'
  /** The contract failed, not the node. */
  | 'reverted'
  /** The request spans too many blocks. */
  | 'range'
  /** The answer would be, or is, too large or takes too long. */
  | 'size'
  /** An error whose text we do not recognise. */
  | 'refused'
  /** No answer, or none that can be parsed. */
  | 'silent';

const RATE_LIMITED =
  /rate.?limit|too many requests|compute units|(?:requests?|calls?|credits?) per (?:second|minute|day)|\/second|\brps\b|request rate|throughput|throttl|request limit|requests? count exceeded|usage limit|over (?:the )?quota|quota|daily limit|plan limit|capacity exceeded|monthly/;
const LAGS =
  /unknown block|block unknown|header .*not found|block[^.]{0,90} (?:was |is )?not (?:yet )?(?:found|available|synced|imported)|(?:cannot|could not|can't|couldn't) (?:find|be found|get) (?:the )?(?:block|header)|block[^.]{0,90}(?:cannot|could not) be found|from block (?:cannot|could not)|resource not found|beyond (?:the )?(?:current )?(?:head|latest)|after last accepted|unfinalized data|future block|is in the future|greater than (?:the )?latest|higher than (?:the )?latest|no such block|missing block|invalid block range params/;
const PRUNED =
  /missing trie node|pruned|state (?:is |for block )?.{0,90}?(?:not|un)[ -]?available|historical state|state already|archive|no state available|distance to target|state histor(?:y|ies)|too old|old data not available/;
const REVERTED = /revert|invalid opcode|invalid jump|bad instruction|undefined instruction/;
/** Other failures of a contract's code, as nodes word them. */
const EXECUTION =
  /opcode|out ?of ?gas|stack ?(?:over|under)flow|stack limit|evm error|vm execution error/;
const OUT_OF_RESULTS =
  /response size|results|too many logs|logs matched|max(?:imum)? logs|response (?:is |was )?too (?:large|big)|result (?:set )?(?:is )?too (?:large|big)|too (?:large|much) (?:response|data)|backend response too large|time[d -]*out|deadline exceeded|took too long|response exceed|message too (?:large|big)/;
const OUT_OF_RANGE =
  /block range|blocks? (?:range|distance)|range|too many blocks|at most .* blocks|max(?:imum)? .*blocks|blocks? limit|limited to .* block|from.*to.*blocks/;
const TOO_HEAVY =
  /out ?of ?gas|gas limit|gas cap|gas required|exceeds (?:the )?(?:block )?gas|intrinsic gas|execution (?:aborted|timeout)|time[d -]*out|too (?:large|big|long|heavy)|request entity|oversized|memory|max(?:imum)? (?:call ?data|payload|size)/;

/** Classifies an error; any that is not a node's own answer is `silent`. */
export function failureOf(error: unknown): Failure {
  if (error instanceof TooManyRequests) return 'limited';
  if (error instanceof EndpointLags) return 'lag';
  if (error instanceof AnswerTooLarge || error instanceof RequestTooLarge) return 'size';
  if (!(error instanceof RpcRefusal)) return 'silent';
  const { code, text } = error;
  // The text may be the contract's own, so it decides nothing else.
  if (code === 3 || REVERTED.test(text)) return 'reverted';
  if (code === 429 || RATE_LIMITED.test(text)) return 'limited';
  if (LAGS.test(text)) return 'lag';
  if (PRUNED.test(text) || code === 4444) return 'pruned';
  if (OUT_OF_RESULTS.test(text)) return 'size';
  if (OUT_OF_RANGE.test(text)) return 'range';
  // EIP-1474 calls it 'limit exceeded', without saying which limit.
  return code === -32005 ? 'limited' : 'refused';
}

const NO_FAULT: ReadonlySet<Failure> = new Set(['lag', 'pruned', 'reverted', 'range', 'size']);

/** True if a failure does not count against the endpoint: it did answer. */
export function isNoFault(error: unknown): boolean {
  return NO_FAULT.has(failureOf(error));
}

/** True if no answer came in time: a smaller request may be answered. */
export function isLate(error: unknown): boolean {
  return (
    error instanceof AnswerLate || (error instanceof Error && error.cause instanceof AnswerLate)
  );
}

/**
 * True if a stranger's contract caused an error: it failed, out of gas included, or returned more
 * than it may.
 */
export function isOfContract(error: unknown): boolean {
  if (error instanceof AnswerTooLarge) return true;
  return (
    error instanceof RpcRefusal && (failureOf(error) === 'reverted' || EXECUTION.test(error.text))
  );
}

/** True if a smaller call may succeed. */
export function isTooHeavy(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure === 'size' || failure === 'reverted') return true;
  if (!(error instanceof RpcRefusal) || !['range', 'refused'].includes(failure)) return false;
  return TOO_HEAVY.test(error.text) || EXECUTION.test(error.text);
}

/** How long a rate limit lasts, by its Retry-After or its text; null if neither says. */
export function retryAfterMsOf(error: unknown): number | null {
  if (error instanceof TooManyRequests) return error.retryAfterMs;
  if (!(error instanceof RpcRefusal)) return null;
  const [, minutes, seconds] =
    /(?:retry|try again) (?:in|after) (?:(\d{1,3}) ?m(?:in(?:ute)?s?)? ?)?(?:(\d{1,4}(?:\.\d{1,9})?) ?s)?/.exec(
      error.text,
    ) ?? [];
  if (minutes === undefined && seconds === undefined) return null;
  return Math.ceil((Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000);
}
