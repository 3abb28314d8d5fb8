import type { OwnOrigins } from "../../http/origins/own-origins.ts";
import type { AppReader } from "../../ports/app-reader.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { IdentityProvider } from "../../ports/identity-provider.ts";
import type { PasskeyVerifier } from "../../ports/passkeys.ts";
import type { SecretsKey } from "../../ports/secrets-key.ts";
import type { AuditLog } from "../../ports/stores/audit-log.ts";
import type { GrantStore } from "../../ports/stores/grant-store.ts";
import type { KeyStore } from "../../ports/stores/key-store.ts";
import type { PeopleStore } from "../../ports/stores/people-store.ts";
import type { RunStore } from "../../ports/stores/run-store.ts";
import type { SessionStore } from "../../ports/stores/session-store.ts";
import type { UserStore } from "../../ports/stores/user-store.ts";
import type { Actor } from "../auth/actor.ts";
import type { CatalogView } from "../catalog/catalog-view.ts";
import type { CommandLine } from "../command-line.ts";
import type { ConnectionDeps } from "../connections/connection-deps.ts";
import type { RunService } from "../runs/run-service.ts";
import type { SchemeName } from "../triggers/webhooks/known-schemes.ts";
import type { Sessions } from "./access/sessions.ts";
import type { ClientDirectory } from "./mcp-clients/client-directory.ts";
import type { PasswordLimits } from "./sign-in/password-limits.ts";
import type { PasswordService } from "./sign-in/passwords.ts";

/** How people sign in at an OpenID Connect provider. */
export interface IdentityProviderOptions {
  readonly provider: IdentityProvider;
  /**
   * Whom the account admits as a new member: `@studio.example` for verified email addresses, or
   * `group:staff`. Empty: nobody but those with a linked identity.
   */
  readonly admits: readonly string[];
  /** Whether people sign in nowhere else, except with links of the operator. */
  readonly isOnly: boolean;
}

/** What the operations and pages of an account share. */
export interface AccountServices {
  /** The origin of the pages, which isn't an IP address on a loopback service. */
  readonly origin: string;
  readonly account: string;
  readonly commandLine: CommandLine;
  /** The public origin of the API. */
  readonly apiOrigin: string;
  /** All origins of the API. */
  readonly apiOrigins: OwnOrigins;
  readonly catalog: Pick<Catalog, "apps" | "tools" | "progress" | "findApp">;
  /** What reading, storing and testing OAuth clients needs. */
  readonly connections: Pick<
    ConnectionDeps,
    "store" | "vault" | "fetch" | "onError" | "resolveApp"
  >;
  readonly keyStore: KeyStore;
  readonly appReader: AppReader;
  /** Makes an added, changed or removed app visible in this process at once. */
  forgetOwnApps(account: string): void;
  readonly runs: RunService;
  readonly runStore: Pick<RunStore, "findInAccount" | "listActivity" | "listChanges">;
  /** Counts runs. Counts of many are up to 10 seconds old. */
  readonly countActivity: RunStore["countActivity"];
  catalogViewFor(actor: Actor): CatalogView;
  /** The signature schemes of webhooks, for people to choose from. */
  readonly webhookSchemes: readonly SchemeName[];
  readonly grantStore: GrantStore;
  readonly mcpClients: ClientDirectory;
  readonly peopleStore: PeopleStore;
  readonly sessionStore: SessionStore;
  readonly userStore: UserStore;
  readonly auditLog: AuditLog;
  readonly passkeys: PasskeyVerifier;
  /** The OpenID Connect provider at which people sign in. */
  readonly identityProvider?: IdentityProviderOptions | undefined;
  /** Absent if the encryption key isn't in a file. */
  readonly secretsKey?: SecretsKey | undefined;
  readonly passwords: PasswordService;
  readonly passwordLimits: PasswordLimits;
  readonly sessions: Sessions;
  /** Called after the account is set up. */
  onClaimed(): void;
  /** Milliseconds since 1970. */
  now(): number;
}
