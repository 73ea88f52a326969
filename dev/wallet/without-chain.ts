/** The calls that a wallet answers by itself: it knows its accounts and signs, also where no chain answers. */
export const WITHOUT_CHAIN: ReadonlySet<string> = new Set([
  'eth_accounts',
  'personal_sign',
  'eth_signTypedData_v4',
]);
