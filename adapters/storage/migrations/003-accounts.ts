/**
 * API keys, custom apps and connections. `owner` is the end user, or empty for the account itself.
 */
export const statements = [
  `create table api_keys (
    id text primary key,
    account text not null,
    fingerprint text not null unique,
    created text not null,
    last_used text,
    revoked text,
    document text not null
  )`,
  `create index api_keys_account on api_keys (account, created)`,
  `create table added_apps (
    account text not null,
    slug text not null,
    added text not null,
    compiled text not null,
    primary key (account, slug)
  )`,
  `create table connections (
    id text primary key,
    account text not null,
    owner text not null,
    app text not null,
    status text not null,
    is_default bigint not null,
    version bigint not null,
    due bigint,
    lease text,
    leased_until bigint not null,
    last_used text,
    created text not null,
    updated text not null,
    sealed text,
    document text not null
  )`,
  `create index connections_owner on connections (account, owner, status, app)`,
  `create index connections_due on connections (due) where due is not null`,
  `create index connections_over on connections (updated) where status in ('failed', 'revoked')`,
];
