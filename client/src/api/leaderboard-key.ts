/** Where the cache keeps the ranking; apart from its fetch, whose schemas the first page does without. */
export const LEADERBOARD_KEY = ['/api/leaderboard'] as const;
