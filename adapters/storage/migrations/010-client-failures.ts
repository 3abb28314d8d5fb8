/** The last time that a server rejected the OAuth client of the operator, as JSON. */
export const statements = ["alter table oauth_clients add column failure text"];
