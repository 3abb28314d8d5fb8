import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["jotform"],
  open: (load) =>
    new (load("jotform").default)("secret", { baseURL: "https://eu-api.jotform.com" }),
  values: { host: "eu-api.jotform.com", api_key: "secret" },
  ignoredHeaders: { apikey: "The client sends the key in the query. Both are documented." },
  ignoredParameters: { apiKey: "The key, which tools send as a header." },
  lines: [
    [
      "jotform.list_forms",
      { offset: 20, limit: 5, filter: '{"created_at:gt":"2026-01-01 00:00:00"}', orderby: "title" },
      (jotform, args) => jotform.user.getForms(args),
    ],
    ["jotform.get_form", { formID: "1" }, (jotform) => jotform.form.get("1")],
    ["jotform.list_questions", { formID: "1" }, (jotform) => jotform.form.getQuestions("1")],
    [
      "jotform.list_form_submissions",
      { formID: "1", limit: 5, filter: '{"fullText":"Jürgen"}' },
      (jotform, { formID, ...pagination }) => jotform.form.getSubmissions(formID, pagination),
    ],
    [
      "jotform.create_submission",
      { formID: "1", body: { "submission[3]": "Jürgen & Söhne", "submission[4_first]": "Ada" } },
      (jotform) => jotform.form.addSubmission("1", { 3: "Jürgen & Söhne", "4_first": "Ada" }),
    ],
    [
      "jotform.update_submission",
      { submissionID: "2", body: { "submission[3]": "a b" } },
      (jotform) => jotform.submission.edit("2", { 3: "a b" }),
    ],
    [
      "jotform.delete_submission",
      { submissionID: "2" },
      (jotform) => jotform.submission.delete("2"),
    ],
    ["jotform.clone_form", { formID: "1" }, (jotform) => jotform.form.clone("1")],
  ],
} satisfies VendorClient;
