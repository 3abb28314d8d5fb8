export const EXTRA_NAMES_UNDOCUMENTED = "the document can't forbid unknown parameters";
export const PRISM_IGNORES_EMPTY = "Prism ignores empty parameters";
export const MOCK_IGNORES_CURSORS = "a mock can't validate cursors";
export const MOCK_HAS_NO_CONNECTIONS = "a mock has no connections";
export const MOCK_RUNS_NOTHING = "a mock can't run tools";

/** For cases whose setup submits a form on a connect page. */
export const NEEDS_CONNECT_PAGE = {
  mockSkipReason: "a mock can't connect apps",
  proxySkipReason: "Prism doesn't forward pages",
} as const;

/** For bodies over the size limit. */
export const MESSAGE_TOO_LARGE = {
  protocol: "http",
  reason: "over MCP the message itself is too large, so the response has no ID",
} as const;
