import { describe, expect, test } from "vitest";
import type { Table } from "../../generated/table.ts";
import { pricesOf } from "./limit.ts";

const operation = (method: string, path: string) => ({ method, path }) as Table["operations"][string];
const priceOf = pricesOf(
  { title: "", version: "", $defs: {}, bindings: {}, operations: { a: operation("GET", "/agent/things.json"), b: operation("POST", "/agent/things/{id}") } },
  "/agent/",
);

describe("pricesOf()", () => {
  test.each([
    ["GET", "/agent/things.json", { cost: 1, route: "/agent/things.json" }],
    ["HEAD", "/agent/things.json", { cost: 1, route: "/agent/things.json" }],
    ["POST", "/agent/things/7", { cost: 1, route: "/agent/things/{id}" }],
    ["POST", "/agent/things/7/", { cost: 1, route: "/agent/things/{id}" }],
    ["POST", "/agent/things.json", { cost: 0.1 }],
    ["GET", "/agent/things-json", { cost: 0.1 }],
    ["POST", "/agent/things/7/more", { cost: 0.1 }],
    ["GET", "/agent/", { cost: 0.1 }],
    ["OPTIONS", "/agent/things.json", { cost: 0 }],
    ["GET", "/agent", { cost: 0 }],
    ["GET", "/", { cost: 0 }],
  ])("%s %s", (method, path, price) => expect(priceOf(method, path)).toEqual(price));
});
