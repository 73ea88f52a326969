/** `0x1234…cdef`: six characters and four, as every page shows a wallet. */
export function shortAddress(wallet: string): string {
  return `${wallet.slice(0, 6)}…${wallet.slice(-4)}`;
}
