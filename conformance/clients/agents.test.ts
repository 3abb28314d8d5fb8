import Anthropic from "@anthropic-ai/sdk";
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toFetch } from "../../core/index.ts";
import { Jackfield } from "../../generated/clients/js/src/platform.ts";
import {
  type AgentTool,
  aiTools,
  anthropicTools,
  geminiTools,
  openaiChatTools,
  openaiTools,
} from "../../generated/clients/js/src/runtime/agents.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import { platform } from "../services/platform.ts";

const CREATE = "fjord__create_remark";
const ARGUMENTS = { text: "It hums" };

let fixture: Awaited<ReturnType<typeof platform.fixture.create>>;
let client: Jackfield;
let tools: readonly AgentTool[];

beforeAll(async () => {
  fixture = await platform.fixture.create(platform.fixture.origin);
  client = createClient(KEYS.whole);
  const found = await client.tools.find("make a remark", { apps: ["fjord"], schemas: true });
  tools = found.tools;
});
afterAll(() => fixture.remove());

function createClient(apiKey: string): Jackfield {
  const serve = toFetch(fixture.handler);
  return new Jackfield({
    apiKey,
    baseUrl: platform.fixture.origin,
    retries: 0,
    fetch: (url, init) => serve(new Request(url as string, init)),
  });
}

/** A \`fetch\` that gives scripted answers, and keeps the requests. */
function scriptFetch(answers: readonly object[]) {
  const bodies: any[] = [];
  const fetch = async (_: unknown, init?: { body?: unknown }) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Response.json(answers[bodies.length - 1]);
  };
  return { bodies, fetch };
}

const RAN = { status: "succeeded", data: expect.objectContaining({ text: "It hums" }) };

