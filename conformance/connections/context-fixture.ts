import { onTestFinished } from "vitest";
import type { AppRecord } from "../../core/lib/openapi-tools/app.ts";
import type { AppContext } from "../../core/lib/openapi-tools/app-context.ts";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import {
  addOAuthClient,
  createAppRecord,
  createOAuthMethod,
} from "../fixtures/connections/apps.ts";
import { connectApp } from "../fixtures/connections/connect-app.ts";
import { startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { startTestPlatform } from "../fixtures/connections/test-platform.ts";

export const ORGANIZATION: AppContext = {
  name: "organization",
  label: "Organization",
  from: "/organizations",
  values: { organization_id: "/id" },
  text: "/name",
};

export const FILLED_HEADER = {
  argument: "x_org",
  in: "header",
  name: "x-org",
  style: "simple",
  fill: { value: "{organization_id}" },
} as const;

/** A platform with the app `books`, whose tool `books.list` sends the organization as a header. */
export async function createBooks(
  context: readonly AppContext[] = [ORGANIZATION],
  overrides: Partial<AppRecord> = {},
) {
  const provider = await startOAuthProvider();
  const base = `${provider.origin}/api`;
  const method = createOAuthMethod(provider.origin);
  const keyMethod = {
    id: "key",
    type: "bearer",
    fields: [{ name: "token", label: "Token", secret: true, required: true }],
    from: "overlay",
  } as const;
  const platform = await startTestPlatform(
    [createAppRecord("books", [method, keyMethod], { base, context, ...overrides })],
    {
      allowedOrigins: [provider.origin],
      returnOrigins: ["https://app.example"],
      tools: [
        createTool(
          { method: "GET", path: "/invoices", slots: [FILLED_HEADER] },
          { name: "books.list", auth: ["oauth2", "key"] },
        ),
      ],
    },
  );
  onTestFinished(async () => {
    await platform.close();
    await provider.close();
  });
  await addOAuthClient(platform, "books");
  provider.routes["/api/organizations"] = () => ({ body: [{ id: "org_1", name: "Acme" }] });
  provider.routes["/api/invoices"] = ({ headers }) => ({
    body: { organization: headers["x-org"] },
  });
  return {
    provider,
    platform,
    connect: (body: object = { auth_method: "oauth2" }, fields = {}) =>
      connectApp(platform, "books", fields, body),
    async find(id: string) {
      return (await platform.api("GET", `/connections/${id}`)).body;
    },
    run: () => platform.api("POST", "/tools/books.list/run", { arguments: {} }),
    paths: () => provider.requests.map(({ url }) => url.pathname),
  };
}

export const TWO = [
  { id: "org_1", name: "Acme" },
  { id: "org_2", name: "Umbrella" },
];
