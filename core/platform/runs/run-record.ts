import { redactArguments, secretTexts } from "../../lib/openapi-tools/credentials/index.ts";
import type { RunRecord } from "../../ports/stores/run-store.ts";
import type { Actor } from "../auth/actor.ts";
import type { PreparedRun, RunRequest } from "./run-service.ts";

/** Creates the record of a run that begins. Its arguments have no secret of the connection. */
export const createRunRecord = (
  actor: Actor,
  { app, connection, transport }: PreparedRun,
  {
    id,
    startedAt,
    request: { tool, input, startedBy },
  }: {
    readonly id: string;
    /** Milliseconds since 1970. */
    readonly startedAt: number;
    readonly request: Pick<RunRequest, "tool" | "input" | "startedBy">;
  },
): RunRecord => ({
  id,
  account: actor.account,
  user: actor.user,
  key: actor.id,
  ...startedBy,
  app: app.slug,
  tool,
  connection: connection?.id.startsWith("conn_") ? connection.id : undefined,
  status: "running",
  isUnsafe: transport.isUnsafe,
  arguments: redactArguments(input, secretTexts(connection)),
  attempts: [],
  created: new Date(startedAt).toISOString(),
});
