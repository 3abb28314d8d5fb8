import type { ProblemCode } from "../core/index.ts";
import type * as platform from "../core/platform/contract.ts";
import type * as site from "../core/site/contract.ts";
import type { BindingName } from "../generated/site/operations.ts";
import type { TestRequest, TestResponse } from "./targets/target.ts";

/** The operations of both services. Names are unique across services. */
export type OperationName = site.OperationName | platform.OperationName;

/** The input of an operation. */
export type Input<Name extends OperationName> = Name extends site.OperationName
  ? site.Input<Name>
  : Name extends platform.OperationName
    ? platform.Input<Name>
    : never;

/** The output of a successful operation. */
export type Output<Name extends OperationName> = Name extends site.OperationName
  ? site.Output<Name>
  : Name extends platform.OperationName
    ? platform.Output<Name>
    : never;

/** The context of an operation's service. */
export type ContextFor<Name extends OperationName> = Name extends site.OperationName
  ? SiteContext
  : PlatformContext;

/** A required behavior of an operation. */
export interface Case<Name extends OperationName> {
  /** Continues the operation's name: "searchPages rejects an empty query". */
  readonly it: string;
  /**
   * The input, or a function of the context that returns it. A list in the query is sent as
   * repeated parameters.
   */
  readonly input:
    | CaseInput<Name>
    | ((context: ContextFor<Name>) => CaseInput<Name> | Promise<CaseInput<Name>>);
  /** The HTTP status. Over MCP, the problem repeats it. */
  readonly status: number;
  /** The `code` of the problem. */
  readonly problem?: ProblemCode;
  /** Properties that the output must have. */
  readonly output?: Partial<Output<Name>>;
  /** Throws if the result is wrong. */
  readonly check?: (
    result: CallResult<Output<Name>>,
    context: ContextFor<Name>,
  ) => void | Promise<void>;
  /** Additional headers of each request. An empty value removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Set if the case only makes sense for one protocol; other callers skip it. */
  readonly only?: { readonly protocol: Protocol; readonly reason: string };
  /**
   * Set if the case needs the fixture's pages, apps or keys. Without it, the case runs against any
   * deployment.
   */
  readonly requires?: "fixture";
  /**
   * Set if the case writes data. It then runs against a deployment only if its owner allows writes.
   */
  readonly writes?: true;
  /** Makes the fixture's drivers fail: with an unexpected error (500) or as unavailable (503). */
  readonly fault?: 500 | 503;
  /** Makes the fixture count the request for a client that has exceeded its rate limit. */
  readonly rateLimited?: true;
  /** Why the clients of the SDKs can't send this request. */
  readonly clientSkipReason?: string;
  /** Why a mock can't detect from the document that the request is invalid. */
  readonly mockSkipReason?: string;
  /** Why the case can't run through Prism. */
  readonly proxySkipReason?: string;
}

type CasesOfAll<Names extends OperationName> = {
  readonly [Name in Names]: readonly [Case<Name>, ...Case<Name>[]];
};

/** The cases of every operation of the site. Omitting one is a compile error. */
export type SiteCases = CasesOfAll<site.OperationName>;

/** The cases of every operation of the platform. Omitting one is a compile error. */
export type PlatformCases = CasesOfAll<platform.OperationName>;

/** The cases of one operation. */
export type CasesOf<Name extends OperationName> = readonly [Case<Name>, ...Case<Name>[]];

/** The protocols of callers. */
export type Protocol = "http" | "mcp";

/** The inputs of an operation, with values of any type. */
export type CaseInput<Name extends OperationName> = {
  readonly [Key in keyof Input<Name>]?: unknown;
};

/** The result of a call, by any caller. */
export interface CallResult<Value = any> {
  readonly status: number;
  /** The parsed JSON body, or else the body as text. */
  readonly value: Value;
  /** Lowercase names. Empty over MCP. */
  readonly headers: Readonly<Record<string, string>>;
  /** The differences from the spec. */
  readonly violations: readonly string[];
}

/** Options of a call besides its input. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an operation of the target. */
export type Call = <Name extends OperationName>(
  name: Name,
  input: Readonly<Record<string, unknown>>,
  options?: CallOptions,
) => Promise<CallResult<Output<Name>>>;

