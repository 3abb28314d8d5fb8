/** MCP clients that registered themselves, and the codes and tokens of their grants. */
export const statements = [
  `create table mcp_clients (
    id text primary key,
    created bigint not null,
    used bigint not null,
    document text not null
  )`,
  `create index mcp_clients_unused on mcp_clients (used, created)`,
  `create table grant_codes (
    digest text primary key,
    expires bigint not null,
    spent bigint not null,
    document text not null
  )`,
  `create index grant_codes_expires on grant_codes (expires)`,
  `create table grant_tokens (
    digest text primary key,
    kind text not null,
    api_key text not null,
    expires bigint not null,
    spent bigint not null
  )`,
  `create index grant_tokens_key on grant_tokens (api_key)`,
  `create index grant_tokens_expires on grant_tokens (expires)`,
];
