/**
 * Opened connect links, pending sign-ins, encrypted data keys and OAuth clients. Every secret is
 * hashed or encrypted.
 */
export const statements = [
  `create table begun_links (
    link text primary key,
    browser text not null,
    connection text not null,
    spent bigint not null,
    expires bigint not null
  )`,
  `create index begun_links_expires on begun_links (expires)`,
  `create table sign_ins (
    state text primary key,
    connection text not null,
    link text not null,
    browser text not null,
    sealed text not null,
    expires bigint not null
  )`,
  `create index sign_ins_expires on sign_ins (expires)`,
  `create table data_keys (
    account text primary key,
    wrapped text not null
  )`,
  `create table oauth_registrations (
    issuer text primary key,
    sealed text not null
  )`,
  `create table oauth_clients (
    app text primary key,
    sealed text not null
  )`,
];
