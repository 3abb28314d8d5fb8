import type { AuditLog } from "../../ports/audit-log.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { KeyStore } from "../../ports/key-store.ts";
import type { PasskeyVerifier } from "../../ports/passkeys.ts";
import type { PeopleStore } from "../../ports/people-store.ts";
import type { SessionStore } from "../../ports/session-store.ts";
import type { CommandLine } from "../command-line.ts";
import type { ConnectionDeps } from "../connections/connection-service.ts";
import type { Sessions } from "./access/sessions.ts";
import type { PasswordService } from "./sign-in/passwords.ts";

/** What the operations and pages of an account share. */
export interface AccountServices {
  /** The origin of the pages, which isn't an IP address on a loopback service. */
  readonly origin: string;
  readonly account: string;
  readonly commandLine: CommandLine;
  /** The origin of the API. */
  readonly apiOrigin: string;
  readonly catalog: Pick<Catalog, "apps" | "tools" | "progress" | "findApp">;
  /** What reading, storing and testing OAuth clients needs. */
  readonly connections: Pick<ConnectionDeps, "store" | "vault" | "fetch">;
  readonly keyStore: KeyStore;
  readonly peopleStore: PeopleStore;
  readonly sessionStore: SessionStore;
  readonly auditLog: AuditLog;
  readonly passkeys: PasskeyVerifier;
  readonly passwords: PasswordService;
  readonly sessions: Sessions;
  /** Called after the account is set up. */
  onClaimed(): void;
  /** Milliseconds since 1970. */
  now(): number;
}
