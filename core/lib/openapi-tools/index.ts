/** The types of apps and tools. The other borders are in `compile/`, `call/`, `body/`, `credentials/` and `result/`. */
export {
  type AppEntry,
  type AppRecord,
  type AuthMethod,
  type CredentialPlacement,
  type InputField,
  listsToolsByConnection,
  type OAuthServer,
} from "./app.ts";
export type { AppContext } from "./app-context.ts";
export type { HttpBinding, TimestampTree, ToolCard, ToolCheck, ToolRecord } from "./tool-record.ts";
