/** The encrypted response to the exchange of a refresh token, for a client that lost it. */
export const statements = ["alter table grant_tokens add column successor text"];
