import type { ProblemCode } from "../core/index.ts";
import type * as platform from "../core/platform/contract.ts";
import type * as site from "../core/site/contract.ts";
import type { BindingName } from "../generated/site/operations.ts";
import type { TestRequest, TestResponse } from "./targets/target.ts";

/** The operations of both services: each name is in one alone. */
export type OperationName = site.OperationName | platform.OperationName;

/** What an operation is given, of whichever service. */
export type Input<Name extends OperationName> = Name extends site.OperationName
  ? site.Input<Name>
  : Name extends platform.OperationName
    ? platform.Input<Name>
    : never;

/** What an operation answers when it succeeds, of whichever service. */
export type Output<Name extends OperationName> = Name extends site.OperationName
  ? site.Output<Name>
  : Name extends platform.OperationName
    ? platform.Output<Name>
    : never;

/** What was found out about a target of the operation's service. */
export type ContextFor<Name extends OperationName> = Name extends site.OperationName
  ? SiteContext
  : PlatformContext;

/** One thing that an operation must do, whoever implements it. */
export interface Case<Name extends OperationName> {
  /** Reads on from the operation's name: "searchPages refuses an empty query". */
  readonly it: string;
  /** The input, or how it follows from what was found. A list in a query is sent as the same name several times. */
  readonly input:
    | CaseInput<Name>
    | ((context: ContextFor<Name>) => CaseInput<Name> | Promise<CaseInput<Name>>);
  /** The status of the HTTP answer, which a problem repeats over MCP. */
  readonly status: number;
  /** The `code` of the problem. */
  readonly problem?: ProblemCode;
  /** What the answer must at least say. */
  readonly output?: Partial<Output<Name>>;
  /** Throws if the answer is not as it should be. */
  readonly check?: (
    result: CallResult<Output<Name>>,
    context: ContextFor<Name>,
  ) => void | Promise<void>;
  /** Headers of each request; an empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the case makes sense over one kind of caller only; it is not asked by others. */
  readonly only?: { readonly protocol: Protocol; readonly reason: string };
  /** Set where the case needs what the rig alone has, its pages or its apps and keys; without it, the case runs against any deployment. */
  readonly requires?: "fixture";
  /** Set where the case leaves something behind: a deployment is asked only if its owner allows that. */
  readonly writes?: true;
  /** Has the rig's drivers fail: with an error that nobody expected (500), or because what they ask can't be reached (503). */
  readonly fault?: 500 | 503;
  /** Has the rig count the request as one of a client that has used up its rate. */
  readonly rateLimited?: true;
  /** Why a mock, which knows the document alone, can't tell that the request is wrong. */
  readonly mockSkipReason?: string;
  /** Why it can't be asked through Prism. */
  readonly proxySkipReason?: string;
}

type CasesOfAll<Names extends OperationName> = {
  readonly [Name in Names]: readonly [Case<Name>, ...Case<Name>[]];
};

/** Every operation of the site has a case: leaving one out does not compile. */
export type SiteCases = CasesOfAll<site.OperationName>;

/** The same of the platform. */
export type PlatformCases = CasesOfAll<platform.OperationName>;

/** The cases of one operation. */
export type CasesOf<Name extends OperationName> = readonly [Case<Name>, ...Case<Name>[]];

/** The kinds of caller. */
export type Protocol = "http" | "mcp";

/** The inputs of an operation by name, with any values at all. */
export type CaseInput<Name extends OperationName> = {
  readonly [Key in keyof Input<Name>]?: unknown;
};

/** What an operation answered, whatever the caller. */
export interface CallResult<Value = any> {
  readonly status: number;
  /** The body: parsed where it is JSON, or else its text. */
  readonly value: Value;
  /** By lower-case name; none over MCP. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer departs from what the spec declares. */
  readonly violations: readonly string[];
}

/** What an operation is called with, besides its input. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an operation of the target. */
export type Call = <Name extends OperationName>(
  name: Name,
  input: Readonly<Record<string, unknown>>,
  options?: CallOptions,
) => Promise<CallResult<Output<Name>>>;

/** How more is found out, whatever the service. */
export interface TestContext {
  /** An address of the service. */
  urlFor(path: string): string;
  /** By the caller under test. */
  readonly call: Call;
  /** Asks the target over HTTP, whatever the caller under test. */
  send(request: TestRequest): Promise<TestResponse>;
}

/** What was found out about the site under test, so that portable cases know what to ask for. */
export interface SiteContext extends TestContext {
  readonly info: Output<"siteInfo">;
  /** Words that find pages. */
  readonly query: string;
  /** What they found. */
  readonly results: Output<"searchPages">;
  /** The address of a page. */
  readonly pageUrl: string;
}

/** The same about the platform under test. */
export interface PlatformContext extends TestContext {
  /** The key that is sent to it. */
  readonly key: string;
  /** The first of its apps. */
  readonly apps: Output<"searchApps">;
  /** An app that has tools. */
  readonly app: Output<"searchApps">["data"][number];
  /** The first of its tools. */
  readonly tools: Output<"listTools">;
  /** One of them. */
  readonly tool: Output<"listTools">["data"][number];
}

/** One thing that holds for requests that are no operation's: documents, pages, the protocol of /mcp. */
export interface Exchange<Finds extends TestContext = SiteContext> {
  readonly it: string;
  readonly request: TestRequest | ((context: Finds) => TestRequest | Promise<TestRequest>);
  readonly status: number;
  /** Without its parameters. */
  readonly mediaType?: string;
  /** Headers that the answer must have, by lower-case name. */
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  /** Throws if the answer is not as it should be. */
  readonly check?: (response: TestResponse, context: Finds) => void | Promise<void>;
  readonly requires?: "fixture";
  /** Set where it leaves something behind. */
  readonly writes?: true;
  /** Has the rig's drivers fail: with an error that nobody expected (500), or because what they ask can't be reached (503). */
  readonly fault?: 500 | 503;
  /** Has the rig count the request as one of a client that has used up its rate. */
  readonly rateLimited?: true;
  /** Why it can't be asked through Prism. */
  readonly proxySkipReason?: string;
}

/** Every binding of the site has an exchange: leaving one out does not compile. */
export type BindingCases = { readonly [Name in BindingName]: readonly [Exchange, ...Exchange[]] };

/** The exchanges of some bindings. */
export type BindingCasesOf<Name extends BindingName> = Pick<BindingCases, Name>;

/** Exchanges by what they ask: a surface's path. */
export type Exchanges<Finds extends TestContext = SiteContext> = Readonly<
  Record<string, readonly [Exchange<Finds>, ...Exchange<Finds>[]]>
>;

/** Ends a case that the service under test gives no occasion for. Call it in `send`, `ask` or `check`. */
export function skip(reason: string): never {
  throw Object.assign(new Error(reason), { isSkip: true });
}

/** Whether what was thrown is a `skip`. */
export const isSkip = (error: unknown): error is Error =>
  error instanceof Error && "isSkip" in error;
