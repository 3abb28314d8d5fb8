/** Which tools of a remote MCP server a stored list lacks, as sentences for users. */
export const statements = ["alter table tool_lists add column omitted text"];
