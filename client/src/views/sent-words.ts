/** What a sent command is called, by the path of its call. */
export const SENT_WORDS = {
  '/api/player-nation': 'choice of a nation',
  '/api/dena/stake': 'stake',
  '/api/dena/unstake': 'unstaking',
  '/api/nft/stake': 'stake',
  '/api/nft/unstake': 'unstaking',
  '/api/trade': 'trade',
  '/api/works': 'contribution',
} as const;
