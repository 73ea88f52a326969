/** The local chain is not available; the message says why, then what to do about it. */
export class LocalChainError extends Error {
  override readonly name = 'LocalChainError';
}
