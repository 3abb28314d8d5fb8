import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["openai"],
  open: (load) => new (load("openai").OpenAI)({ apiKey: "token", maxRetries: 0 }),
  lines: [
    [
      "openai.create_chat_completion",
      { model: "gpt-5", messages: [{ role: "user", content: "hi" }], temperature: 1 },
      (openai, args) => openai.chat.completions.create(args),
    ],
    [
      "openai.create_response",
      { model: "gpt-5", input: "hi" },
      (openai, args) => openai.responses.create(args),
    ],
    [
      "openai.create_image",
      { model: "gpt-image-1", prompt: "cat", size: "1024x1024" },
      (openai, args) => openai.images.generate(args),
    ],
    [
      "openai.create_embeddings",
      { model: "text-embedding-3-small", input: "hi", encoding_format: "float" },
      (openai, args) => openai.embeddings.create(args),
    ],
    ["openai.list_models", {}, (openai) => openai.models.list()],
  ],
} satisfies VendorClient;
