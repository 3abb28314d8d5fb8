import { Problem } from "../../http/problem.ts";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";

/** The problem for a tool that a remote MCP server has called unknown and no longer lists. */
export const toolGoneProblem = ({ name, slug }: AppRecord, tool: string): Problem =>
  new Problem("tool_not_found", `${name} no longer has the tool "${tool}".`, {
    hint: `Its tools have just been listed again. Choose another: find_tools, or GET /api/v1/apps/${slug}/tools.`,
  });

/** The problem for a connection that lacks scopes. `reconnectUrl` grants them. */
export function scopeProblem(
  app: string,
  scopes: readonly string[],
  reconnectUrl: string | undefined,
) {
  const missing = scopes.length > 0 ? `these scopes: ${scopes.join(", ")}` : "a scope";
  return new Problem("scope_missing", `The connection to ${app} lacks ${missing}.`, {
    hint: reconnectUrl
      ? "Ask the user to open reconnect_url and grant the missing scopes."
      : "Ask the user to reconnect the app and grant the missing scopes.",
    extensions: {
      scopes: [...scopes],
      ...(reconnectUrl && { reconnect_url: reconnectUrl }),
    },
  });
}
