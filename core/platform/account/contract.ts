import type {
  Defaulted,
  OperationName as Name,
  Renderings,
} from "../../../generated/account/operations.ts";
import type { operations as Spec } from "../../../generated/account/schema.d.ts";
import type * as generic from "../../http/routing/operation.ts";
import type * as platform from "../contract.ts";
import type { CurrentSession } from "./access/sessions.ts";
import type { AccountServices } from "./services.ts";
import type { KnownDevice } from "./sign-in/known-devices.ts";

/** The client of a request to sign in. */
export interface SignInClient {
  /** The browser and the system in words. */
  readonly browser: string;
  /** An IPv4 /24 or an IPv6 /48. */
  readonly network: string | undefined;
  /** Returns the value of a cookie of the request. */
  cookie(name: string): string | undefined;
  /** Returns the device of the request, if a person has signed in with it. */
  device(): Promise<KnownDevice | undefined>;
  /**
   * Counts a failed attempt against the device, or the network if the device isn't known. Throws the
   * `Problem` "rate_limited".
   */
  count(cost?: number): Promise<void> | void;
  /** Takes back a count, because the attempt succeeded. */
  uncount(): Promise<void> | void;
}

/** The context of an account operation. */
export interface OperationContext extends AccountServices {
  readonly client: SignInClient;
  /** The session of the request. Throws if it has none, which operations with a role never meet. */
  readonly current: CurrentSession;
  /** The session of the request, if it has one. */
  readonly visitor: CurrentSession | undefined;
  /** The ID of the request. */
  readonly requestId: string;
  /** Runs an operation of the platform for the person of the session. */
  platform<N extends platform.OperationName>(
    name: N,
    input: platform.RequestInput<N>,
  ): Promise<platform.Output<N>>;
  /** Makes a new session that of the request, and adds its cookie to the response. */
  setSession(session: CurrentSession, cookie: string): void;
  /** Adds a `Set-Cookie` header to the response. */
  setCookie(cookie: string): void;
}

/** The types of the account service. */
export interface AccountContract extends generic.Contract {
  readonly operations: Pick<Spec, Name>;
  readonly defaulted: Defaulted;
  readonly renderings: Renderings;
  readonly context: OperationContext;
}

export type OperationName = generic.OperationName<AccountContract>;
export type Output<N extends OperationName> = generic.Output<AccountContract, N>;
export type Operation<N extends OperationName> = generic.Operation<AccountContract, N>;
