import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@typeform/api-client"],
  open: (load) => load("@typeform/api-client").createClient({ token: "token" }),
  lines: [
    ["typeform.get_form", { form_id: "f" }, (typeform) => typeform.forms.get({ uid: "f" })],
    [
      "typeform.list_responses",
      { form_id: "f", page_size: 5, since: "2026-01-01T00:00:00Z" },
      (typeform) =>
        typeform.responses.list({ uid: "f", pageSize: 5, since: "2026-01-01T00:00:00Z" }),
    ],
    [
      "typeform.list_forms",
      { search: "a b", page: 1, page_size: 5 },
      (typeform) => typeform.forms.list({ search: "a b", page: 1, pageSize: 5 }),
    ],
    [
      "typeform.create_form",
      { title: "T" },
      (typeform) => typeform.forms.create({ data: { title: "T" } }),
    ],
    ["typeform.delete_form", { form_id: "f" }, (typeform) => typeform.forms.delete({ uid: "f" })],
  ],
} satisfies VendorClient;
