/**
 * Accounts, people, members, their passkeys and identities, sessions, tickets and the audit log.
 * Secrets are hashed. The account that owns all existing keys, connections and runs becomes the
 * first row of `accounts`.
 */
export const statements = [
  `create table accounts (
    id text primary key,
    name text not null,
    claimed text
  )`,
  `insert into accounts (id, name) values ('acc_default', '')`,
  `create table people (
    id text primary key,
    name text not null,
    email text,
    password text,
    created text not null
  )`,
  `create table members (
    account text not null,
    person text not null,
    role text not null,
    since text not null,
    primary key (account, person)
  )`,
  `create table passkeys (
    id text primary key,
    person text not null,
    counter bigint not null,
    last_used text,
    document text not null
  )`,
  `create index passkeys_person on passkeys (person)`,
  `create table identities (
    issuer text not null,
    subject text not null,
    person text not null,
    linked text not null,
    primary key (issuer, subject)
  )`,
  `create table sessions (
    digest text primary key,
    id text not null unique,
    account text not null,
    person text not null,
    seen bigint not null,
    expires bigint not null,
    document text not null
  )`,
  `create index sessions_person on sessions (account, person)`,
  `create index sessions_expires on sessions (expires)`,
  `create table tickets (
    digest text primary key,
    kind text not null,
    account text not null,
    person text,
    data text,
    expires bigint not null,
    spent bigint not null
  )`,
  `create index tickets_expires on tickets (expires)`,
  `create table audit (
    id text primary key,
    account text not null,
    document text not null
  )`,
  `create index audit_account on audit (account, id)`,
  `alter table api_keys add column last_used_by text`,
];
