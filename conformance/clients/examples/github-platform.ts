import { createEmulator } from "emulate";
import { listen } from "../../../adapters/runtime/serve.ts";
import {
  addOAuthClient,
  createMemoryCatalog,
  createOAuthMethod,
} from "../../fixtures/connections/apps.ts";
import { startTestPlatform } from "../../fixtures/connections/test-platform.ts";
import { createCompiledApp, objectSchema } from "../../fixtures/platform/compiled-app.ts";

/** A platform on a port with an emulated GitHub, to which the holder of the key is connected. */
export interface GitHubPlatform {
  readonly url: string;
  readonly secret: string;
  /** Opens a connect link and signs in as octocat, up to the redirect to https://app.example. */
  signIn(link: string): Promise<void>;
  /** Returns the titles of the issues of octocat/hello. */
  listIssues(): Promise<string[]>;
  close(): Promise<void>;
}

const text = { type: "string" };
const slot = (name: string, place: "path" | "body") => ({
  argument: name,
  in: place,
  name,
  style: place === "path" ? ("simple" as const) : ("" as const),
});

const createGitHub = (origin: string) =>
  createCompiledApp(
    {
      slug: "github",
      name: "GitHub",
      description: "Repositories, issues and pull requests.",
      categories: ["developer-tools"],
      auth: ["oauth2"],
      base: origin,
      methods: [
        createOAuthMethod(
          origin,
          {
            authorizationUrl: `${origin}/login/oauth/authorize`,
            tokenUrl: `${origin}/login/oauth/access_token`,
            revocationUrl: undefined,
          },
          { scopes: [{ name: "repo", isDefault: true }] },
        ),
      ],
    },
    [
      {
        name: "issues_create",
        title: "Create an issue",
        description: "Creates an issue in a repository.",
        method: "POST",
        path: "/repos/{owner}/{repo}/issues",
        input: objectSchema({ owner: text, repo: text, title: text, body: text }, [
          "owner",
          "repo",
          "title",
        ]),
        binding: {
          slots: [
            slot("owner", "path"),
            slot("repo", "path"),
            slot("title", "body"),
            slot("body", "body"),
          ],
          body: { type: "application/json" },
        },
      },
      {
        name: "issues_list_for_repo",
        title: "List the issues of a repository",
        description: "Lists the issues of a repository.",
        method: "GET",
        path: "/repos/{owner}/{repo}/issues",
        input: objectSchema({ owner: text, repo: text }, ["owner", "repo"]),
        binding: { slots: [slot("owner", "path"), slot("repo", "path")] },
      },
    ],
  );

/** Starts both, and connects the user octocat as a person would. */
export async function startGitHubPlatform(
  returnOrigins?: readonly string[],
): Promise<GitHubPlatform> {
  const server = await listen({ hostname: "127.0.0.1", port: 0 });
  const emulator = await createEmulator({
    service: "github",
    port: 0,
    seed: {
      github: {
        users: [{ login: "octocat", name: "Octocat", email: "octocat@github.com" }],
        repos: [{ owner: "octocat", name: "hello" }],
        oauth_apps: [
          {
            client_id: "client_1",
            client_secret: "client_secret_1",
            name: "Jackfield",
            redirect_uris: [`${server.url}/oauth/callback`],
          },
        ],
      },
    },
  } as never);
  const { origin } = new URL(emulator.url);
  const app = createGitHub(origin);
  const platform = await startTestPlatform([app.record], {
    catalog: createMemoryCatalog([app]),
    allowedOrigins: [origin],
    origin: server.url,
    ...(returnOrigins && { returnOrigins }),
  });
  await addOAuthClient(platform, "github");
  server.handle(platform.handler);
  const signIn = async (link: string) => {
    const browser = platform.openBrowser();
    browser.stopUrl = "https://app.example";
    const users = await browser.submit(await browser.open(link));
    await browser.submit(users, {}, { sendForm: "octocat" });
  };
  const { body } = await platform.api("POST", "/apps/github/connect", {});
  await signIn(body.url);
  const { secret } = await platform.createKey({});
  return {
    url: server.url,
    secret,
    signIn,
    async listIssues() {
      const response = await fetch(`${origin}/repos/octocat/hello/issues`);
      return ((await response.json()) as { title: string }[]).map(({ title }) => title);
    },
    async close() {
      await server.close(0);
      await platform.close();
      await emulator.close();
    },
  };
}
