/** How often credentials were tested with a connect link. */
export const statements = ["alter table begun_links add column tests bigint not null default 0"];
