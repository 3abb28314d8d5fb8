/**
 * Triggers and their events, and the runs that they started. `owner` is the end user, or empty for the account itself. `claim` is
 * the digest of an idempotency key and its owner, `address` that of a webhook's address, and
 * `sealed` has the encrypted secrets. `next_slot` is the time at which the rate of the trigger
 * allows its next action, if it hadn't a minute's worth in reserve. The row of a deleted event stays
 * without its document until the event would expire, so that its key isn't accepted again.
 */
export const statements = [
  `create table triggers (
    id text primary key,
    account text not null,
    owner text not null,
    kind text not null,
    app text not null,
    connection text not null,
    status text not null,
    revision bigint not null,
    due bigint,
    next_slot bigint not null,
    last_event bigint,
    address text unique,
    claim text unique,
    claim_request text,
    document text not null,
    cursor text,
    sealed text
  )`,
  "create index triggers_account on triggers (account, id)",
  "create index triggers_connection on triggers (connection)",
  "create index triggers_due on triggers (due) where due is not null",
  `create table events (
    id text primary key,
    account text not null,
    owner text not null,
    trigger_id text not null,
    dedupe text not null,
    type text not null,
    app text not null,
    connection text not null,
    status text not null,
    revision bigint not null,
    document text,
    sealed text,
    keep_data bigint
  )`,
  "create unique index events_dedupe on events (trigger_id, dedupe)",
  "create index events_account on events (account, id)",
  "create index events_trigger on events (trigger_id, id)",
  "create index events_acting on events (account) where status = 'acting'",
  "alter table runs add column trigger_id text",
  "alter table runs add column event_id text",
  "create index events_data on events (keep_data) where keep_data is not null",
];
