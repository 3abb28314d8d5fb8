/**
 * The text that identifies the account of a connection in the events of its app, and the encrypted secrets of
 * apps that send the events of all connections to one address.
 */
export const statements = [
  "alter table connections add column routing text",
  "create index connections_routing on connections (app, routing) where routing is not null",
  `create table webhook_secrets (
    app text primary key,
    sealed text not null
  )`,
];
