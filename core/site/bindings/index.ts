import type { Bindings } from "../../binding.ts";
import { problemAnswer } from "../../http/answer.ts";
import type { WriteFailure } from "../../http/observe.ts";
import type { SiteBindings } from "../contract.ts";
import { acpFailure } from "./acp/failure.ts";
import { ucpFailure } from "./ucp/failure.ts";

/** Exactly the bindings of the spec. */
export const bindings: Bindings<SiteBindings> = {};

/** How what goes wrong at a path is said: in the words of the protocol that it belongs to, before anything is known of it. */
export const failureAt = (path: string): WriteFailure => PROTOCOLS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? problemAnswer;

const PROTOCOLS: readonly (readonly [prefix: string, write: WriteFailure])[] = [
  ["/agent/commerce/ucp", ucpFailure],
  ["/agent/commerce/acp", acpFailure],
];
