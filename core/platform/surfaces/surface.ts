import type { MetricFamily } from "../../domain/exposition.ts";
import type { HttpRequest } from "../../http/handler.ts";
import type { RouteHandler } from "../../http/router.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { KeyStore } from "../../ports/key-store.ts";
import type { ConnectionsModule } from "../connections/connections.ts";

/** What a surface of the platform answers from. */
export interface SurfaceDeps {
  /** Where the service is, in public. */
  readonly origin: string;
  readonly catalog: Catalog;
  readonly accounts: Pick<KeyStore, "findKey">;
  /** Where apps are connected. */
  readonly connections?: ConnectionsModule | undefined;
  /** What is counted, and who may see it; no one by default. */
  readonly metrics?:
    | { isAllowed(request: HttpRequest): boolean; families(): MetricFamily[] }
    | undefined;
}

/** Something served to everyone that is no operation. */
export interface Surface {
  readonly path: string;
  readonly methods: readonly string[];
  readonly mediaTypes: readonly string[];
  createHandler(deps: SurfaceDeps): RouteHandler;
}
