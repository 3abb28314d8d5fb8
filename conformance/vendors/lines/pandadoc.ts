import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["pandadoc-node-client"],
  open: (load) => {
    const { createConfiguration, DocumentsApi, TemplatesApi, ContactsApi } =
      load("pandadoc-node-client");
    const configuration = createConfiguration({ authMethods: { apiKey: "API-Key secret" } });
    return {
      documents: new DocumentsApi(configuration),
      templates: new TemplatesApi(configuration),
      contacts: new ContactsApi(configuration),
    };
  },
  method: "api_key",
  values: { api_key: "secret" },
  lines: [
    [
      "pandadoc.list_documents",
      { q: "a", count: 5 },
      ({ documents }, args) => documents.listDocuments(args),
    ],
    [
      "pandadoc.get_document",
      { id: "d" },
      ({ documents }, args) => documents.detailsDocument(args),
    ],
    [
      "pandadoc.send_document",
      { id: "d", message: "hi", silent: true },
      ({ documents }) =>
        documents.sendDocument({ id: "d", documentSendRequest: { message: "hi", silent: true } }),
    ],
    [
      "pandadoc.get_template",
      { id: "t" },
      ({ templates }, args) => templates.detailsTemplate(args),
    ],
    [
      "pandadoc.create_contact",
      { email: "a@e.org", first_name: "A" },
      ({ contacts }) =>
        contacts.createContact({ contactCreateRequest: { email: "a@e.org", firstName: "A" } }),
    ],
  ],
} satisfies VendorClient;
