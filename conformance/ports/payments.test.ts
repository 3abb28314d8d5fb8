import { describe } from "vitest";
import { startPostgres, whyNoPostgres } from "../rig/postgres.ts";
import { sandboxRig } from "./payments/sandbox-rig.ts";
import { testPayments } from "./payments.ts";
import { openPlace } from "./storage/open-place.ts";

testPayments("the sandbox", () => sandboxRig());

const whyNot = whyNoPostgres();

describe.skipIf(whyNot)(`in PostgreSQL${whyNot ? ` (${whyNot})` : ""}`, () => {
  testPayments("the sandbox", async () => {
    const { url, drop } = await (await startPostgres()).database();
    const { sql } = await openPlace(url);
    const rig = await sandboxRig({ database: sql });
    return { ...rig, close: () => rig.close().then(drop) };
  });
});
