import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["jira.js"],
  open: (load) =>
    load("jira.js").createCloudClient({
      host: "https://acme.atlassian.net",
      auth: { type: "basic", email: "a@e.org", apiToken: "secret" },
    }),
  method: "basic",
  values: { host: "acme.atlassian.net", username: "a@e.org", password: "secret" },
  commaLists: "The documentation of `fields` accepts several parameters and commas.",
  ignoredHeaders: { "x-atlassian-token": "Jackfield isn't a browser." },
  lines: [
    [
      "jira.create_issue",
      { project: "ENG", issue_type: "Bug", summary: "s" },
      (jira) =>
        jira.issues.createIssue({
          fields: { project: { key: "ENG" }, issuetype: { name: "Bug" }, summary: "s" },
        }),
    ],
    [
      "jira.get_issue",
      { issueIdOrKey: "ENG-1", fields: ["summary", "status"] },
      (jira, args) => jira.issues.getIssue(args),
    ],
    [
      "jira.add_comment",
      { issueIdOrKey: "ENG-1", text: "hi" },
      (jira) =>
        jira.issueComments.addComment({
          issueIdOrKey: "ENG-1",
          body: {
            version: 1,
            type: "doc",
            content: [{ type: "paragraph", content: [{ type: "text", text: "hi" }] }],
          },
        }),
    ],
    [
      "jira.do_transition",
      { issueIdOrKey: "ENG-1", transition_id: "31" },
      (jira) => jira.issues.doTransition({ issueIdOrKey: "ENG-1", transition: { id: "31" } }),
    ],
    [
      "jira.assign_issue",
      { issueIdOrKey: "ENG-1", accountId: "5b" },
      (jira, args) => jira.issues.assignIssue(args),
    ],
    [
      "jira.search_for_issues_using_jql",
      { jql: "project = ENG", maxResults: 5, fields: "summary" },
      (jira) =>
        jira.issueSearch.searchAndReconsileIssuesUsingJql({
          jql: "project = ENG",
          maxResults: 5,
          fields: ["summary"],
        }),
    ],
  ],
} satisfies VendorClient;
