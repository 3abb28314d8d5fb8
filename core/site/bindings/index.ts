import type { Bindings } from "../../binding.ts";
import { problemAnswer } from "../../http/answer.ts";
import { splitUrl, type Asked } from "../../http/handler.ts";
import type { WriteFailure } from "../../http/observe.ts";
import type { SiteBindings } from "../contract.ts";
import { acpFailure } from "./acp/failure.ts";
import * as ucpCatalog from "./ucp/catalog.ts";
import * as ucpCheckouts from "./ucp/checkouts.ts";
import { ucpFailure } from "./ucp/failure.ts";

/** Exactly the bindings of the spec. */
export const bindings: Bindings<SiteBindings> = {
  ...ucpCheckouts,
  ...ucpCatalog,
};

/** How what goes wrong at a path is said: in the words of the protocol that it belongs to, before anything is known of it. */
export const failureAt = (path: string): WriteFailure => PROTOCOLS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? problemAnswer;

/** The id that a client gave its request, which its protocol has given back: a UUID. None elsewhere. */
export function ownIdOf({ url, headers }: Asked): string | undefined {
  const { path } = splitUrl(url);
  if (!PROTOCOLS.some(([prefix]) => path.startsWith(prefix))) return undefined;
  const id = headers.get("request-id") ?? "";
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : undefined;
}

const PROTOCOLS: readonly (readonly [prefix: string, write: WriteFailure])[] = [
  ["/agent/commerce/ucp", ucpFailure],
  ["/agent/commerce/acp", acpFailure],
];
