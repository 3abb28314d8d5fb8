import { describe, expect, it } from "vitest";
import { DATABASE_KINDS, openCheckoutStore } from "../databases.ts";
import { formatTitle, RUNTIMES, runProgram } from "../runtimes.ts";
import { newCheckout } from "./checkouts.ts";

describe.each(DATABASE_KINDS)(
  "several processes on one $name",
  ({ skipReason, createLocation }) => {
    it.for(RUNTIMES)(
      "rolls back an open transaction when $name is killed",
      async (runtime, { skip }) => {
        const reason = skipReason ?? runtime.skipReason;
        if (reason) return skip(reason);
        const { location, remove } = await createLocation();
        const result = await runProgram(runtime.name, "checkout-store/process.ts", {
          args: ["crash", location],
        });
        expect(result).toMatchObject({ signal: "SIGKILL", errors: "" });
        const { sql, checkoutStore } = await openCheckoutStore(location);
        expect(await sql.query("select id, keep from notices")).toEqual([{ id: "whole", keep: 1 }]);
        await checkoutStore.close();
        await remove();
      },
    );

    it.skipIf(skipReason)(
      formatTitle("share claims and checkouts across runtimes", skipReason),
      async () => {
        const { location, remove } = await createLocation();
        // Open from the start: a process that is alone releases the claims of those before it.
        const { checkoutStore } = await openCheckoutStore(location);
        const runtimes = RUNTIMES.filter((runtime) => !runtime.skipReason).map(({ name }) => name);
        const results = await Promise.all(
          [...runtimes, "node"].map((runtime) =>
            runProgram(runtime, "checkout-store/process.ts", {
              args: ["compete", location, "100", "25"],
            }),
          ),
        );
        for (const { code, errors } of results) expect([code, errors]).toEqual([0, ""]);
        const acquiredKeys = results.flatMap(({ lines }) => JSON.parse(lines[0]!) as string[]);
        expect(acquiredKeys.toSorted()).toEqual(
          Array.from({ length: 100 }, (_, index) => `key_${index}`).toSorted(),
        );
        expect(await checkoutStore.findCheckout(newCheckout.id)).toEqual({
          ...newCheckout,
          version: 1 + 25 * results.length,
          opened: 1 + 25 * results.length,
        });
        await checkoutStore.close();
        await remove();
      },
    );
  },
);
