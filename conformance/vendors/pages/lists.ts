import { GITHUB_TOKEN } from "../client-runs/github-token.ts";
import { drain, type ListLine, readCollection } from "./list-line.ts";
import {
  asanaPages,
  bodies,
  cloudflarePages,
  linked,
  NOTION_ID,
  notionPages,
  OPENAI_PAGES,
  slackPages,
  squarePages,
  stripePages,
  twitterPages,
} from "./page-shapes.ts";

const paginate =
  (route: string): ListLine["call"] =>
  (_, args, load) =>
    new (load("@octokit/rest").Octokit)({ auth: GITHUB_TOKEN }).paginate(route, args);

/** How clients read lists to their end, by app. */
export const LISTS: Readonly<Record<string, readonly ListLine[]>> = {
  airtable: [
    {
      tool: "airtable.list_records",
      args: { baseId: "app1", tableIdOrName: "T", pageSize: 1 },
      pages: bodies(
        { records: [{ id: "rec1", fields: {} }], offset: "itr/rec1" },
        { records: [{ id: "rec2", fields: {} }] },
      ),
      call: (base, { pageSize }) => base("T").select({ pageSize }).all(),
    },
  ],
  anthropic: [
    {
      tool: "anthropic.list_models",
      args: { limit: 2 },
      pages: OPENAI_PAGES,
      call: (anthropic, args) => drain(anthropic.models.list(args)),
    },
    {
      tool: "anthropic.list_message_batches",
      args: { limit: 2 },
      pages: OPENAI_PAGES,
      call: (anthropic, args) => drain(anthropic.messages.batches.list(args)),
    },
  ],
  asana: [
    {
      tool: "asana.list_projects",
      args: { limit: 1, workspace: "1" },
      pages: asanaPages("projects"),
      call: ({ projects }, args) => readCollection(projects.getProjects(args)),
    },
    {
      tool: "asana.list_tasks",
      args: { limit: 1, project: "1", opt_fields: ["name"] },
      pages: asanaPages("tasks"),
      call: ({ tasks }, args) => readCollection(tasks.getTasks(args)),
    },
  ],
  cloudflare: [
    {
      tool: "cloudflare.list_zones",
      args: { per_page: 1 },
      pages: cloudflarePages(),
      call: (cloudflare, args) => drain(cloudflare.zones.list(args)),
    },
    {
      tool: "cloudflare.list_dns_records",
      args: { zone_id: "z", per_page: 1 },
      pages: cloudflarePages(),
      call: (cloudflare, args) => drain(cloudflare.dns.records.list(args)),
    },
  ],
  github: [
    {
      tool: "github.issues_list_for_repo",
      args: { owner: "o", repo: "r", per_page: 1 },
      pages: linked(
        "https://api.github.com/repos/o/r/issues",
        "per_page=1&page=2",
        "per_page=1&page=3",
      ),
      call: paginate("GET /repos/{owner}/{repo}/issues"),
    },
    {
      tool: "github.pulls_list",
      args: { owner: "o", repo: "r", state: "open", per_page: 1 },
      pages: linked("https://api.github.com/repos/o/r/pulls", "state=open&per_page=1&page=2"),
      call: paginate("GET /repos/{owner}/{repo}/pulls"),
    },
  ],
  gitlab: [
    {
      tool: "gitlab.list_branches",
      args: { id: "1", per_page: 1 },
      pages: linked(
        "https://gitlab.com/api/v4/projects/1/repository/branches",
        "page=2&per_page=1",
      ),
      call: (gitlab) => gitlab.Branches.all("1", { perPage: 1 }),
    },
  ],
  hubspot: [
    {
      tool: "hubspot.list_objects",
      args: { objectType: "contacts", limit: 100 },
      pages: bodies(
        { results: [{ id: "1" }], paging: { next: { after: "1", link: "?after=1" } } },
        { results: [{ id: "2" }] },
      ),
      call: (crm) => crm.contacts.getAll(100),
    },
  ],
  linear: [
    {
      tool: "linear.list_teams",
      args: { limit: 1 },
      pages: bodies(
        { data: { teams: { nodes: [], pageInfo: { hasNextPage: true, endCursor: "c2" } } } },
        { data: { teams: { nodes: [], pageInfo: { hasNextPage: false, endCursor: "c3" } } } },
      ),
      call: async (linear) => {
        let page = await linear.teams({ first: 1 });
        while (page.pageInfo.hasNextPage)
          page = await linear.teams({ first: 1, after: page.pageInfo.endCursor });
      },
    },
  ],
  notion: [
    {
      tool: "notion.query_data_source",
      args: { data_source_id: NOTION_ID, page_size: 1 },
      pages: notionPages,
      call: (notion, args, load) =>
        load("@notionhq/client").collectPaginatedAPI(notion.dataSources.query, args),
    },
    {
      tool: "notion.search",
      args: { query: "plan", page_size: 1 },
      pages: notionPages,
      call: (notion, args, load) =>
        load("@notionhq/client").collectPaginatedAPI(notion.search, args),
    },
    {
      tool: "notion.list_users",
      args: { page_size: 1 },
      pages: notionPages,
      call: (notion, args, load) =>
        load("@notionhq/client").collectPaginatedAPI(notion.users.list, args),
    },
  ],
  okta: [
    {
      tool: "okta.list_users",
      args: { limit: 1 },
      pages: linked("https://acme.okta.com/api/v1/users", "after=u2&limit=1"),
      call: async (okta, args) => drain(await okta.userApi.listUsers(args)),
    },
    {
      tool: "okta.list_groups",
      args: { limit: 1 },
      pages: linked("https://acme.okta.com/api/v1/groups", "after=g2&limit=1"),
      call: async (okta, args) => drain(await okta.groupApi.listGroups(args)),
    },
  ],
  openai: [
    {
      tool: "openai.list_files",
      args: { limit: 2 },
      pages: OPENAI_PAGES,
      call: (openai, args) => drain(openai.files.list(args)),
    },
    {
      tool: "openai.list_batches",
      args: { limit: 2 },
      pages: OPENAI_PAGES,
      call: (openai, args) => drain(openai.batches.list(args)),
    },
  ],
  slack: [
    {
      tool: "slack.list_channels",
      args: { limit: 1 },
      pages: slackPages("channels"),
      call: (slack, args) => drain(slack.paginate("conversations.list", args)),
    },
    {
      tool: "slack.list_users",
      args: { limit: 1 },
      pages: slackPages("members"),
      call: (slack, args) => drain(slack.paginate("users.list", args)),
    },
  ],
  square: [
    {
      tool: "square.list_customers",
      args: { limit: 1 },
      pages: squarePages("customers"),
      call: (square, args) => drain(square.customers.list(args)),
    },
    {
      tool: "square.list_payments",
      args: { limit: 1 },
      pages: squarePages("payments"),
      call: (square, args) => drain(square.payments.list(args)),
    },
  ],
  stripe: [
    {
      tool: "stripe.list_charges",
      args: { limit: 2 },
      pages: stripePages("/v1/charges"),
      call: (stripe, args) => stripe.charges.list(args).autoPagingToArray({ limit: 100 }),
    },
    {
      tool: "stripe.list_customers",
      args: { limit: 2 },
      pages: stripePages("/v1/customers"),
      call: (stripe, args) => stripe.customers.list(args).autoPagingToArray({ limit: 100 }),
    },
  ],
  twilio: [
    {
      tool: "twilio.list_messages",
      args: { PageSize: 1 },
      pages: bodies(
        {
          messages: [{ sid: "SM1" }],
          page: 0,
          page_size: 1,
          next_page_uri: "/2010-04-01/Accounts/AC1/Messages.json?PageSize=1&Page=1&PageToken=PASM1",
        },
        { messages: [{ sid: "SM2" }], page: 1, page_size: 1, next_page_uri: null },
      ),
      call: (twilio) => twilio.messages.list({ pageSize: 1 }),
    },
  ],
  twitter: [
    {
      tool: "twitter.list_followers",
      args: { id: "1", max_results: 1 },
      pages: twitterPages,
      call: async (twitter) =>
        drain(await twitter.followers("1", { max_results: 1, asPaginator: true })),
    },
  ],
};
