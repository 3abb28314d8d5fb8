import { expect, it } from "vitest";
import { registrableDomain } from "./registrable-domain.ts";

it.each([
  ["api.eu.acme.co.uk", "acme.co.uk"],
  ["API.acme.com:8443", "acme.com"],
  ["{region}.acme.com", "acme.com"],
  ["localhost", "localhost"],
])("returns the registrable domain of %s", (host, domain) =>
  expect(registrableDomain(host)).toBe(domain),
);

it.each([
  ["198.51.100.7", "198.51.100.7"],
  ["198.51.100.7:8443", "198.51.100.7"],
  ["198.51.100.7.", "198.51.100.7"],
  ["[2001:DB8::7]", "[2001:db8::7]"],
  ["[2001:db8::7]:8443", "[2001:db8::7]"],
  ["2001:db8::7", "[2001:db8::7]"],
])("returns the whole IP address of %s", (host, address) =>
  expect(registrableDomain(host)).toBe(address),
);
