/**
 * Offers tools to language models, and runs the tools that they call. The shapes are those of the
 * packages `openai`, `@anthropic-ai/sdk` and `ai`, none of which is imported.
 */
import {
  type AgentClient,
  type AgentOptions,
  type AgentTool,
  createAgentFunctions,
} from "./agent-tools.ts";

export type { AgentClient, AgentOptions, AgentRun, AgentTool } from "./agent-tools.ts";
export { JackfieldError } from "./errors.ts";
export { toFunctionName } from "./function-names.ts";
export type { SchemaMode } from "./function-schemas.ts";

/** A JSON Schema of an object. */
export interface ObjectSchema {
  type: "object";
  [keyword: string]: unknown;
}

/** A tool of OpenAI's Responses API. */
export interface OpenAITool {
  type: "function";
  name: string;
  description: string;
  parameters: ObjectSchema;
  strict: boolean;
}

/** A call of the Responses API: an output item with `type: "function_call"`. */
export interface OpenAICall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The answer to a call, an input item of the next request. */
export interface OpenAIResult {
  type: "function_call_output";
  call_id: string;
  output: string;
}

/** Tools for a model, and the function that runs its calls. */
export interface Toolset<Tool, Call, Result> {
  readonly tools: Tool[];
  /**
   * Runs a call and returns the message for the model. What the model can correct is in the
   * message. Rejects with a `JackfieldError` if the key is rejected, the service can't be reached,
   * or the run is aborted.
   */
  run(call: Call): Promise<Result>;
}

/** Offers tools to OpenAI's Responses API. */
export function openaiTools(
  client: AgentClient,
  tools: readonly AgentTool[],
  options?: AgentOptions,
): Toolset<OpenAITool, OpenAICall, OpenAIResult> {
  const { functions, run } = createAgentFunctions(client, tools, options);
  return {
    tools: functions.map(({ name, description, schema }) => ({
      type: "function",
      name,
      description,
      parameters: schema,
      strict: options?.mode === "strict",
    })),
    async run({ call_id, name, arguments: input }) {
      const { value } = await run(name, input);
      return { type: "function_call_output", call_id, output: JSON.stringify(value) };
    },
  };
}

/** A tool of the Chat Completions API, which other providers offer too. */
export interface OpenAIChatTool {
  type: "function";
  function: { name: string; description: string; parameters: ObjectSchema; strict: boolean };
}

/** A call of the Chat Completions API: an item of `tool_calls` with `type: "function"`. */
export interface OpenAIChatCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The answer to a call, a message of the next request. */
export interface OpenAIChatResult {
  role: "tool";
  tool_call_id: string;
  content: string;
}

/** Offers tools to OpenAI's Chat Completions API. */
export function openaiChatTools(
  client: AgentClient,
  tools: readonly AgentTool[],
  options?: AgentOptions,
): Toolset<OpenAIChatTool, OpenAIChatCall, OpenAIChatResult> {
  const { functions, run } = createAgentFunctions(client, tools, options);
  return {
    tools: functions.map(({ name, description, schema }) => ({
      type: "function",
      function: { name, description, parameters: schema, strict: options?.mode === "strict" },
    })),
    async run({ id, function: { name, arguments: input } }) {
      const { value } = await run(name, input);
      return { role: "tool", tool_call_id: id, content: JSON.stringify(value) };
    },
  };
}

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: ObjectSchema;
}

/** A call: a content block with `type: "tool_use"`. */
export interface AnthropicCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The answer to a call, a content block of the next message. */
export interface AnthropicResult {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

/** Offers tools to Anthropic's Messages API. */
export function anthropicTools(
  client: AgentClient,
  tools: readonly AgentTool[],
  options?: AgentOptions,
): Toolset<AnthropicTool, AnthropicCall, AnthropicResult> {
  const { functions, run } = createAgentFunctions(client, tools, options);
  return {
    tools: functions.map(({ name, description, schema }) => ({
      name,
      description,
      input_schema: schema,
    })),
    async run({ id, name, input }) {
      const { value, isError } = await run(name, input);
      return {
        type: "tool_result",
        tool_use_id: id,
        content: JSON.stringify(value),
        is_error: isError,
      };
    },
  };
}

/** A tool of Gemini's API: `{ tools: [{ functionDeclarations: toolset.tools }] }`. */
export interface GeminiTool {
  name: string;
  description: string;
  /** A schema of Gemini, whose type only its own package can name. */
  parameters: any;
}

/** A call: an item of `response.functionCalls`. */
export interface GeminiCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: Record<string, unknown> | undefined;
}

/** The answer to a call, a part of the next content. */
export interface GeminiResult {
  functionResponse: { id?: string; name: string; response: Record<string, unknown> };
}

/** Offers tools to Gemini's API. */
export function geminiTools(
  client: AgentClient,
  tools: readonly AgentTool[],
  options?: AgentOptions,
): Toolset<GeminiTool, GeminiCall, GeminiResult> {
  const { functions, run } = createAgentFunctions(client, tools, { mode: "gemini", ...options });
  return {
    tools: functions.map(({ name, description, schema }) => ({
      name,
      description,
      parameters: schema,
    })),
    async run({ id, name = "", args = {} }) {
      const { value } = await run(name, args);
      return {
        functionResponse: { ...(id !== undefined && { id }), name, response: { ...value } },
      };
    },
  };
}

/** A tool of the AI SDK. */
export interface AITool {
  description: string;
  /** A schema of the AI SDK, whose type only its own package can name. */
  inputSchema: any;
  /** True for destructive tools: the AI SDK then asks the program before it runs them. */
  needsApproval: boolean;
  execute(
    input: unknown,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ): Promise<Readonly<Record<string, unknown>>>;
}

/** Offers tools to the AI SDK, which runs the calls itself: pass the result as `tools`. */
export function aiTools(
  client: AgentClient,
  tools: readonly AgentTool[],
  options?: AgentOptions,
): Record<string, AITool> {
  const { functions, run } = createAgentFunctions(client, tools, options);
  return Object.fromEntries(
    functions.map(({ name, description, schema, tool }) => [
      name,
      {
        description,
        inputSchema: {
          [Symbol.for("vercel.ai.schema")]: true,
          jsonSchema: schema,
          // The service validates, and its answer says what is wrong.
          validate: undefined,
        },
        needsApproval: tool.annotations.destructive,
        async execute(input, { abortSignal }) {
          return (await run(name, input, abortSignal)).value;
        },
      },
    ]),
  );
}
