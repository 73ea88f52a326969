/**
 * The largest GDP a player can reach, in dollars [GDP1]: out of reach in practice, and small enough
 * that the total of a nation of thousands stays an integer that JSON carries exactly.
 */
export const MAX_GDP = 1_000_000_000_000;
