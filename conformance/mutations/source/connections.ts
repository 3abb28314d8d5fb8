import type { SourceMutation } from "./source-mutation.ts";

const GROUP = "a connection that no longer works";

/** Defects in the choice of the connection that runs use. */
export const connectionMutations: readonly SourceMutation[] = [
  {
    description: "a default that keeps its place after it has expired",
    file: "core/platform/connections/default-connection.ts",
    find: 'status !== "active" && status !== "disabled";',
    replace: 'status === "revoked";',
    testFile: "connections/several-connections.test.ts",
    failingTest: `${GROUP} › gives the default to the one that the user connects next`,
  },
  {
    description: "a default that leaves its place to another account",
    file: "core/platform/connections/default-connection.ts",
    find: "one.who.id !== other.who.id;",
    replace: "one === other;",
    testFile: "connections/several-connections.test.ts",
    failingTest: `${GROUP} › never gives way to one that the app says belongs to another account`,
  },
];
