/**
 * The tools that remote MCP servers list for connections. `owner` is the end user, or empty for the
 * account itself. Connections of earlier versions get an empty list, and lose it if their app isn't
 * a remote MCP server.
 */
export const statements = [
  `create table tool_lists (
    connection text primary key,
    account text not null,
    owner text not null,
    app text not null,
    sign_in bigint not null,
    listed text,
    source text,
    digest text,
    compiled text,
    failure text
  )`,
  "create index tool_lists_owner on tool_lists (account, owner)",
  "create index tool_lists_new on tool_lists (connection) where listed is null and failure is null",
  `insert into tool_lists (connection, account, owner, app, sign_in)
    select id, account, owner, app, version from connections
    where status in ('active', 'expired', 'disabled')`,
];
