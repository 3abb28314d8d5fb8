import { expect, it } from "vitest";
import { readServerMetadata } from "./discovery.ts";

const ISSUER = "https://auth.acme.io";
const metadata = (more: object = {}) => ({
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  registration_endpoint: `${ISSUER}/register`,
  code_challenge_methods_supported: ["S256"],
  ...more,
});

it("accepts the endpoints of an authorization server on any host of its domain", () => {
  expect(
    readServerMetadata(metadata({ token_endpoint: "https://api.acme.io/token" }), ISSUER),
  ).toMatchObject({
    authorizationUrl: `${ISSUER}/authorize`,
    tokenUrl: "https://api.acme.io/token",
    registrationUrl: `${ISSUER}/register`,
  });
});

it.each(["authorization_endpoint", "token_endpoint"])(
  "rejects a server whose %s is on another domain",
  (name) => {
    expect(
      readServerMetadata(metadata({ [name]: "https://accounts.honest.example.net/x" }), ISSUER),
    ).toBeUndefined();
  },
);

it("ignores a registration endpoint on another domain", () => {
  expect(
    readServerMetadata(metadata({ registration_endpoint: "https://honest.net/register" }), ISSUER),
  ).not.toHaveProperty("registrationUrl");
});

it("treats each host of a shared hosting domain as a separate owner", () => {
  const issuer = "https://mine.workers.dev";
  const own = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
  };
  expect(readServerMetadata(own, issuer)).toBeDefined();
  expect(
    readServerMetadata(
      { ...own, authorization_endpoint: "https://theirs.workers.dev/authorize" },
      issuer,
    ),
  ).toBeUndefined();
});

it.each([
  ["https://198.51.100.7", "https://203.0.100.7"],
  ["https://[2001:db8::7]", "https://[2001:db8::8]"],
])("treats the IP address of %s as a separate owner", (issuer, other) => {
  const own = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
  };
  expect(readServerMetadata(own, issuer)).toBeDefined();
  expect(readServerMetadata({ ...own, token_endpoint: `${other}/token` }, issuer)).toBeUndefined();
});
