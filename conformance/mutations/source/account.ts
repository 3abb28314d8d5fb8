import type { SourceMutation } from "./source-mutation.ts";

/** Defects in the forms of the account and the sign-in of MCP clients. */
export const accountMutations: readonly SourceMutation[] = [
  {
    description: "a form that ends something at one click",
    file: "core/platform/account/pages/page-handler.ts",
    find: "if (!confirm || isConfirmed) return undefined;",
    replace: "if (!confirm || isConfirmed || fields.size >= 0) return undefined;",
    testFile: "account/confirmations.test.ts",
    failingTest: "a form that ends something › asks first, and then goes on: /keys/{key}/revoke",
  },
  {
    description: "a mistyped confirmation that is accepted",
    file: "core/platform/account/pages/waiting-form.ts",
    find: "if (retype === undefined || fields.get(RETYPED_FIELD)?.trim() === retype) return;",
    replace: "if (retype === undefined || fields.has(RETYPED_FIELD)) return;",
    testFile: "account/confirmations.test.ts",
    failingTest: "a form that ends something › asks first, and then goes on: /users/{user}/delete",
  },
  {
    description: "OAuth metadata for a program on another port of this computer",
    file: "core/http/origins/own-origins.ts",
    find: "url.port === port;",
    replace: "url.port !== undefined;",
    testFile: "account/mcp-clients.test.ts",
    failingTest: "the metadata › has the public origin if the request names another service",
  },
];
