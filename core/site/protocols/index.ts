import type { HttpRequest } from "../../http/handler.ts";
import type { ProtocolOperations } from "../../http/routing/protocol-operation.ts";
import type { ProtocolMiddleware } from "../../http/routing/protocol-routes.ts";
import type { SiteProtocols } from "../contract.ts";
import * as acpCheckouts from "./acp/checkouts.ts";
import { parseRequestId } from "./acp/echo.ts";
import { acpMiddleware } from "./acp/middleware.ts";
import * as ucpCatalog from "./ucp/catalog.ts";
import * as ucpCheckouts from "./ucp/checkouts.ts";

/** The protocol operations of UCP and ACP. The type requires exactly those of the spec. */
export const protocolOperations: ProtocolOperations<SiteProtocols> = {
  ...acpCheckouts,
  ...ucpCheckouts,
  ...ucpCatalog,
};

/** The middleware of each protocol, by the name of the protocol. */
export const protocolMiddleware: Readonly<Record<string, ProtocolMiddleware<SiteProtocols>>> = {
  acp: acpMiddleware,
};

/** Returns the request ID that the client sent, if the protocol of the request echoes it. */
export const requestIdFrom = ({ url, headers }: HttpRequest): string | undefined =>
  PROTOCOL_URL.test(url) ? parseRequestId(headers.get("request-id")) : undefined;

const PROTOCOL_URL = /^\w+:\/\/[^/]+\/agent\/commerce\/[au]cp/;
