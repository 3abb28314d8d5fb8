import type { components } from "../../../../generated/site/schema.d.ts";
import type { Capability, UcpVersion } from "../../domain/ucp/versions.ts";

type Schemas = components["schemas"];
export type Message = Schemas["UcpMessage"];

/** A version and a capability, by which an answer is given. */
export interface Terms {
  readonly version: UcpVersion;
  readonly capability: Capability;
}

/** What every success begins with: the capability that was asked and no other, and no way to pay. */
export const envelope = ({ version, capability }: Terms): Schemas["UcpEnvelope"] => ({
  version,
  status: "success",
  capabilities: { [capability]: [{ version }] },
  payment_handlers: {},
});

/** A request that was understood, and that there is nothing to give for (overview, "Business Outcomes"). */
export interface Refused {
  readonly status: 200;
  readonly body: Schemas["UcpErrorResponse"];
}

/** Says why there is nothing to give, and where a person can look instead. */
export const refused = (
  { version, capability }: Terms,
  messages: Message[],
  continueUrl?: string,
): Refused => ({
  status: 200,
  body: {
    ucp: { version, status: "error", capabilities: { [capability]: [{ version }] } },
    messages,
    ...(continueUrl && { continue_url: continueUrl }),
  },
});

/** Something that can't be had at all. */
export const unrecoverable = (code: string, content: string, path?: string): Message => ({
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
