import type { FieldError, FormValues } from "../../../lib/openapi-tools/credentials/index.ts";
import type { StoredConnection } from "../../../ports/stores/connection-store.ts";
import { offersChoice } from "../context/context-values.ts";
import type { ResolvedApp } from "../resolved-app.ts";
import type { ActiveLink, LinkProblem, MethodChoice } from "./connect-links.ts";
import type { SignInRedirect } from "./redirect-to-sign-in.ts";

/** A form that wasn't accepted. */
export interface RejectedForm {
  /** The entered values without secrets, for displaying the form again. */
  readonly values: FormValues;
  readonly errors: readonly FieldError[];
  /** Why the app or Jackfield rejected the credentials. */
  readonly refusal?: string | undefined;
}

interface Connected {
  readonly app: ResolvedApp;
  readonly stored: StoredConnection;
  /** Where the program that created the link waits. */
  readonly returnUrl?: string | undefined;
}

/** The next step of somebody who connects an app. */
export type ConnectStep =
  /** Enter credentials, or continue to the sign-in of the app. */
  | {
      readonly step: "form";
      readonly link: ActiveLink;
      /** The chosen method. `undefined` if the app has none. */
      readonly choice: MethodChoice | undefined;
      readonly rejected?: RejectedForm | undefined;
    }
  /** Sign in to the app. The cookie lets this browser complete the sign-in. */
  | ({ readonly step: "sign_in"; readonly app: ResolvedApp } & SignInRedirect)
  /** Look at what was connected earlier. */
  | ({ readonly step: "connected" } & Connected)
  /** Choose what the new connection belongs to. */
  | ({ readonly step: "choose" } & Connected)
  /** Go back to the program, because nothing is left to do. */
  | ({ readonly step: "done" } & Connected)
  /** Try again, or go back. The user refused, or the app reported an error. */
  | {
      readonly step: "refused";
      readonly app: ResolvedApp;
      readonly by: "person" | "app";
      readonly reason: string;
      /** The ID of the connection. */
      readonly connection: string;
      readonly returnUrl?: string | undefined;
    }
  /** Nothing can be done here. */
  | {
      readonly step: "problem";
      readonly problem: ConnectProblem;
      readonly appName?: string | undefined;
      readonly returnUrl?: string | undefined;
      /** Whether the link may work when it is opened again. */
      readonly canRetry?: boolean | undefined;
    };

type ConnectProblem = LinkProblem | "cookies_blocked" | "no_sign_in";

/** The step after a connection was made. */
export const stepAfterConnecting = (
  app: ResolvedApp,
  stored: StoredConnection,
  returnUrl: string | undefined,
): ConnectStep => ({ step: offersChoice(stored) ? "choose" : "done", app, stored, returnUrl });
