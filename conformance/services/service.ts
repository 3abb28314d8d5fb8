import { fileURLToPath } from "node:url";
import type { Handler } from "../../core/index.ts";
import { table as platform } from "../../generated/platform/operations.ts";
import { table as site } from "../../generated/site/operations.ts";
import type { Table } from "../../generated/table.ts";
import type { Call, Case, Exchange } from "../case.ts";
import type { Target } from "../targets/target.ts";

/** A service with its spec, its cases and its fixture. */
export interface Service extends Spec {
  /** By operation. */
  readonly cases: Readonly<Record<string, readonly Case<any>[]>>;
  /** By protocol operation. */
  readonly bindings: Readonly<Record<string, readonly Exchange<any>[]>>;
  /** By the path of the surface. */
  readonly exchanges: Readonly<Record<string, readonly Exchange<any>[]>>;
  /** The surfaces that the core lists. */
  readonly surfaces: readonly { readonly path: string }[];
  readonly fixture: ServiceFixture;
  /**
   * Creates a function that loads the facts that portable cases need, once. `call` uses the caller
   * under test.
   */
  createContextLoader(call: Call, target: Target): () => Promise<any>;
  /** Returns why the credential of a deployment can't call an operation, if so. */
  explainMissingPermission?(operation: string, target: Target): Promise<string | undefined>;
  /** Rejects with an explanation if the deployment isn't this service. */
  assertIsService(target: Target): Promise<void>;
}

/** The service that the suite starts. */
export interface ServiceFixture {
  /** The contents of the fixture. */
  readonly description: string;
  /**
   * The public origin that the core is configured with: a loopback name on which nothing listens.
   */
  readonly origin: string;
  /** The API key that callers send, if the service requires one. */
  readonly key?: string;
  create(origin: string): Promise<{ readonly handler: Handler; remove(): void }>;
}

/** The spec of a service. */
export interface Spec {
  readonly name: "site" | "platform";
  readonly table: Table;
  /** The path of the OpenAPI document. */
  readonly document: string;
}

/** The specs by service. */
export const specs: Readonly<Record<Spec["name"], Spec>> = {
  site: { name: "site", table: site, document: documentPath("site") },
  platform: { name: "platform", table: platform, document: documentPath("platform") },
};

function documentPath(name: Spec["name"]): string {
  return fileURLToPath(new URL(`../../generated/${name}/openapi.json`, import.meta.url));
}

/** The MCP tools of a service, sorted by name. */
export const listToolNames = ({ operations }: Table): string[] =>
  Object.values(operations)
    .flatMap(({ tool }) => (tool ? [tool.name] : []))
    .sort();
