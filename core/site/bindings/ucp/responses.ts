import type { components } from "../../../../generated/site/schema.d.ts";
import type { Capability, UcpVersion } from "../../domain/ucp/versions.ts";

type Schemas = components["schemas"];
export type UcpMessage = Schemas["UcpMessage"];

/** A version and a capability, by which an answer is given. */
export interface NegotiatedTerms {
  readonly version: UcpVersion;
  readonly capability: Capability;
}

/** What every success begins with: the capability that was asked and no other, and no way to pay. */
export const envelope = ({ version, capability }: NegotiatedTerms): Schemas["UcpEnvelope"] => ({
  version,
  status: "success",
  capabilities: { [capability]: [{ version }] },
  payment_handlers: {},
});

/** A request that was understood, and that there is nothing to give for (overview, "Business Outcomes"). */
export interface RefusalResponse {
  readonly status: 200;
  readonly body: Schemas["UcpErrorResponse"];
}

/** Says why there is nothing to give, and where a person can look instead. */
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

/** Something that can't be had at all. */
export const unrecoverable = (code: string, content: string, path?: string): UcpMessage => ({
  type: "error",
  code,
  content,
  severity: "unrecoverable",
  ...(path && { path }),
});

/** A fault of the protocol's (overview, "Protocol Errors"). */
export interface Fault<Status extends number> {
  readonly status: Status;
  readonly body: Schemas["UcpFault"];
  readonly headers?: Readonly<Record<string, string>>;
}

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
