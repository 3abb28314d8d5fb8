import type {
  ProtocolMiddleware,
  ProtocolRequest,
  ProtocolResponse,
} from "../../../http/protocol-operations.ts";
import { Problem } from "../../../problem.ts";
import { runIdempotently } from "../../checkouts/idempotency.ts";
import type { ProtocolContext, SiteProtocols } from "../../contract.ts";
import { isCheckoutId } from "../../domain/checkout.ts";
import { echoIdempotencyKey } from "./echo.ts";
import { ACP_VERSIONS, acpError, refusal } from "./failure.ts";

/**
 * What ACP asks of every request: a version that is served, and of every POST a key, by which it is carried out once. What
 * was answered under a key is answered again, errors that are the client's too; a fault of ours leaves the request to be
 * tried again.
 */
export const acpMiddleware: ProtocolMiddleware<SiteProtocols> = async (input, context, next) => {
  const { headers, method } = input;
  const versionError = checkVersion(headers["api-version"]);
  const echoHeaders = method === "POST" ? echoIdempotencyKey(headers["idempotency-key"]) : {};
  if (versionError) return { ...versionError, headers: echoHeaders };
  if (method !== "POST") return next(context);
  const key = headers["idempotency-key"];
  if (!key)
    return {
      status: 400,
      body: refusal(
        "idempotency_key_required",
        "Idempotency-Key is missing: every POST needs one, new for each request.",
      ),
    };
  const response = await (echoHeaders["idempotency-key"] && context.commerce
    ? executeOnce(key, input, context, next)
    : next(context));
  return { ...response, headers: { ...response.headers, ...echoHeaders } };
};

type Next = (context: ProtocolContext) => Promise<ProtocolResponse>;

async function executeOnce(
  key: string,
  { name, path, body }: ProtocolRequest,
  context: ProtocolContext,
  next: Next,
): Promise<ProtocolResponse> {
  // The body is kept as a digest, and may name what it should not. With the key in it, nobody finds the body by trying.
  const digestInput = [key, body ?? {}];
  const { commerce, identity, network, signal, site, content, rate, verifiedRate, resources } =
    context;
  const idempotentRequest = {
    identity,
    path: JSON.stringify([name, path]),
    key,
    request: digestInput,
    checkout: checkoutIdFrom(path),
    whileInProgress: "refuse",
  } as const;
  const { answer, isReplay } = await runIdempotently(
    { ...commerce!, signal },
    idempotentRequest,
    async (checkout) => {
      const execution = next({
        commerce,
        identity,
        network,
        signal,
        site,
        content,
        rate,
        verifiedRate,
        resources,
        checkoutId: checkout,
      });
      return JSON.stringify(await execution.catch(clientErrorResponse));
    },
  );
  const response: ProtocolResponse = JSON.parse(answer);
  return {
    ...response,
    headers: { ...response.headers, ...(isReplay && { "idempotent-replayed": "true" }) },
  };
}

/** The checkout that a request is about; none where what it says is no id. */
const checkoutIdFrom = ({ checkout_session_id: id }: Readonly<Record<string, string>>) =>
  id !== undefined && isCheckoutId(id) ? id : undefined;

/** The answer to what is the client's own fault. */
function clientErrorResponse(error: unknown): ProtocolResponse {
  if (!(error instanceof Problem)) throw error;
  const response = acpError(error);
  // Neither is what passes by itself.
  if (response.status >= 500 || error.code === "request_in_flight") throw error;
  return response;
}

function checkVersion(version: string | undefined): ProtocolResponse | undefined {
  const supported_versions = [...ACP_VERSIONS];
  const versionRefusal = (code: string, message: string) => ({
    status: 400,
    body: refusal(code, `${message} Served are ${ACP_VERSIONS.join(", ")}.`, {
      supported_versions,
    }),
  });
  if (!version) return versionRefusal("missing_api_version", "API-Version is missing.");
  return ACP_VERSIONS.includes(version)
    ? undefined
    : versionRefusal("unsupported_api_version", `API-Version is ${version.slice(0, 40)}.`);
}
