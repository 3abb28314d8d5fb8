/**
 * The most rows of a list that has no pages. More than an account has, and few enough that a list
 * can't take the memory of the process.
 */
export const MAX_LISTED = 10_000;
