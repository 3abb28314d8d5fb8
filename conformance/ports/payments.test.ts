import { describe } from "vitest";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { openCheckoutStore } from "./checkout-store/open-checkout-store.ts";
import { createSandboxFixture } from "./payments/sandbox-fixture.ts";
import { definePaymentsSuite } from "./payments.ts";
import { formatTitle } from "./runtimes.ts";

definePaymentsSuite("sandbox", () => createSandboxFixture());

const skipReason = postgresSkipReason();

describe.skipIf(skipReason)(formatTitle("in PostgreSQL", skipReason), () => {
  definePaymentsSuite("sandbox", async () => {
    const { url, drop } = await (await startPostgres()).database();
    const { sql } = await openCheckoutStore(url);
    const fixture = await createSandboxFixture({ database: sql });
    return { ...fixture, close: () => fixture.close().then(drop) };
  });
});
