import type { Output as PlatformOutput } from "../../contract.ts";
import type { JackState } from "../pages/parts/jack.ts";
import type { Activity } from "./activity-view.ts";

type Run = PlatformOutput<"getRun">;

/** The sign and the word of each status of a run. */
export const RUN_STATES: Readonly<Record<Run["status"], readonly [JackState, string]>> = {
  queued: ["running", "Queued"],
  running: ["running", "Running"],
  succeeded: ["active", "Succeeded"],
  failed: ["failed", "Failed"],
  outcome_unknown: ["attention", "Outcome unknown"],
};

/** The words for how a run was requested. */
export const SOURCES = { api: "API", mcp: "MCP", page: "Page", trigger: "Trigger" } as const;

/** Describes how a run was requested. */
export const describeSource = ({ source }: Pick<Activity, "source">): string =>
  source === undefined ? "—" : SOURCES[source];

/** Describes who requested a run. */
export const describeRequester = ({ requester: { kind, name } }: Pick<Activity, "requester">) =>
  name ?? (kind === "key" ? "API key" : "A person");

/** Describes a duration: `230 ms`, `4.2 s`. */
export function describeDuration({ duration_ms: duration }: Pick<Run, "duration_ms">): string {
  if (duration === undefined) return "";
  return duration < 1000 ? `${duration} ms` : `${(duration / 1000).toFixed(1)} s`;
}

type ErrorCode = NonNullable<Run["error"]>["code"];

/** Returns what a person can do about an error, if it is known. */
export const findRemedy = (code: string): string | undefined =>
  (REMEDIES as Readonly<Record<string, string>>)[code];

/** What a person can do about each error of a run. */
export const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  upstream_bad_request: "Correct the arguments. The app's response says what it rejected.",
  upstream_auth: "Reconnect the app, because it no longer accepts the connection.",
  upstream_forbidden: "Use an account with more rights at the app, or connect with more scopes.",
  upstream_not_found: "Check the IDs in the arguments, and whether the account can see them.",
  upstream_rate_limited:
    "Wait, and then run the tool again. The app limits how often it is called.",
  upstream_server: "Run the tool again later. The app has a fault of its own.",
  upstream_redirect: "Check the address in the connection. The app sent the request elsewhere.",
  upstream_timeout: "Run the tool again with a longer timeout, or ask for less data.",
  upstream_unreachable: "Check whether the app is online, and the address in the connection.",
  blocked_address: "Use a public address, or let the operator allow the private one.",
  upstream_bad_answer: "Report it. The app's response isn't what its document says.",
  response_too_large: "Ask for less data, or read the stored result in parts.",
  interrupted:
    "Check at the app whether the request was carried out before you run the tool again.",
};
