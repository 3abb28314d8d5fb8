import type { BindingName } from "../generated/site/operations.ts";
import type { ProblemCode } from "../core/index.ts";
import type { Input, OperationName, Output } from "../core/site/contract.ts";
import type { Answered, Asking } from "./targets/target.ts";

/** One thing that an operation must do, whoever implements it. */
export interface Case<Name extends OperationName> {
  /** Reads on from the operation's name: "searchPages refuses an empty query". */
  readonly it: string;
  /** The input, or how it follows from what was found. A list in a query is sent as the same name several times. */
  readonly send: Sendable<Name> | ((found: Found) => Sendable<Name> | Promise<Sendable<Name>>);
  /** The status of the HTTP answer, which a problem repeats over MCP. */
  readonly status: number;
  /** The `code` of the problem. */
  readonly problem?: ProblemCode;
  /** What the answer must at least say. */
  readonly answer?: Partial<Output<Name>>;
  /** Throws if the answer is not as it should be. */
  readonly check?: (reply: Reply<Output<Name>>, found: Found) => void | Promise<void>;
  /** Request headers, over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the case makes sense over one kind of caller only; it is not asked by others. */
  readonly only?: { readonly caller: Protocol; readonly because: string };
  /** Set where the case needs the rig's own pages; without it, the case runs against any deployment. */
  readonly needs?: "rig";
  /** Set where the case leaves something behind: a deployment is asked only if its owner allows that. */
  readonly writes?: true;
  /** Has the rig's content fail: with an error that nobody expected (500), or with the problem "unavailable" (503). */
  readonly fault?: 500 | 503;
  /** Has the rig count the request as one of a client that has used up its rate. */
  readonly spent?: true;
  /** Why a mock, which knows the document alone, can't tell that the request is wrong. */
  readonly undocumented?: string;
  /** Why it can't be asked through Prism. */
  readonly unproxied?: string;
}

/** Every operation of the spec has a case: leaving one out does not compile. */
export type Cases = { readonly [Name in OperationName]: readonly [Case<Name>, ...Case<Name>[]] };

/** The cases of one operation. */
export type CasesOf<Name extends OperationName> = Cases[Name];

/** The kinds of caller. */
export type Protocol = "http" | "mcp";

/** The inputs of an operation by name, with any values at all. */
export type Sendable<Name extends OperationName> = { readonly [Key in keyof Input<Name>]?: unknown };

/** What an operation answered, whatever the caller. */
export interface Reply<Value = any> {
  readonly status: number;
  /** The body: parsed where it is JSON, or else its text. */
  readonly value: Value;
  /** By lower-case name; none over MCP. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer departs from what the spec declares. */
  readonly departures: readonly string[];
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
) => Promise<Reply<Output<Name>>>;

/** What was found out about the site under test, so that portable cases know what to ask for. */
export interface Found {
  readonly info: Output<"siteInfo">;
  /** Words that find pages. */
  readonly words: string;
  /** What they found. */
  readonly results: Output<"searchPages">;
  /** The address of a page. */
  readonly page: string;
  /** An address on the site. */
  at(path: string): string;
  /** By the caller under test. */
  readonly call: Call;
  /** Asks the target over HTTP, whatever the caller under test. */
  ask(asking: Asking): Promise<Answered>;
}

/** One thing that holds for requests that are no operation's: documents, pages, the protocol of /mcp. */
export interface Exchange {
  readonly it: string;
  readonly ask: Asking | ((found: Found) => Asking | Promise<Asking>);
  readonly status: number;
  /** Without its parameters. */
  readonly mediaType?: string;
  /** Headers that the answer must have, by lower-case name. */
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  /** Throws if the answer is not as it should be. */
  readonly check?: (answer: Answered, found: Found) => void | Promise<void>;
  readonly needs?: "rig";
  /** Set where it leaves something behind. */
  readonly writes?: true;
  /** Has the rig's drivers fail: with an error that nobody expected (500), or because what they ask can't be reached (503). */
  readonly fault?: 500 | 503;
  /** Has the rig count the request as one of a client that has used up its rate. */
  readonly spent?: true;
  /** Why it can't be asked through Prism. */
  readonly unproxied?: string;
}

/** Every binding of the spec has an exchange: leaving one out does not compile. */
export type BindingCases = { readonly [Name in BindingName]: readonly [Exchange, ...Exchange[]] };

/** The exchanges of some bindings. */
export type BindingCasesOf<Name extends BindingName> = Pick<BindingCases, Name>;

/** Exchanges by what they ask: a surface's path. */
export type Exchanges = Readonly<Record<string, readonly [Exchange, ...Exchange[]]>>;

/** Ends a case that the site under test gives no occasion for. Call it in `send`, `ask` or `check`. */
export function skip(because: string): never {
  throw Object.assign(new Error(because), { isSkip: true });
}

/** Whether what was thrown is a `skip`. */
export const isSkip = (error: unknown): error is Error => error instanceof Error && "isSkip" in error;
