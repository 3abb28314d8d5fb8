import { invalidInput, JackfieldError } from "./errors.ts";
import { toFunctionName, toSafeName } from "./function-names.ts";
import { type SchemaMode, toFunctionSchema } from "./function-schemas.ts";
import type { FunctionSchema } from "./json-schemas.ts";

/** A result of `tools.find(task, { schemas: true })` or `tools.get`. */
export interface AgentTool {
  readonly name: string;
  readonly app: string;
  readonly title: string;
  readonly description: string;
  readonly input_schema?: Readonly<Record<string, unknown>>;
  readonly annotations: { readonly read_only: boolean; readonly destructive: boolean };
}

/** What the helpers need of a `Jackfield` client. */
export interface AgentClient {
  readonly tools: {
    run(
      tool: string,
      args: Readonly<Record<string, unknown>>,
      options: { readonly connection?: string; readonly max_bytes?: number },
      call: { readonly signal?: AbortSignal },
    ): PromiseLike<AgentRun>;
  };
}

/** The part of the outcome of a run that a model needs. */
export interface AgentRun {
  readonly status: string;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: { readonly truncated: boolean };
  readonly next_arguments?: unknown;
}

/** Options of the helpers. */
export interface AgentOptions {
  /**
   * How arguments are described: `strict` for OpenAI's strict mode, `gemini` for Gemini. Default:
   * what the API of the helper takes without it.
   */
  readonly mode?: SchemaMode;
  /** The connection to use, as an ID or label, by app. */
  readonly connections?: Readonly<Record<string, string>>;
  /** The maximum number of bytes of a result. Default: 50,000, about 15,000 tokens. */
  readonly maxBytes?: number;
  /** Aborts runs. */
  readonly signal?: AbortSignal;
}

/** A tool as a function of a language model. */
export interface AgentFunction {
  readonly name: string;
  readonly description: string;
  readonly schema: FunctionSchema["schema"];
  readonly tool: AgentTool;
}

/** The answer to a model's call, as an object that can be sent as JSON. */
export interface AgentAnswer {
  readonly value: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** Functions for a language model. */
export interface AgentFunctions {
  readonly functions: readonly AgentFunction[];
  /**
   * Runs the tool of a call. `input` is an object or its JSON. What the model can correct becomes
   * an answer. Rejects with a `JackfieldError` for everything else.
   */
  run(functionName: string, input: unknown, signal?: AbortSignal): Promise<AgentAnswer>;
}

/** Codes of problems that only the program can solve. */
const PROGRAM_PROBLEMS = /^(unauthorized|key_\w+|invalid_input)$/;

/** Prepares tools for a language model. Throws a `JackfieldError` for a tool without its schema. */
export function createAgentFunctions(
  client: AgentClient,
  tools: readonly AgentTool[],
  { connections = {}, maxBytes = 50_000, signal: ownSignal, mode = "standard" }: AgentOptions = {},
): AgentFunctions {
  const functions = tools.map((tool) => toAgentFunction(tool, mode));
  const byName = new Map(functions.map((each) => [each.name, each]));
  if (byName.size < functions.length) throw invalidInput("Two of the tools have the same name.");
  return {
    functions,
    async run(functionName, input, signal = ownSignal) {
      const known = byName.get(functionName);
      if (!known) return failure("unknown_tool", `There is no tool "${functionName}".`);
      const args = parseArguments(input);
      if (!args) return failure("invalid_arguments", "The arguments must be a JSON object.");
      const { tool, toArguments } = known;
      const connection = connections[tool.app];
      try {
        const run = await client.tools.run(
          tool.name,
          toArguments(args),
          { max_bytes: maxBytes, ...(connection !== undefined && { connection }) },
          signal ? { signal } : {},
        );
        return toAnswer(run);
      } catch (error) {
        return toFailure(error);
      }
    },
  };
}

/** The longest description that OpenAI takes. */
const MAX_DESCRIPTION = 1_024;

function toAgentFunction(
  tool: AgentTool,
  mode: SchemaMode,
): AgentFunction & Pick<FunctionSchema, "toArguments"> {
  const { name, title, description, input_schema } = tool;
  if (!input_schema)
    throw invalidInput(`${name} has no input_schema. Find tools with schemas: true.`);
  const functionName = toFunctionName(name);
  const text = description.startsWith(title) ? description : `${title}. ${description}`;
  return {
    // Only Gemini refuses names that begin with a digit.
    name:
      mode === "gemini" && /^[^a-zA-Z_]/.test(functionName)
        ? toSafeName(`_${functionName}`, /^[\w-]{1,64}$/)
        : functionName,
    description: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text,
    ...toFunctionSchema(input_schema, mode),
    tool,
  };
}

function parseArguments(input: unknown): Readonly<Record<string, unknown>> | undefined {
  let value = input;
  if (typeof input === "string")
    try {
      value = JSON.parse(input || "{}");
    } catch {
      return undefined;
    }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

const toAnswer = ({ status, data, error, response, next_arguments }: AgentRun): AgentAnswer => ({
  value: {
    status,
    data,
    error,
    next_arguments,
    ...(response?.truncated && { truncated: true }),
  },
  isError: status !== "succeeded",
});

const failure = (
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): AgentAnswer => ({ value: { error: { code, message, ...details } }, isError: true });

function toFailure(error: unknown): AgentAnswer {
  if (!(error instanceof JackfieldError) || !error.problem || PROGRAM_PROBLEMS.test(error.code))
    throw error;
  // Members such as `connect_url`, `candidates` and `errors` say how to continue.
  const { type, title, status, instance, code, detail, hint, ...details } = error.problem;
  return failure(code, error.message, details);
}
