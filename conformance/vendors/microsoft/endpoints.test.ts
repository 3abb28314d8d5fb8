import { expect, it } from "vitest";
import { endpointKey, templatePath, templateQuery } from "./endpoints.ts";

it("compares paths without the names of variables, case and the last slash", () => {
  expect(endpointKey("get", "subscriptions/{id}/Sites/")).toBe("GET /subscriptions/{}/sites");
  expect(endpointKey("GET", "/Subscriptions/{subscriptionId}/sites")).toBe(
    "GET /subscriptions/{}/sites",
  );
});

it.each([
  [
    "{+baseurl}/users/{user%2Did}{?%24select,%24top,ids*}",
    "/users/{user%2Did}",
    "$select $top ids",
  ],
  ["/zones{?api%2Dversion}", "/zones", "api-version"],
  ["{+baseurl}/a/delta()?startTime={startTime}{&%24skip}", "/a/delta()", "starttime $skip"],
  ["{+baseurl}/users", "/users", ""],
])("reads the path and the query of the URI template %s", (template, path, query) => {
  expect(templatePath(template)).toBe(path);
  expect([...templateQuery(template)].join(" ")).toBe(query);
});
