/** [TXT15]. */
export const WRONG_NETWORK = 'Please switch to Ethereum Mainnet (Chain ID: 1)';
