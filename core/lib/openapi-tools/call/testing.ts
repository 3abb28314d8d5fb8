import { InvalidInputError } from "../../kit/input-error.ts";
import type { AppRecord, AuthMethod } from "../app.ts";
import type { DecryptedConnection } from "../credentials/decrypted-connection.ts";
import type { HttpBinding, ToolRecord } from "../tool-record.ts";
import { buildRequest } from "./build-request.ts";

const bearerMethod: AuthMethod = { id: "bearer", type: "bearer", fields: [], from: "document" };

/** Creates an app with a base URL. */
export const createApp = (base: string, overrides: Partial<AppRecord> = {}): AppRecord => ({
  slug: "desk",
  name: "Desk",
  description: "",
  vendor: "desk.example",
  categories: [],
  kind: "http",
  auth: ["bearer"],
  tools: 1,
  verified: "unverified",
  methods: [bearerMethod],
  base,
  baseFields: [],
  source: { origin: "added", document: "desk.json", retrievedAt: "2026-11-21T10:00:00Z" },
  ...overrides,
});

/** Creates a tool with an HTTP binding. */
export const createTool = (
  binding: Partial<HttpBinding>,
  overrides: Partial<ToolRecord> = {},
): ToolRecord & { readonly binding: HttpBinding } => ({
  name: "desk.do",
  title: "Do",
  description: "",
  input: { type: "object", properties: {} },
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: [],
  auth: ["bearer"],
  version: JSON.stringify([binding, overrides.input]),
  ...overrides,
  binding: { method: "GET", path: "/", slots: [], ...binding },
});

/** Creates a connection with a bearer token. */
export const createConnected = (
  token: string,
  overrides: Partial<DecryptedConnection> = {},
): DecryptedConnection => ({
  id: "conn_1",
  method: bearerMethod,
  fields: {},
  secrets: { access_token: token },
  ...overrides,
});

/** Builds the request of a tool with this binding. */
export const requestFor = (
  binding: Partial<HttpBinding>,
  args: Record<string, unknown> = {},
  {
    record = createApp("https://api.desk.example/v1"),
    connected,
  }: { record?: AppRecord; connected?: DecryptedConnection } = {},
) =>
  buildRequest({
    record,
    tool: createTool(binding),
    args,
    connection: connected,
    idempotencyKey: "run_1",
  });

/**
 * Returns the pointer and the rule of the error that a promise rejects with, or `undefined` if it
 * resolves.
 */
export const catchInputError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof InvalidInputError)) throw error;
      return { pointer: error.error.pointer, rule: error.error.rule };
    },
  );
