import type { Family } from "../../domain/exposition.ts";
import type { Asked } from "../../http/handler.ts";
import type { Respond } from "../../http/router.ts";
import type { Accounts } from "../../ports/accounts.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import type { Connecting } from "../connections/connecting.ts";

/** What a surface of the platform answers from. */
export interface Sources {
  /** Where the service is, in public. */
  readonly origin: string;
  readonly catalogue: Catalogue;
  readonly accounts: Pick<Accounts, "keyOf">;
  /** Where apps are connected. */
  readonly connecting?: Connecting | undefined;
  /** What is counted, and who may see it; no one by default. */
  readonly metrics?: { isOpenTo(asked: Asked): boolean; families(): Family[] } | undefined;
}

/** Something served to everyone that is no operation. */
export interface Surface {
  readonly path: string;
  readonly methods: readonly string[];
  readonly mediaTypes: readonly string[];
  respond(sources: Sources): Respond;
}
