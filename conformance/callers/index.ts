import type { Caller } from "./http.ts";
import { http } from "./http.ts";
import { jsClient } from "./js-client.ts";
import { legacyMcp, modernMcp } from "./mcp.ts";
import { createRemoteCaller } from "./remote-client.ts";
import { remoteClients } from "./remote-clients.ts";

/** All callers. */
export const callers: readonly Caller[] = [
  ...[http, legacyMcp, modernMcp, jsClient],
  ...remoteClients.map(createRemoteCaller),
];
