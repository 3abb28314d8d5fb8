import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["docusign-esign"],
  open: (load) => {
    const { ApiClient, EnvelopesApi, TemplatesApi } = load("docusign-esign");
    const client = new ApiClient({ basePath: "https://eu.docusign.net/restapi" });
    client.addDefaultHeader("Authorization", "Bearer token");
    return { envelopes: new EnvelopesApi(client), templates: new TemplatesApi(client) };
  },
  values: { host: "eu.docusign.net", account_id: "A1" },
  lines: [
    [
      "docusign.get_envelope",
      { envelopeId: "e" },
      ({ envelopes }) => envelopes.getEnvelope("A1", "e"),
    ],
    [
      "docusign.create_envelope",
      {
        status: "sent",
        subject: "s",
        template_id: "t",
        template_roles: [{ email: "a@e.org", name: "A", roleName: "r" }],
      },
      ({ envelopes }) =>
        envelopes.createEnvelope("A1", {
          envelopeDefinition: {
            status: "sent",
            emailSubject: "s",
            templateId: "t",
            templateRoles: [{ email: "a@e.org", name: "A", roleName: "r" }],
          },
        }),
    ],
    [
      "docusign.list_envelopes",
      { from_date: "2026-01-01", count: "5" },
      ({ envelopes }) => envelopes.listStatusChanges("A1", { fromDate: "2026-01-01", count: "5" }),
    ],
    [
      "docusign.list_templates",
      { search_text: "a" },
      ({ templates }) => templates.listTemplates("A1", { searchText: "a" }),
    ],
    ["docusign.get_template", { templateId: "t" }, ({ templates }) => templates.get("A1", "t")],
  ],
} satisfies VendorClient;
