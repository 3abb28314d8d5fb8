import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@anthropic-ai/sdk"],
  open: (load) => new (load("@anthropic-ai/sdk").Anthropic)({ apiKey: "secret", maxRetries: 0 }),
  values: { api_key: "secret" },
  ignoredHeaders: { "anthropic-version": "The catalog pins the version of its document." },
  lines: [
    [
      "anthropic.create_message",
      { model: "claude-sonnet-4-5", max_tokens: 5, messages: [{ role: "user", content: "hi" }] },
      (anthropic, args) => anthropic.messages.create(args),
    ],
    [
      "anthropic.count_tokens",
      { model: "claude-sonnet-4-5", messages: [{ role: "user", content: "hi" }] },
      (anthropic, args) => anthropic.messages.countTokens(args),
    ],
    ["anthropic.list_models", { limit: 5 }, (anthropic, args) => anthropic.models.list(args)],
    [
      "anthropic.get_message_batch",
      { message_batch_id: "b1" },
      (anthropic) => anthropic.messages.batches.retrieve("b1"),
    ],
    ["anthropic.list_files", {}, (anthropic) => anthropic.beta.files.list()],
  ],
} satisfies VendorClient;
