import type { HttpRequest, HttpResponse } from "../../../http/handler.ts";
import { readText } from "../../../http/input/read-body.ts";
import { OPERATION_COST } from "../../../http/rate-limit.ts";
import type { RateLimit, RequestContext } from "../../../http/request-context.ts";
import { jsonDocumentResponse } from "../../../http/response/document-response.ts";
import { jsonResponse } from "../../../http/response/response.ts";
import type { OpenHandler, Route } from "../../../http/routing/route.ts";
import { DOCUMENT_COST } from "../../../http/routing/route-cost.ts";
import { randomId } from "../../../lib/kit/bytes/sortable-id.ts";
import { readClientMetadata } from "../../../lib/oauth-server/index.ts";
import type { Attempts } from "../../auth/authenticator.ts";
import { exposeKey } from "../../auth/redaction.ts";
import { PRODUCT_NAME } from "../../product-name.ts";
import {
  REGISTER_PATH,
  RESOURCE_METADATA_PATH,
  REVOKE_PATH,
  SERVER_METADATA_PATH,
  TOKEN_PATH,
} from "./addresses.ts";
import { createResourceMetadata, createServerMetadata } from "./metadata.ts";
import { OAuthError, respondWithOAuthError } from "./oauth-error.ts";
import { exchange, revoke, type TokenEndpointDeps } from "./token-endpoint.ts";

interface OAuthRoutesDeps extends Omit<TokenEndpointDeps, "network"> {
  /** Where people sign in. */
  readonly pageOrigin: string;
  /** The limit of registrations of each network. */
  readonly registrationLimit: RateLimit | undefined;
  /** Returns the network of a request's client, for the audit log. */
  networkOf(request: HttpRequest): string | undefined;
  /** Counts failures against the network of a request. */
  countAttempts(request: HttpRequest, context: RequestContext): Attempts | undefined;
}

const BODY_BYTES = 64 * 1024;

/** Clients that are web pages read these responses. None of them depends on a cookie. */
const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Retry-After",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Creates the routes of the authorization server, except the page on which people decide. */
export function createOAuthRoutes(deps: OAuthRoutesDeps): Route<unknown>[] {
  const { origins, pageOrigin } = deps;
  const sendResourceMetadata: OpenHandler = (request) =>
    jsonDocumentResponse(
      request,
      createResourceMetadata(origins.usedBy(request)),
      "application/json",
    );
  const withNetwork = (request: HttpRequest): TokenEndpointDeps => ({
    ...deps,
    network: deps.networkOf(request),
  });
  return [
    createDocument("/.well-known/oauth-protected-resource", sendResourceMetadata),
    createDocument(RESOURCE_METADATA_PATH, sendResourceMetadata),
    createDocument(SERVER_METADATA_PATH, (request) =>
      jsonDocumentResponse(
        request,
        createServerMetadata(origins.usedBy(request), pageOrigin),
        "application/json",
      ),
    ),
    createEndpoint(REGISTER_PATH, (request, context) => register(request, context, deps)),
    createEndpoint(TOKEN_PATH, async (request, context) => {
      const fields = await readFields(request);
      const attempts = deps.countAttempts(request, context);
      await attempts?.count();
      const response = await exchange(fields, withNetwork(request));
      await attempts?.uncount();
      return exposeKey(noStore(jsonResponse(response)));
    }),
    createEndpoint(REVOKE_PATH, async (request, context) => {
      await deps.countAttempts(request, context)?.count();
      await revoke(await readFields(request), withNetwork(request));
      return noStore(jsonResponse({}));
    }),
  ];
}

const ROUTE = { headers: HEADERS, access: "open", respondToError: respondWithOAuthError } as const;

const createDocument = (path: string, handler: OpenHandler): Route<unknown> => ({
  ...ROUTE,
  path,
  cost: DOCUMENT_COST,
  methods: { GET: handler },
});

const createEndpoint = (path: string, handler: OpenHandler): Route<unknown> => ({
  ...ROUTE,
  path,
  cost: { base: 0, follows: ["attempt"] },
  methods: { POST: handler },
});

/** Registers a client, which has no secret (RFC 7591, section 3). */
async function register(
  request: HttpRequest,
  context: RequestContext,
  { grantStore, registrationLimit, now }: OAuthRoutesDeps,
): Promise<HttpResponse> {
  const metadata = readClientMetadata(await readJson(request), { serviceName: PRODUCT_NAME });
  if ("error" in metadata) throw new OAuthError(metadata.error, metadata.description);
  await registrationLimit?.take(request, context, { cost: OPERATION_COST, requiresLimiter: true });
  const created = now();
  const id = randomId("mcp");
  await grantStore.addClient({ id, created, ...metadata });
  const response = {
    client_id: id,
    client_id_issued_at: Math.floor(created / 1000),
    ...(metadata.name !== undefined && { client_name: metadata.name }),
    redirect_uris: metadata.redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  return noStore(jsonResponse(response, 201));
}

async function readFields(request: HttpRequest): Promise<URLSearchParams> {
  if (mediaType(request) !== "application/x-www-form-urlencoded")
    throw new OAuthError("invalid_request", "Send application/x-www-form-urlencoded.");
  return new URLSearchParams(await readText(request, BODY_BYTES));
}

async function readJson(request: HttpRequest): Promise<unknown> {
  if (mediaType(request) !== "application/json")
    throw new OAuthError("invalid_client_metadata", "Send application/json.");
  try {
    return JSON.parse(await readText(request, BODY_BYTES));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OAuthError("invalid_client_metadata", "The body isn't valid JSON.");
  }
}

const mediaType = ({ headers }: HttpRequest): string | undefined =>
  headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

const noStore = (response: HttpResponse): HttpResponse => ({
  ...response,
  headers: { ...response.headers, "cache-control": "no-store" },
});
