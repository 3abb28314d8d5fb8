import { expect, it } from "vitest";
import { fillPathValues } from "./path-values.ts";

it("replaces a parameter by a constant", () =>
  expect(fillPathValues("/users/{userId}/drafts/{id}", { userId: "me" })).toEqual({
    path: "/users/me/drafts/{id}",
  }));

it("moves the path up to a field of the connection to the base URL", () => {
  const values = { account: "{username}" };
  expect(fillPathValues("/v1/accounts/{account}/calls/{id}", values)).toEqual({
    path: "/calls/{id}",
    basePath: "/v1/accounts/{username}",
  });
  expect(fillPathValues("/v1/accounts/{account}", values)).toEqual({
    path: "",
    basePath: "/v1/accounts/{username}",
  });
});

it.each(["/v1/accounts/{account}.json", "/regions/{region}/accounts/{account}", "/v1/calls/{id}"])(
  "leaves %s as it is",
  (path) => expect(fillPathValues(path, { account: "{username}" })).toEqual({ path }),
);
