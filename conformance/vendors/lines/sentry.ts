import type { VendorClient } from "../client-runs/vendor-client.ts";

const options = { baseUrl: "https://acme.sentry.io", headers: { Authorization: "Bearer token" } };
const organization = { organization_id_or_slug: "acme" };

export default {
  packages: ["@sentry/api"],
  open: (load) => load("@sentry/api"),
  values: { host: "acme.sentry.io", organization: "acme" },
  lines: [
    [
      "sentry.list_issues",
      {
        query: "is:unresolved level:error",
        sort: "freq",
        limit: 5,
        statsPeriod: "24h",
        cursor: "0:100:0",
      },
      (sentry, query) =>
        sentry.listAnOrganization_sIssues({ ...options, path: organization, query }),
    ],
    [
      "sentry.get_issue",
      { issue_id: "7" },
      (sentry, path) => sentry.retrieveAnIssue({ ...options, path: { ...organization, ...path } }),
    ],
    [
      "sentry.update_issue",
      { issue_id: "7", status: "resolved", assignedTo: "a@e.org" },
      (sentry, { issue_id, ...body }) =>
        sentry.updateAnIssue({ ...options, path: { ...organization, issue_id }, body }),
    ],
    [
      "sentry.update_issues",
      { organization_slug: "acme", id: [7, 8], status: "resolved" },
      (sentry, { id, status }) =>
        sentry.bulkMutateAnOrganization_sIssues({
          ...options,
          path: organization,
          query: { id },
          body: { status },
        }),
    ],
    [
      "sentry.delete_issue",
      { issue_id: "7" },
      (sentry, path) => sentry.removeAnIssue({ ...options, path: { ...organization, ...path } }),
    ],
    [
      "sentry.create_project",
      { team_slug: "t", name: "Prüfung", platform: "node" },
      (sentry, { team_slug, ...body }) =>
        sentry.createANewProject({
          ...options,
          path: { ...organization, team_id_or_slug: team_slug },
          body,
        }),
    ],
    [
      "sentry.create_release",
      { version: "app@1.0.0+7", projects: ["a", "b"] },
      (sentry, body) =>
        sentry.createANewReleaseForAnOrganization({ ...options, path: organization, body }),
    ],
    [
      "sentry.create_deploy",
      { version: "app@1.0.0+7", environment: "prod" },
      (sentry, { version, environment }) =>
        sentry.createADeploy({
          ...options,
          path: { ...organization, version },
          body: { environment },
        }),
    ],
    [
      "sentry.query_events",
      { field: ["title", "count()"], query: "level:error", statsPeriod: "7d", per_page: 5 },
      (sentry, { per_page, ...query }) =>
        sentry.queryExploreEventsInTableFormat({
          ...options,
          path: organization,
          query: { ...query, per_page },
        }),
    ],
    [
      "sentry.list_issue_events",
      { issue_id: "7", full: true },
      (sentry, { issue_id, full }) =>
        sentry.listAnIssue_sEvents({
          ...options,
          path: { ...organization, issue_id },
          query: { full },
        }),
    ],
    [
      "sentry.list_projects",
      { cursor: "0:100:0" },
      (sentry, query) =>
        sentry.listAnOrganization_sProjects({ ...options, path: organization, query }),
    ],
    [
      "sentry.invite_member",
      { email: "a@e.org", orgRole: "member" },
      (sentry, body) => sentry.addAMemberToAnOrganization({ ...options, path: organization, body }),
    ],
    [
      "sentry.list_project_keys",
      { project_slug: "p" },
      (sentry) =>
        sentry.listAProject_sClientKeys({
          ...options,
          path: { ...organization, project_id_or_slug: "p" },
        }),
    ],
    ["sentry.list_organizations", {}, (sentry) => sentry.listYourOrganizations(options)],
    [
      "sentry.list_teams",
      {},
      (sentry) => sentry.listAnOrganization_sTeams({ ...options, path: organization }),
    ],
  ],
} satisfies VendorClient;
