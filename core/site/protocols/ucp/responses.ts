import type { components } from "../../../../generated/site/schema.d.ts";
import type { Capability, UcpVersion } from "./versions.ts";

type Schemas = components["schemas"];
export type UcpMessage = Schemas["UcpMessage"];

/** The negotiated version and the capability of a response. */
export interface NegotiatedTerms {
  readonly version: UcpVersion;
  readonly capability: Capability;
}

/** Creates the `ucp` member of a success, with the requested capability only. */
export const envelope = ({ version, capability }: NegotiatedTerms): Schemas["UcpEnvelope"] => ({
  version,
  status: "success",
  capabilities: { [capability]: [{ version }] },
  payment_handlers: {},
});

/** The response to a valid request that the shop can't fulfill (overview, "Business Outcomes"). */
export interface RefusalResponse {
  readonly status: 200;
  readonly body: Schemas["UcpErrorResponse"];
}

/** Creates a refusal. `continueUrl` is a page for the buyer. */
export const refusal = (
  { version, capability }: NegotiatedTerms,
  messages: UcpMessage[],
  continueUrl?: string,
): RefusalResponse => ({
  status: 200,
  body: {
    ucp: { version, status: "error", capabilities: { [capability]: [{ version }] } },
    messages,
    ...(continueUrl && { continue_url: continueUrl }),
  },
});

/** Creates an error message that neither the platform nor the buyer can resolve. */
export const unrecoverable = (code: string, content: string, path?: string): UcpMessage => ({
  type: "error",
  code,
  content,
  severity: "unrecoverable",
  ...(path && { path }),
});

/** A protocol error (overview, "Protocol Errors"). */
export interface Fault<Status extends number> {
  readonly status: Status;
  readonly body: Schemas["UcpFault"];
  readonly headers?: Readonly<Record<string, string>>;
}

/** How to send the URL of a profile. */
export const PROFILE_HINT =
  'Send the https URL of the platform\'s profile: over HTTP in the header UCP-Agent as profile="https://platform.example/.well-known/ucp", over MCP in meta["ucp-agent"].profile.';

export const fault = <Status extends number>(
  status: Status,
  code: string,
  content: string,
  headers?: Readonly<Record<string, string>>,
): Fault<Status> => ({
  status,
  body: { code, content },
  ...(headers && { headers }),
});
