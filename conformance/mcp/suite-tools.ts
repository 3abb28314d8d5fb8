import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";

/** A tool that the official suites call by name. */
export interface SuiteTool {
  readonly tool: Tool;
  /** `meta` is the `_meta` of the request. */
  respond(input: Record<string, unknown>, meta: Readonly<Record<string, unknown>>): CallToolResult;
}

/**
 * The tools that the official suites expect (SDK_INTEGRATION.md). The service itself never has
 * them.
 */
export const suiteTools: readonly SuiteTool[] = [
  createSuiteTool("test_simple_text", "Returns text.", () =>
    textResult("This is a simple text response for testing."),
  ),
  createSuiteTool("test_image_content", "Returns an image.", () => ({
    content: [imageContent()],
  })),
  createSuiteTool("test_audio_content", "Returns a sound.", () => ({
    content: [{ type: "audio", data: SILENT_WAV, mimeType: "audio/wav" }],
  })),
  createSuiteTool("test_embedded_resource", "Returns an embedded resource.", () => ({
    content: [
      resourceContent(
        "test://embedded-resource",
        "text/plain",
        "This is an embedded resource content.",
      ),
    ],
  })),
  createSuiteTool("test_multiple_content_types", "Returns text, an image and a resource.", () => ({
    content: [
      textContent("Multiple content types test:"),
      imageContent(),
      resourceContent(
        "test://mixed-content-resource",
        "application/json",
        '{"test":"data","value":123}',
      ),
    ],
  })),
  createSuiteTool("test_error_handling", "Fails.", () => ({
    ...textResult("This tool intentionally returns an error for testing"),
    isError: true,
  })),
  createSuiteTool("test_missing_capability", "Needs a client that offers sampling.", (_, meta) => {
    const offered = meta["io.modelcontextprotocol/clientCapabilities"] as
      | { sampling?: object }
      | undefined;
    if (offered?.sampling) return textResult("The client offers sampling.");
    throw Object.assign(new Error("This tool needs a client that offers sampling."), {
      code: -32021,
      data: { requiredCapabilities: { sampling: {} } },
    });
  }),
  createSuiteTool(
    "test_streaming_elicitation",
    "Sends no request to the client, because this server opens no stream.",
    () => textResult("Done."),
  ),
  createSuiteTool(
    "test_logging_tool",
    "Sends no log message to the client, because this server opens no stream.",
    () => textResult("Done."),
  ),
  {
    tool: {
      name: "json_schema_2020_12_tool",
      description: "Has an input schema with the keywords of JSON Schema 2020-12.",
      inputSchema: schema2020() as Tool["inputSchema"],
    },
    respond: (input) => textResult(JSON.stringify(input)),
  },
];

function createSuiteTool(
  name: string,
  description: string,
  respond: SuiteTool["respond"],
): SuiteTool {
  return {
    tool: { name, description, inputSchema: { type: "object", additionalProperties: false } },
    respond,
  };
}

/** A schema with every keyword that must reach the client unchanged (SEP-1613, SEP-2106). */
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
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  };
}

const textContent = (value: string) => ({ type: "text" as const, text: value });
const textResult = (value: string): CallToolResult => ({ content: [textContent(value)] });
const imageContent = () => ({ type: "image" as const, data: ONE_PIXEL_PNG, mimeType: "image/png" });
const resourceContent = (uri: string, mimeType: string, value: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: value },
});

/** A PNG of one pixel. */
const ONE_PIXEL_PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A WAV of one sample. */
const SILENT_WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
