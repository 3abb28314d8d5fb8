import type { Client, LoadPackage } from "../client-runs/vendor-client.ts";
import { readMethods } from "./read-methods.ts";

/** How to read the endpoints of a client. Without members, the client of the lines is walked. */
export interface EndpointClient {
  /** Opens the whole client, if the lines use a part of it. */
  readonly open?: (load: LoadPackage) => Client;
  /** Reads the endpoints from definitions or code that the client has. */
  readonly read?: (client: Client) => string[];
}

/** Finds the classes of a module whose names have an ending. */
const findClasses = (module: Client, ending: RegExp): [name: string, Class: Client][] =>
  Object.keys(module)
    .filter((name) => ending.test(name) && typeof module[name] === "function")
    .map((name) => [name, module[name]]);

/** Creates all classes of a module whose names have an ending. */
const createAll = (module: Client, ending: RegExp, ...args: readonly unknown[]): Client =>
  Object.fromEntries(
    findClasses(module, ending).map(([name, Class]) => [name, new Class(...args)]),
  );

/** Reads what the endpoints of Zoom's client are built from. */
function readZoomEndpoints(Endpoints: new (options: object) => object): string[] {
  const endpoints: string[] = [];
  const variables = new Proxy({}, { get: () => "{}" });
  class Reader extends Endpoints {
    buildEndpoint({ method, urlPathBuilder }: Client) {
      endpoints.push(`${method} /v2${urlPathBuilder(variables)}`);
    }
  }
  new Reader({});
  return endpoints;
}

/** Reads the definitions that each method of clients such as Octokit has. */
const readDefaults = (client: Record<string, Client>, basePath: string): string[] =>
  Object.values(client)
    .filter((scope) => typeof scope === "object" && scope !== null)
    .flatMap((scope) => Object.values<Client>(scope))
    .flatMap((method) => method?.endpoint?.DEFAULTS ?? [])
    .map(({ method, url }) => `${method} ${basePath}${url}`);

const ZOOM_MODULES = ["accounts", "chatbot", "meetings", "phone", "teamchat", "users"];

/** The clients that have a method for each operation, by the slug of the app. */
export const ENDPOINT_CLIENTS: Readonly<Record<string, EndpointClient>> = {
  anthropic: {
    open: (load) => {
      const client = new (load("@anthropic-ai/sdk").Anthropic)({ apiKey: "secret", maxRetries: 0 });
      return { messages: client.messages, models: client.models, beta: client.beta };
    },
  },
  asana: {
    open: (load) => {
      const asana = load("asana");
      asana.ApiClient.instance.authentications.token.accessToken = "token";
      return createAll(asana, /Api$/);
    },
  },
  auth0: {},
  bitbucket: { read: (client) => readDefaults(client, "/2.0") },
  box: {
    open: (load) => {
      // Methods of the client's own authentication would revoke the token.
      const auth = { retrieveAuthorizationHeader: async () => "Bearer token" };
      return new (load("box-node-sdk").BoxClient)({ auth });
    },
  },
  brevo: {},
  chargebee: {},
  cloudflare: {},
  confluence: {},
  contentful: {},
  datadog: {
    open: (load) => {
      const { client, v1, v2 } = load("@datadog/datadog-api-client");
      const configuration = client.createConfiguration({
        authMethods: { apiKeyAuth: "key", appKeyAuth: "app" },
      });
      return [v1, v2].flatMap((version) =>
        Object.values(createAll(version, /Api$/, configuration)),
      );
    },
    read: (apis: readonly Client[]) =>
      readMethods(
        apis.map(({ requestFactory }) => Object.getPrototypeOf(requestFactory)),
        { verb: /HttpMethod\.(\w+)/, path: /localVarPath = "([^"]+)"/ },
      ),
  },
  discord: {},
  dropbox: {},
  github: { read: (rest) => readDefaults(rest, "") },
  gitlab: {},
  google_maps: {},
  hubspot: {
    open: (load) => new (load("@hubspot/api-client").Client)({ accessToken: "token" }),
  },
  intercom: {},
  jira: {},
  klaviyo: {
    open: (load) => {
      const klaviyo = load("klaviyo-api");
      return createAll(klaviyo, /Api$/, new klaviyo.ApiKeySession("secret"));
    },
  },
  mailchimp: {},
  miro: {},
  netlify: {
    open: (load) => load("@netlify/api").methods,
    read: (methods: readonly Client[]) =>
      methods.map(({ verb, path }) => `${verb.toUpperCase()} /api/v1${path}`),
  },
  notion: {},
  okta: {
    read: (okta: Record<string, Client>) =>
      readMethods(
        Object.values(okta)
          .flatMap((each) => each?.api?.requestFactory ?? [])
          .map((factory) => Object.getPrototypeOf(factory)),
        { verb: /HttpMethodEnum\.(\w+)/, path: /const path = '([^']+)'/ },
      ),
  },
  openai: {},
  pandadoc: {
    open: (load) => {
      const pandadoc = load("pandadoc-node-client");
      return createAll(pandadoc, /Api$/, pandadoc.createConfiguration({}));
    },
  },
  paypal: {
    open: (load) => load("@paypal/paypal-server-sdk"),
    read: (sdk: Record<string, Client>) =>
      readMethods(
        findClasses(sdk, /Controller$/).map(([, { prototype }]) => prototype),
        {
          verb: /createRequest\('(\w+)'/,
          path: /(?:createRequest\('\w+', '|makeTemplateObject\(\[")(\/.*?)(?:'\)|"\])/,
        },
      ),
  },
  sentry: {},
  shopify: {},
  slack: {},
  square: {},
  stripe: {},
  supabase: {},
  telegram: {},
  todoist: {},
  trello: {},
  twitter: {},
  typeform: {},
  webflow: {},
  whatsapp: {},
  xero: {
    open: (load) => {
      const client = new (load("xero-node").XeroClient)({ clientId: "id", clientSecret: "secret" });
      client.setTokenSet({ access_token: "token" });
      return client;
    },
  },
  zendesk: {},
  zoom: {
    open: (load) =>
      ZOOM_MODULES.flatMap((name) => findClasses(load(`@zoom/rivet/${name}`), /Endpoints$/)),
    read: (classes: readonly [string, Client][]) =>
      classes.flatMap(([, Endpoints]) => readZoomEndpoints(Endpoints)),
  },
};
