import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { ServiceClient } from "./client.ts";
import type { OperationFacts, ServiceFacts } from "./facts.ts";
import { createSampleInput, SAMPLE_ACCOUNT } from "./sample-input.ts";

/** A region whose requests differ from those of us-east-1 wherever a host depends on the region. */
const REGION = "eu-west-1";

type Endpoint = Pick<ServiceFacts, "host" | "signingName" | "signingRegion"> &
  Partial<Pick<ServiceFacts, "protocol">>;

/** The host and the signing name, which are those of all operations, except for prefixes. */
export async function describeEndpoint(
  client: ServiceClient,
  operations: readonly { readonly name: string }[],
): Promise<Endpoint> {
  for (const { name } of operations) {
    if (!client.names.has(name)) continue;
    const operation = client.operations.get(name);
    const input = operation ? createSampleInput(operation.input) : {};
    const request = await client.record(name, input, REGION).catch(() => undefined);
    const [, signingRegion, signingName] =
      /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(request?.headers["authorization"] ?? "") ??
      [];
    if (!request) continue;
    const prefix = operation?.traits.endpoint?.[0].replace(/\{[^}]*\}/g, "[^.]+") ?? "";
    const host = request.hostname
      .replace(new RegExp(`^${prefix}`), "")
      .replace(`${SAMPLE_ACCOUNT}.`, "");
    const version = /x-amz-json-(1\.[01])/.exec(request.headers["content-type"] ?? "")?.[1];
    return {
      host: host.replace(REGION, "{region}"),
      ...(signingName !== undefined && { signingName }),
      ...(signingRegion !== undefined && signingRegion !== REGION && { signingRegion }),
      ...(version !== undefined && { protocol: `json-${version}` as ServiceFacts["protocol"] }),
    };
  }
  return { host: "" };
}

/** Headers with a checksum of the body. */
const DIGESTS: ReadonlySet<string> = new Set(["content-md5", "x-amz-checksum-crc32"]);
/** Headers of the signature, of the connection, of the client itself and of the body. */
const USUAL_HEADERS =
  /^(?:host|content-.*|transfer-encoding|authorization|accept|user-agent|amz-sdk-.*|smithy-protocol|idempotency-key|x-amzn-query-mode|x-amz-(?:user-agent|date|content-sha256|decoded-content-length|sdk-checksum-algorithm|checksum-.*|sha256-tree-hash))$/;

/**
 * The constant headers of an operation, the header with a checksum of its body, and the prefix of
 * its host if it is an account.
 */
export async function describeRequest(
  client: ServiceClient,
  name: string,
): Promise<Pick<OperationFacts, "headers" | "digest" | "host">> {
  const { input } = requireValue(client.operations.get(name), `the operation ${name}`);
  const request = await client
    .record(name, createSampleInput(input), REGION)
    .catch(() => undefined);
  const members = new Set(
    [...input.structIterator()].map(([, member]) =>
      member.getMergedTraits().httpHeader?.toLowerCase(),
    ),
  );
  const sent = Object.entries(request?.headers ?? {});
  const digest = sent.find(([header]) => DIGESTS.has(header))?.[0];
  const constants = sent.filter(([header]) => !USUAL_HEADERS.test(header) && !members.has(header));
  const account = [...input.structIterator()].find(
    ([, member]) => member.getMergedTraits().hostLabel,
  )?.[1];
  const header = account?.getMergedTraits().httpHeader;
  return {
    ...(request?.hostname.startsWith(`${SAMPLE_ACCOUNT}.`) &&
      header !== undefined && { host: `{${header}}.` }),
    ...(constants.length > 0 && { headers: Object.fromEntries(constants) }),
    ...(digest !== undefined && { digest }),
  };
}