describe("tools for language models", () => {
  it("are accepted by OpenAI's Responses API client, which receives the result", async () => {
    const call = { type: "function_call", id: "fc_1", call_id: "call_1", name: CREATE };
    const { bodies, fetch } = scriptFetch([
      { output: [{ ...call, arguments: JSON.stringify(ARGUMENTS) }] },
      { output: [], output_text: "Done." },
    ]);
    const openai = new OpenAI({ apiKey: "sk-1", fetch });
    const toolset = openaiTools(client, tools);
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Remark" }];
    const { output } = await openai.responses.create({ model: "m", input, tools: toolset.tools });
    for (const item of output)
      if (item.type === "function_call") input.push(item, await toolset.run(item));
    await openai.responses.create({ model: "m", input, tools: toolset.tools });
    expect(bodies[0].tools).toContainEqual({
      type: "function",
      name: CREATE,
      description: "Make a remark. Makes a remark.",
      parameters: expect.objectContaining({ type: "object", required: ["text"] }),
      strict: false,
    });
    const result = bodies[1].input.at(-1);
    expect(result).toMatchObject({ type: "function_call_output", call_id: "call_1" });
    expect(JSON.parse(result.output)).toEqual(RAN);
  });

  it("are accepted by OpenAI's Chat Completions client", async () => {
    const call = { id: "call_1", type: "function" };
    const fn = { name: CREATE, arguments: JSON.stringify(ARGUMENTS) };
    const message = { role: "assistant", content: null, tool_calls: [{ ...call, function: fn }] };
    const { bodies, fetch } = scriptFetch([{ choices: [{ message }] }, { choices: [] }]);
    const openai = new OpenAI({ apiKey: "sk-1", fetch });
    const toolset = openaiChatTools(client, tools);
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Remark" }];
    const request = { model: "m", messages, tools: toolset.tools };
    const { choices } = await openai.chat.completions.create(request);
    messages.push(choices[0]!.message);
    for (const each of choices[0]!.message.tool_calls ?? [])
      if (each.type === "function") messages.push(await toolset.run(each));
    await openai.chat.completions.create(request);
    expect(bodies[0].tools[0].function).toMatchObject({ strict: false });
    const result = bodies[1].messages.at(-1);
    expect(result).toMatchObject({ role: "tool", tool_call_id: "call_1" });
    expect(JSON.parse(result.content)).toEqual(RAN);
  });

  it("are accepted by Anthropic's client", async () => {
    const { bodies, fetch } = scriptFetch([
      { content: [{ type: "tool_use", id: "tu_1", name: CREATE, input: ARGUMENTS }] },
      { content: [] },
    ]);
    const anthropic = new Anthropic({ apiKey: "sk-1", fetch });
    const toolset = anthropicTools(client, tools);
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Remark" }];
    const request = { model: "m", max_tokens: 100, messages, tools: toolset.tools };
    const { content } = await anthropic.messages.create(request);
    const results: Anthropic.ToolResultBlockParam[] = [];
    for (const block of content)
      if (block.type === "tool_use") results.push(await toolset.run(block));
    messages.push({ role: "assistant", content }, { role: "user", content: results });
    await anthropic.messages.create(request);
    expect(bodies[0].tools).toContainEqual(
      expect.objectContaining({
        name: CREATE,
        input_schema: expect.objectContaining({ type: "object" }),
      }),
    );
    const [result] = bodies[1].messages.at(-1).content;
    expect(result).toMatchObject({ type: "tool_result", tool_use_id: "tu_1", is_error: false });
    expect(JSON.parse(result.content)).toEqual(RAN);
  });

  it("are described for OpenAI's strict mode, in which null leaves out an argument", async () => {
    const { tools: offered, run } = openaiTools(client, tools, { mode: "strict" });
    const tool = offered.find(({ name }) => name === CREATE)!;
    const required = tool.parameters["required"] as string[];
    expect([tool.strict, required]).toEqual([
      true,
      Object.keys(tool.parameters["properties"] as object),
    ]);
    const input = { ...Object.fromEntries(required.map((name) => [name, null])), ...ARGUMENTS };
    const call = { call_id: "call_1", name: CREATE, arguments: JSON.stringify(input) };
    expect(JSON.parse((await run(call)).output)).toEqual(RAN);
  });

  it("are described for Gemini, which receives the result", async () => {
    const { tools: offered, run } = geminiTools(client, tools);
    const { parameters } = offered.find(({ name }) => name === CREATE)!;
    expect(parameters).toMatchObject({ type: "object", required: ["text"] });
    expect(JSON.stringify(parameters)).not.toContain("additionalProperties");
    const { functionResponse } = await run({ id: "1", name: CREATE, args: ARGUMENTS });
    expect(functionResponse).toMatchObject({ id: "1", name: CREATE, response: RAN });
  });

  it("are run by the AI SDK", async () => {
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    const model = new MockLanguageModelV4({
      doGenerate: [
        {
          content: [
            {
              type: "tool-call",
              toolCallId: "call_1",
              toolName: CREATE,
              input: JSON.stringify(ARGUMENTS),
            },
          ],
          finishReason: { unified: "tool-calls", raw: undefined },
          usage,
          warnings: [],
        },
        {
          content: [{ type: "text", text: "Done." }],
          finishReason: { unified: "stop", raw: undefined },
          usage,
          warnings: [],
        },
      ],
    });
    const { text, steps } = await generateText({
      model,
      prompt: "Remark",
      tools: aiTools(client, tools),
      stopWhen: isStepCount(2),
    });
    expect(text).toBe("Done.");
    expect(steps[0]!.toolResults[0]!.output).toEqual(RAN);
    expect(model.doGenerateCalls[0]!.tools).toContainEqual(
      expect.objectContaining({
        name: CREATE,
        inputSchema: tools.find(({ name }) => name === "fjord.create_remark")!.input_schema,
      }),
    );
  });
});

