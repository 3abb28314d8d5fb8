import type { Bindings } from "../../binding.ts";
import { problemAnswer } from "../../http/answer.ts";
import type { Around } from "../../http/bindings.ts";
import type { Asked } from "../../http/handler.ts";
import type { WriteFailure } from "../../http/observe.ts";
import type { SiteBindings } from "../contract.ts";
import { acpAround } from "./acp/around.ts";
import {
  cancelAcpCheckout,
  completeAcpCheckout,
  createAcpCheckout,
  getAcpCheckout,
  updateAcpCheckout,
} from "./acp/checkouts.ts";
import { givenRequestId } from "./acp/echo.ts";
import { acpFailure } from "./acp/failure.ts";
import * as ucpCatalog from "./ucp/catalog.ts";
import * as ucpCheckouts from "./ucp/checkouts.ts";
import { ucpFailure } from "./ucp/failure.ts";

/** Exactly the bindings of the spec. */
export const bindings: Bindings<SiteBindings> = {
  createAcpCheckout,
  getAcpCheckout,
  updateAcpCheckout,
  completeAcpCheckout,
  cancelAcpCheckout,
  ...ucpCheckouts,
  ...ucpCatalog,
};

/** What is done around every request of a protocol. */
export const around: Readonly<Record<string, Around<SiteBindings>>> = { acp: acpAround };

/** The id that a request has been given by its client, where its protocol wants it back. */
export const givenId = ({ url, headers }: Asked): string | undefined =>
  AT_PROTOCOL.test(url) ? givenRequestId(headers.get("request-id")) : undefined;

/** How what goes wrong at a path is said: in the words of the protocol that it belongs to, before anything is known of it. */
export const failureAt = (path: string): WriteFailure =>
  PROTOCOLS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? problemAnswer;

const AT_PROTOCOL = /^\w+:\/\/[^/]+\/agent\/commerce\/[au]cp/;

const PROTOCOLS: readonly (readonly [prefix: string, write: WriteFailure])[] = [
  ["/agent/commerce/ucp", ucpFailure],
  ["/agent/commerce/acp", acpFailure],
];
