/**
 * The largest GDP a player can reach, in dollars [GDP1]: far out of anyone's reach, and small enough that
 * the total of a nation of thousands stays an integer that JSON carries exactly.
 */
export const MAX_GDP = 1_000_000_000_000;