describe("running a model's call", () => {
  const run = async (name: string, input: unknown, own: Jackfield = client, list = tools) => {
    const result = await anthropicTools(own, list).run({ id: "tu_1", name, input });
    return { isError: result.is_error, ...JSON.parse(result.content) };
  };

  it("tells the model which arguments are wrong", async () => {
    expect(await run(CREATE, { text: 5 })).toMatchObject({
      isError: true,
      error: { code: "invalid_arguments", errors: [{ pointer: "/arguments/text" }] },
    });
  });

  it.each([
    ["a function that it made up", "fjord__sink", {}, "unknown_tool"],
    ["arguments that aren't JSON", CREATE, '{"text": ', "invalid_arguments"],
    ["arguments that are a list", CREATE, "[]", "invalid_arguments"],
  ])("tells the model about %s", async (_, name, input, code) => {
    expect(await run(name, input)).toMatchObject({ isError: true, error: { code } });
  });

  it("accepts empty arguments of a tool without inputs", async () => {
    expect(
      await run("fjord__get_me", "", client, [await client.tools.get("fjord.get_me")]),
    ).toMatchObject({ isError: false, status: "succeeded" });
  });

  it("gives the model the link with which the user connects the app", async () => {
    const tool = await client.tools.get("basil.list_messages");
    expect(await run("basil__list_messages", {}, client, [tool])).toMatchObject({
      isError: true,
      error: { code: "connection_required", connect_url: expect.stringContaining("/connect/") },
    });
  });

  it("reports an app's refusal as an error of the call", async () => {
    const getRemark = await client.tools.get("fjord.get_remark");
    expect(await run("fjord__get_remark", { id: "missing" }, client, [getRemark])).toMatchObject({
      isError: true,
      status: "failed",
    });
  });

  it("limits a result to what a model can read", async () => {
    const [tool] = tools.filter(({ name }) => name === "fjord.create_remark");
    const { run } = anthropicTools(client, [tool!], { maxBytes: 1_000 });
    const { content } = await run({ id: "tu_1", name: CREATE, input: { text: "x".repeat(5_000) } });
    expect(JSON.parse(content)).toMatchObject({ truncated: true, data: expect.any(String) });
  });

  it("uses the connection that the program chose for the app", async () => {
    const { run } = anthropicTools(client, tools, { connections: { fjord: "nothing like it" } });
    const { content } = await run({ id: "tu_1", name: CREATE, input: ARGUMENTS });
    expect(JSON.parse(content).error.code).toBe("connection_not_found");
  });

  it("rejects if the program's options are invalid", async () => {
    const { run } = anthropicTools(client, tools, { maxBytes: 1 });
    await expect(run({ id: "tu_1", name: CREATE, input: ARGUMENTS })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("rejects if the key is wrong, because a model can't help", async () => {
    await expect(run(CREATE, ARGUMENTS, createClient("jf_wrong"))).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  it("rejects if the program aborts", async () => {
    const toolset = anthropicTools(client, tools, { signal: AbortSignal.abort() });
    await expect(toolset.run({ id: "tu_1", name: CREATE, input: ARGUMENTS })).rejects.toMatchObject(
      { code: "aborted" },
    );
  });

  it("leaves out keywords that the APIs refuse at the root of a schema", () => {
    const { required: _, ...properties } = tools[0]!.input_schema!;
    const anyOf = [{ required: ["text"] }, { required: ["loud"] }];
    const [tool] = openaiTools(client, [
      { ...tools[0]!, input_schema: { ...properties, anyOf, $defs: {} } },
    ]).tools;
    expect(tool!.parameters).toEqual({ ...properties, $defs: {}, type: "object" });
  });

  it("requires schemas, and different tools", async () => {
    const { tools: bare } = await client.tools.find("make a remark", { apps: ["fjord"] });
    expect(() => openaiTools(client, bare)).toThrow(
      "has no input_schema. Find tools with schemas: true.",
    );
    expect(() => openaiTools(client, [...tools, tools[0]!])).toThrow("the same name");
  });

  it("asks before the AI SDK runs a destructive tool", () => {
    const [tool] = tools;
    const destructive = { ...tool!, annotations: { ...tool!.annotations, destructive: true } };
    expect(Object.values(aiTools(client, [destructive]))[0]!.needsApproval).toBe(true);
    expect(aiTools(client, tools)[CREATE]!.needsApproval).toBe(false);
  });
});
