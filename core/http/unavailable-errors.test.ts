import { describe, expect, it } from "vitest";
import { Problem } from "./problem.ts";
import { withUnavailableErrors } from "./unavailable-errors.ts";

const createStore = () => ({
  label: "a store",
  prefix: "found ",
  async find(id: string) {
    if (id === "broken") throw new Error("disk failure");
    if (id === "refused") throw new Problem("invalid_input", "Refused.");
    return this.prefix + id;
  },
  remove(): Promise<void> {
    throw new Error("not even a promise");
  },
});

describe("withUnavailableErrors()", () => {
  const errors: unknown[] = [];
  const store = withUnavailableErrors(createStore(), {
    code: "storage_unavailable",
    message: "Storage is unavailable.",
    hint: "Try again.",
    onError: (error, method) => errors.push([error, method]),
  });

  it("returns results and other properties unchanged", async () => {
    expect([await store.find("x"), store.label]).toEqual(["found x", "a store"]);
  });

  it("turns failures into a problem and reports their cause", async () => {
    await expect(store.find("broken")).rejects.toMatchObject({
      name: "Problem",
      code: "storage_unavailable",
      message: "Storage is unavailable.",
      hint: "Try again.",
      cause: new Error("disk failure"),
    });
    await expect(store.remove()).rejects.toMatchObject({ code: "storage_unavailable" });
    expect(errors).toEqual([
      [new Error("disk failure"), "find"],
      [new Error("not even a promise"), "remove"],
    ]);
  });

  it("passes a problem of the store", async () => {
    await expect(store.find("refused")).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("wraps the methods of a copy", async () => {
    await expect({ ...store }.find("broken")).rejects.toMatchObject({ name: "Problem" });
  });
});
