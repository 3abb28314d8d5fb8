/** Checkouts, idempotency claims, payment events (`notices`) and sandbox payments. */
export const statements = [
  `create table checkouts (
    id text primary key,
    version bigint not null,
    state text not null,
    payment text unique,
    expires text not null,
    document text not null
  )`,
  `create index checkouts_unpaid on checkouts (expires) where state not in ('completed', 'processing')`,
  `create table claims (
    key text primary key,
    request text not null,
    checkout text not null,
    answer text,
    until bigint not null,
    keep bigint not null
  )`,
  `create index claims_keep on claims (keep)`,
  `create table notices (
    id text primary key,
    keep bigint not null
  )`,
  `create index notices_keep on notices (keep)`,
  `create table sandbox_payments (
    id text primary key,
    key text not null unique,
    state text not null,
    document text not null,
    version bigint not null
  )`,
];
