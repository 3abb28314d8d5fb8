import { describe } from "vitest";
import { postgresSkipReason } from "../fixtures/postgres.ts";
import { useDeployment } from "./deployment.ts";
import { testApiKeys, testConnections, testKeyRotation } from "./suites/api-keys.ts";
import { testAppRequests } from "./suites/app-requests.ts";
import { testCheckouts } from "./suites/checkouts.ts";
import { testNewData } from "./suites/new-data.ts";
import { testOAuth } from "./suites/oauth.ts";
import { testProgram, testRuns } from "./suites/runs.ts";
import { testSignIns } from "./suites/sign-ins.ts";

const postgres = postgresSkipReason();

const DATABASES = [
  { title: "sqlite", kind: "sqlite", isMoved: false, skipReason: undefined },
  { title: "postgres", kind: "postgres", isMoved: false, skipReason: postgres },
  { title: "sqlite, moved to postgres", kind: "sqlite", isMoved: true, skipReason: postgres },
  { title: "postgres, moved to sqlite", kind: "postgres", isMoved: true, skipReason: postgres },
] as const;

describe.each(
  DATABASES.map(
    (each) => [`${each.title}${each.skipReason ? ` (${each.skipReason})` : ""}`, each] as const,
  ),
)("data stored by 0.1.0 in %s", (_, { kind, ...options }) => {
  const deployment = useDeployment(kind, options);
  // The tests change the same data, so their order matters.
  testConnections(deployment);
  testApiKeys(deployment);
  testAppRequests(deployment);
  testSignIns(deployment);
  testRuns(deployment);
  testCheckouts(deployment);
  testKeyRotation(deployment);
  testOAuth(deployment);
  testNewData(deployment);
});

testProgram();
