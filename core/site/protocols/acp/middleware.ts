import { Problem } from "../../../http/problem.ts";
import type {
  ProtocolMiddleware,
  ProtocolRequest,
  ProtocolResponse,
} from "../../../http/routing/protocol-routes.ts";
import { isCheckoutId } from "../../checkout/checkout.ts";
import type { Commerce } from "../../checkout/commerce.ts";
import { runIdempotently } from "../../checkout/idempotency.ts";
import type { ProtocolContext, SiteProtocols } from "../../contract.ts";
import { echoIdempotencyKey } from "./echo.ts";
import { ACP_VERSIONS, acpError, refusal } from "./failure.ts";

/**
 * Requires a supported API version of every request and an idempotency key of every POST. A POST
 * executes once per key. Later requests receive the stored response, even if it is a client error.
 * Server errors are not stored, so the client can retry.
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
        "The Idempotency-Key header is missing. Send a new key with every POST request.",
      ),
    };
  const { commerce } = context;
  const response = await (echoHeaders["idempotency-key"] && commerce
    ? executeOnce(key, input, { context, commerce }, next)
    : next(context));
  return { ...response, headers: { ...response.headers, ...echoHeaders } };
};

type Next = (context: ProtocolContext) => Promise<ProtocolResponse>;

async function executeOnce(
  key: string,
  { name, path, body }: ProtocolRequest,
  { context, commerce }: { readonly context: ProtocolContext; readonly commerce: Commerce },
  next: Next,
): Promise<ProtocolResponse> {
  // The body may contain payment data, so only its digest is stored. The digest includes the key,
  // so nobody can guess the body from it.
  const digestInput = [key, body ?? {}];
  const { identity, isIdentified, isForwarded, protocol, network, signal, site, content } = context;
  const { renditions, raiseCost, rate, verifiedRate, sells, resources } = context;
  const idempotentRequest = {
    protocol: "acp",
    identity,
    path: JSON.stringify([name, path]),
    key,
    request: digestInput,
    checkout: checkoutIdFrom(path),
    // 422 "idempotency_conflict" is required (2026-04-17, Idempotency).
    differentRequest: "conflict",
    whileInProgress: "refuse",
  } as const;
  const { response: storedText, isReplay } = await runIdempotently(
    { ...commerce, signal },
    idempotentRequest,
    async (checkout) => {
      const execution = next({
        commerce,
        protocol,
        identity,
        isIdentified,
        isForwarded,
        network,
        signal,
        site,
        content,
        renditions,
        raiseCost,
        rate,
        verifiedRate,
        sells,
        resources,
        checkoutId: checkout,
      });
      return JSON.stringify(await execution.catch(clientErrorResponse));
    },
  );
  const response: ProtocolResponse = JSON.parse(storedText);
  return {
    ...response,
    headers: { ...response.headers, ...(isReplay && { "idempotent-replayed": "true" }) },
  };
}

/** Returns the checkout ID in the path, if it is well-formed. */
const checkoutIdFrom = ({ checkout_session_id: id }: Readonly<Record<string, string>>) =>
  id !== undefined && isCheckoutId(id) ? id : undefined;

/** Converts a client error into a response, which is then stored. Rethrows every other error. */
function clientErrorResponse(error: unknown): ProtocolResponse {
  if (!(error instanceof Problem)) throw error;
  const response = acpError(error);
  // A request in progress is temporary, so its response must not be stored.
  if (response.status >= 500 || error.code === "request_in_flight") throw error;
  return response;
}

function checkVersion(version: string | undefined): ProtocolResponse | undefined {
  const supported_versions = [...ACP_VERSIONS];
  const versionRefusal = (code: string, message: string) => ({
    status: 400,
    body: refusal(code, `${message} Supported versions: ${ACP_VERSIONS.join(", ")}.`, {
      supported_versions,
    }),
  });
  if (!version) return versionRefusal("missing_api_version", "The API-Version header is missing.");
  return ACP_VERSIONS.includes(version)
    ? undefined
    : versionRefusal(
        "unsupported_api_version",
        `API-Version "${version.slice(0, 40)}" is not supported.`,
      );
}