/** How cases send further requests, for either service. */
export interface TestContext {
  /** Whether the service forwards requests that it doesn't answer to another server. */
  readonly forwards: boolean;
  /** Returns the URL of a path of the service. */
  urlFor(path: string): string;
  /** Calls an operation with the caller under test. */
  readonly call: Call;
  /** Sends an HTTP request to the target, whichever caller is under test. */
  send(request: TestRequest): Promise<TestResponse>;
}

/** Facts about the site under test that portable cases need. */
export interface SiteContext extends TestContext {
  readonly info: Output<"siteInfo">;
  /** A query that finds pages. */
  readonly query: string;
  /** The results of that query. */
  readonly results: Output<"searchPages">;
  /** The URL of a page. */
  readonly pageUrl: string;
}

/** Facts about the platform under test that portable cases need. */
export interface PlatformContext extends TestContext {
  /** The API key. */
  readonly key: string;
  /** The first page of apps. */
  readonly apps: Output<"searchApps">;
  /** An app that has tools. */
  readonly app: Output<"searchApps">["data"][number];
  /** The first page of that app's tools. */
  readonly tools: Output<"listTools">;
  /** One of those tools. */
  readonly tool: Output<"listTools">["data"][number];
  /**
   * The URL of the OAuth metadata that the MCP server declares. Undefined if the platform has no
   * account that people can sign in to.
   */
  readonly oauthMetadataUrl: string | undefined;
}

/** A property of a deployment that its own responses declare. */
export interface Condition<Finds extends TestContext> {
  /** Completes "needs": "a platform that supports OAuth". */
  readonly needs: string;
  holds(context: Finds): boolean;
}

/** A required response to a request outside the operations: documents, pages, the MCP protocol. */
export interface Exchange<Finds extends TestContext = SiteContext> {
  readonly it: string;
  readonly request: TestRequest | ((context: Finds) => TestRequest | Promise<TestRequest>);
  readonly status: number;
  /** Without parameters. */
  readonly mediaType?: string;
  /** Required response headers, by lowercase name. */
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  /** Throws if the response is wrong. */
  readonly check?: (response: TestResponse, context: Finds) => void | Promise<void>;
  readonly requires?: "fixture";
  /** Set if the exchange applies only to targets that declare something. */
  readonly condition?: Condition<Finds>;
  /** Set if the exchange writes data. */
  readonly writes?: true;
  /** Makes the fixture's drivers fail: with an unexpected error (500) or as unavailable (503). */
  readonly fault?: 500 | 503;
  /** Makes the fixture count the request for a client that has exceeded its rate limit. */
  readonly rateLimited?: true;
  /** Why the exchange can't run through Prism. */
  readonly proxySkipReason?: string;
}

/** The exchanges of every protocol operation of the site. Omitting one is a compile error. */
export type BindingCases = { readonly [Name in BindingName]: readonly [Exchange, ...Exchange[]] };

/** The exchanges of some protocol operations. */
export type BindingCasesOf<Name extends BindingName> = Pick<BindingCases, Name>;

/** Exchanges by the path of their surface. */
export type Exchanges<Finds extends TestContext = SiteContext> = Readonly<
  Record<string, readonly [Exchange<Finds>, ...Exchange<Finds>[]]>
>;

/**
 * Skips a case that doesn't apply to the service under test. Call it in `send`, `ask` or `check`.
 */
export function skip(reason: string): never {
  throw Object.assign(new Error(reason), { isSkip: true });
}

/** Whether an error was thrown by `skip`. */
export const isSkip = (error: unknown): error is Error =>
  error instanceof Error && "isSkip" in error;

/** Merges lists of exchanges by path. Exchanges of the same path keep the order of the lists. */
export function mergeExchanges<Finds extends TestContext = SiteContext>(
  ...all: readonly Exchanges<Finds>[]
): Exchanges<Finds> {
  const whole: Record<string, any> = {};
  for (const [path, exchanges] of all.flatMap((each) => Object.entries(each)))
    whole[path] = [...(whole[path] ?? []), ...exchanges];
  return whole;
}
