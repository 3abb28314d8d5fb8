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

const DATABASES = [
  { kind: "sqlite", skipReason: undefined },
  { kind: "postgres", skipReason: postgresSkipReason() },
] as const;

describe.each(
  DATABASES.map(
    (each) => [`${each.kind}${each.skipReason ? ` (${each.skipReason})` : ""}`, each] as const,
  ),
)("data stored by 0.1.0 in %s", (_, { kind, skipReason }) => {
  const deployment = useDeployment(kind, skipReason);
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
