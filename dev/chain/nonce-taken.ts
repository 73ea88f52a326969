/** Whether a chain refused a transaction since another one had its nonce: it may be sent again. */
export function isNonceTaken(message: string): boolean {
  return /nonce too low|underpriced|already (imported|known)/i.test(message);
}
