/**
 * The address of a page whose HTML shows nothing of the game: with a query, `/` and `/ranking` are
 * served as they were built. For tests of what a page shows until the ranking is there, or if it
 * can't be had.
 */
export const unfilled = (url: string) => `${url}?figures=none`;
