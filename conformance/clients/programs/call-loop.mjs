import { Jackfield } from "../../../generated/clients/js/src/platform.ts";
import { JackfieldError, JackfieldSite } from "../../../generated/clients/js/src/site.ts";
import { runCall } from "./run-call.mjs";

const CLIENTS = { Jackfield, JackfieldSite };

/**
 * Makes the calls that the suite's server hands out, until it has no more. For workers and pages,
 * which have no standard input.
 */
export async function runCalls(serverUrl, className) {
  for (;;) {
    const response = await fetch(`${serverUrl}/next`);
    if (response.status === 204) continue;
    if (response.status !== 200) return;
    const { id, ...request } = await response.json();
    const outcome = await runCall({ Client: CLIENTS[className], JackfieldError }, request);
    await fetch(`${serverUrl}/result`, {
      method: "POST",
      body: JSON.stringify({ id, ...outcome }),
    });
  }
}
