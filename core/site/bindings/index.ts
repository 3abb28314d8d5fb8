import type { HttpRequest } from "../../http/handler.ts";
import type { ProtocolMiddleware } from "../../http/protocol-operations.ts";
import { problemResponse } from "../../http/response.ts";
import type { ErrorResponder } from "../../http/telemetry.ts";
import type { ProtocolOperations } from "../../protocol-operation.ts";
import type { SiteProtocols } from "../contract.ts";
import {
  cancelAcpCheckout,
  completeAcpCheckout,
  createAcpCheckout,
  getAcpCheckout,
  updateAcpCheckout,
} from "./acp/checkouts.ts";
import { parseRequestId } from "./acp/echo.ts";
import { acpFailure } from "./acp/failure.ts";
import { acpMiddleware } from "./acp/middleware.ts";
import * as ucpCatalog from "./ucp/catalog.ts";
import * as ucpCheckouts from "./ucp/checkouts.ts";
import { ucpFailure } from "./ucp/failure.ts";

/** Exactly the bindings of the spec. */
export const protocolOperations: ProtocolOperations<SiteProtocols> = {
  createAcpCheckout,
  getAcpCheckout,
  updateAcpCheckout,
  completeAcpCheckout,
  cancelAcpCheckout,
  ...ucpCheckouts,
  ...ucpCatalog,
};

/** What is done around every request of a protocol. */
export const protocolMiddleware: Readonly<Record<string, ProtocolMiddleware<SiteProtocols>>> = {
  acp: acpMiddleware,
};

/** The id that a request has been given by its client, where its protocol wants it back. */
export const requestIdFrom = ({ url, headers }: HttpRequest): string | undefined =>
  PROTOCOL_URL.test(url) ? parseRequestId(headers.get("request-id")) : undefined;

/** How what goes wrong at a path is said: in the words of the protocol that it belongs to, before anything is known of it. */
export const errorResponderFor = (path: string): ErrorResponder =>
  FAILURE_WRITERS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? problemResponse;

const PROTOCOL_URL = /^\w+:\/\/[^/]+\/agent\/commerce\/[au]cp/;

const FAILURE_WRITERS: readonly (readonly [prefix: string, write: ErrorResponder])[] = [
  ["/agent/commerce/ucp", ucpFailure],
  ["/agent/commerce/acp", acpFailure],
];
