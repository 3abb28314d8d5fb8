/**
 * Derives the calls of the clients from the operations: `getRunResult` becomes `runs.getResult(id)`.
 * The verb is the method, and the plural of the noun is the resource. If another operation's noun
 * starts the noun (`Run` and `RunResult`), the rest of it belongs to the method.
 */
import type { ReportError } from "../operations.ts";
import type { ClientCall, OperationEntry } from "../table.ts";

/** What the spec says about an operation's call, beyond its name and inputs. */
export interface CallExtensions {
  /** `x-positional`: optional inputs that are positional parameters too. */
  readonly positional?: readonly string[] | undefined;
  /** `x-repeats`: whether a client may send a POST request again. */
  readonly repeats?: boolean | undefined;
}

type Operation = Omit<OperationEntry, "client">;

/** Parts of an operation's name. `siteInfo` belongs to the client itself and has no noun. */
interface NameParts {
  readonly verb: string;
  readonly noun?: string;
}

/**
 * Creates the call of each operation of a service.
 *
 * @param service The name of the service in lowercase. An operation whose name starts with it is a
 *   method of the client itself.
 */
export function createClientCalls(
  service: string,
  operations: Readonly<Record<string, Operation>>,
  extensions: Readonly<Record<string, CallExtensions>>,
  reportError: ReportError,
): Record<string, ClientCall> {
  const parts = Object.fromEntries(
    Object.keys(operations).map((name) => [name, splitName(service, name, reportError)]),
  );
  const nouns = new Set(
    Object.values(parts).flatMap(({ noun }) => (noun === undefined ? [] : toSingular(noun))),
  );
  const calls: Record<string, ClientCall> = {};
  const nameByCall = new Map<string, string>();
  for (const [name, operation] of Object.entries(operations)) {
    const { resource, method } = createCallName(parts[name]!, nouns, isBulk(name, operations));
    const positional = listPositional(name, operation, extensions[name]?.positional, reportError);
    calls[name] = {
      ...(resource !== undefined && { resource }),
      method,
      positional,
      pages: "cursor" in operation.input.properties,
      repeats: canRepeat(name, operation, extensions[name]?.repeats, reportError),
    };
    const call = resource === undefined ? method : `${resource}.${method}`;
    const other = nameByCall.get(call);
    if (other) reportError(name, `has the client call ${call}, which ${other} has too`);
    nameByCall.set(call, name);
    for (const word of [resource, method, ...Object.keys(operation.input.properties)])
      if (word && PYTHON_KEYWORDS.has(word))
        reportError(name, `the name ${word} is a keyword of Python, so it can't be a parameter`);
  }
  return calls;
}

function splitName(service: string, name: string, reportError: ReportError): NameParts {
  const match = /^([a-z]+)([A-Z][A-Za-z]*)$/.exec(name);
  if (!match) {
    reportError(
      name,
      "can't be split into a verb and a noun, so clients would have no name for it",
    );
    return { verb: name };
  }
  const [, verb = "", noun = ""] = match;
  if (verb === service) return { verb: lowercaseFirst(noun) };
  return { verb, noun };
}

/** Whether an operation does for many what another one does for one. */
const isBulk = (name: string, operations: Readonly<Record<string, unknown>>): boolean =>
  !/^(list|find|search)/.test(name) && name.slice(0, -1) in operations;

/**
 * @param isForMany Whether another operation has the singular of the name: `replayEvent` becomes
 *   `events.replay`, and `replayEvents` becomes `events.replayAll`.
 */
function createCallName({ verb, noun }: NameParts, nouns: ReadonlySet<string>, isForMany: boolean) {
  if (noun === undefined) return { method: verb };
  const base = [...nouns]
    .filter((other) => noun.startsWith(other) && /^[A-Z]/.test(noun.slice(other.length)))
    .sort((a, b) => a.length - b.length)[0];
  const resource = `${lowercaseFirst(base ?? toSingular(noun))}s`;
  const rest = base === undefined ? "" : noun.slice(base.length);
  return { resource, method: verb + rest + (isForMany ? "All" : "") };
}

const toSingular = (noun: string) => noun.replace(/s$/, "");

/** Path parameters, then required inputs, then those that `x-positional` names. */
function listPositional(
  name: string,
  { input, source }: Operation,
  optional: readonly string[] = [],
  reportError: ReportError,
): string[] {
  for (const key of optional) {
    if (!(key in input.properties)) reportError(name, `has no input ${key}, named by x-positional`);
  }
  const inputs = Object.keys(input.properties);
  const inPath = inputs.filter((key) => source[key] === "path");
  return [...new Set([...inPath, ...input.required, ...optional])];
}

/**
 * Whether carrying out the request twice has the same effect as once. Clients resend only such
 * requests when a failure leaves open whether the first was carried out.
 */
function canRepeat(
  name: string,
  { method, tool, input }: Operation,
  declared: boolean | undefined,
  reportError: ReportError,
): boolean {
  if (method !== "POST") {
    if (declared !== undefined) reportError(name, `is ${method}, so x-repeats isn't allowed`);
    return true;
  }
  const derived = tool?.annotations.readOnlyHint || "idempotency_key" in input.properties;
  if (derived) {
    if (declared !== undefined)
      reportError(name, "has x-repeats, but it reads only or takes an idempotency_key");
    return true;
  }
  if (declared === undefined)
    reportError(
      name,
      "needs x-repeats because it is POST, has side effects and takes no idempotency_key",
    );
  return declared ?? false;
}

const lowercaseFirst = (word: string) => word[0]!.toLowerCase() + word.slice(1);

const PYTHON_KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
