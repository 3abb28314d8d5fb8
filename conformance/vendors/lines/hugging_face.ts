import type { VendorClient } from "../client-runs/vendor-client.ts";

const accessToken = "hf_token";

/** Requests the first page of a list. */
const readFirst = (list: AsyncGenerator): Promise<unknown> => list.next();

export default {
  packages: ["@huggingface/hub"],
  open: (load) => load("@huggingface/hub"),
  // The client rejects other prefixes.
  values: { access_token: accessToken },
  ignoredParameters: {
    expand:
      "The client names the members that it reads. Without it, the service returns its own choice.",
  },
  lines: [
    [
      "hugging_face.list_models",
      { search: "größe a", author: "acme", filter: "text-generation", sort: "likes", limit: 5 },
      (hub) =>
        readFirst(
          hub.listModels({
            accessToken,
            search: { query: "größe a", owner: "acme", tags: ["text-generation"] },
            sort: "likes",
            limit: 5,
          }),
        ),
    ],
    [
      "hugging_face.list_datasets",
      { search: "q", author: "acme", limit: 5 },
      (hub) =>
        readFirst(
          hub.listDatasets({ accessToken, search: { query: "q", owner: "acme" }, limit: 5 }),
        ),
    ],
    [
      "hugging_face.list_spaces",
      { search: "q", author: "acme", limit: 500 },
      (hub) => readFirst(hub.listSpaces({ accessToken, search: { query: "q", owner: "acme" } })),
    ],
    [
      "hugging_face.list_model_files",
      { namespace: "acme", repo: "m", revision: "main", recursive: true },
      (hub) => readFirst(hub.listFiles({ accessToken, repo: "acme/m", recursive: true })),
    ],
    [
      "hugging_face.create_repository",
      { name: "m", organization: "acme", type: "model" },
      (hub) => hub.createRepo({ accessToken, repo: "acme/m" }),
    ],
    [
      "hugging_face.create_repository",
      { name: "s", organization: "acme", type: "space", sdk: "gradio", private: true },
      (hub) =>
        hub.createRepo({
          accessToken,
          repo: { type: "space", name: "acme/s" },
          sdk: "gradio",
          private: true,
        }),
    ],
    [
      "hugging_face.delete_repository",
      { name: "d", organization: "acme", type: "dataset" },
      (hub) => hub.deleteRepo({ accessToken, repo: { type: "dataset", name: "acme/d" } }),
    ],
    ["hugging_face.get_current_user", {}, (hub) => hub.whoAmI({ accessToken })],
    [
      "hugging_face.get_model",
      { namespace: "acme", repo: "m" },
      (hub) => hub.modelInfo({ accessToken, name: "acme/m" }),
    ],
    [
      "hugging_face.get_dataset",
      { namespace: "acme", repo: "d" },
      (hub) => hub.datasetInfo({ accessToken, name: "acme/d" }),
    ],
  ],
} satisfies VendorClient;
