import { expect, it } from "vitest";
import { InvalidInputError } from "../../lib/kit/input-error.ts";
import { requestProblem } from "./request-problem.ts";

it("points to the argument in the input of runTool", () =>
  expect(
    requestProblem(
      new InvalidInputError({
        pointer: "/args/owner",
        rule: "path",
        message: "Must not be empty.",
      }),
    ),
  ).toMatchObject({
    code: "invalid_arguments",
    message: "owner: Must not be empty.",
    errors: [{ pointer: "/arguments/owner", detail: "Must not be empty." }],
  }));

it("states how to repair a connection", () =>
  expect(
    requestProblem(
      new InvalidInputError({
        pointer: "/connection/shop",
        rule: "base_url",
        message: 'The connection to Shop lacks "Shop", which is part of the base URL.',
      }),
    ),
  ).toMatchObject({
    code: "connection_inactive",
    message: 'The connection to Shop lacks "Shop", which is part of the base URL.',
    hint: "Connect the app again and enter its address as shown in your browser.",
  }));

it("returns other errors unchanged", () => {
  const error = new Error("out of memory");
  expect(requestProblem(error)).toBe(error);
});
