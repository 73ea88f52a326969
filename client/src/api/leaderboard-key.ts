/** The ranking's cache key; separate from its fetch, whose schemas the first page does not load. */
export const LEADERBOARD_KEY = ['/api/leaderboard'] as const;
