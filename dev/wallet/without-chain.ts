/** The calls that a wallet answers by itself, even without a chain: it knows its accounts and signs. */
export const WITHOUT_CHAIN: ReadonlySet<string> = new Set([
  'eth_accounts',
  'personal_sign',
  'eth_signTypedData_v4',
]);
