/** `0x1234…cdef`: the first six characters and the last four, as every page shows a wallet. */
export function shortAddress(wallet: string): string {
  return `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;
}
