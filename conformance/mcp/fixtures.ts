import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";

/** A tool that the official suites call by its name, and what it answers. */
export interface Fixture {
  readonly tool: Tool;
  /** `meta` is the request's `_meta`. */
  answer(input: Record<string, unknown>, meta: Readonly<Record<string, unknown>>): CallToolResult;
}

/** What the official suites expect of a server under test (their SDK_INTEGRATION.md); never part of the service. */
export const fixtures: readonly Fixture[] = [
  fixture("test_simple_text", "Answers with text.", () =>
    said("This is a simple text response for testing."),
  ),
  fixture("test_image_content", "Answers with an image.", () => ({ content: [image()] })),
  fixture("test_audio_content", "Answers with a sound.", () => ({
    content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }],
  })),
  fixture("test_embedded_resource", "Answers with a resource inside.", () => ({
    content: [
      resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
    ],
  })),
  fixture("test_multiple_content_types", "Answers with text, an image and a resource.", () => ({
    content: [
      text("Multiple content types test:"),
      image(),
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  })),
  fixture("test_error_handling", "Fails.", () => ({
    ...said("This tool intentionally returns an error for testing"),
    isError: true,
  })),
  fixture("test_missing_capability", "Needs a client that offers sampling.", (_, meta) => {
    const offered = meta["io.modelcontextprotocol/clientCapabilities"] as
      | { sampling?: object }
      | undefined;
    if (offered?.sampling) return said("The client offers sampling.");
    throw Object.assign(new Error("This tool needs a client that offers sampling."), {
      code: -32021,
      data: { requiredCapabilities: { sampling: {} } },
    });
  }),
  fixture(
    "test_streaming_elicitation",
    "Asks nothing of the client: this server opens no stream.",
    () => said("Done."),
  ),
  fixture("test_logging_tool", "Logs nothing to the client: this server opens no stream.", () =>
    said("Done."),
  ),
  {
    tool: {
      name: "json_schema_2020_12_tool",
      description: "Has an input schema with the keywords of JSON Schema 2020-12.",
      inputSchema: schema2020() as Tool["inputSchema"],
    },
    answer: (input) => said(JSON.stringify(input)),
  },
];

function fixture(name: string, description: string, answer: Fixture["answer"]): Fixture {
  return {
    tool: { name, description, inputSchema: { type: "object", additionalProperties: false } },
    answer,
  };
}

/** Every keyword that must reach the client as it was written (SEP-1613, SEP-2106). */
function schema2020() {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  };
}

const text = (words: string) => ({ type: "text" as const, text: words });
const said = (words: string): CallToolResult => ({ content: [text(words)] });
const image = () => ({ type: "image" as const, data: DOT, mimeType: "image/png" });
const resource = (uri: string, mimeType: string, words: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: words },
});

/** A PNG of one pixel. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A WAV of one sample. */
const SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
