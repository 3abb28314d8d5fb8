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

it("takes an authorization server's own addresses, on any host of its domain", () => {
  expect(
    readServerMetadata(metadata({ token_endpoint: "https://api.acme.io/token" }), ISSUER),
  ).toMatchObject({
    authorizationUrl: `${ISSUER}/authorize`,
    tokenUrl: "https://api.acme.io/token",
    registrationUrl: `${ISSUER}/register`,
  });
});

it.each(["authorization_endpoint", "token_endpoint"])(
  "refuses a server whose %s is another's",
  (name) => {
    expect(
      readServerMetadata(metadata({ [name]: "https://accounts.honest.example.net/x" }), ISSUER),
    ).toBeUndefined();
  },
);

it("registers at no other server", () => {
  expect(
    readServerMetadata(metadata({ registration_endpoint: "https://honest.net/register" }), ISSUER),
  ).not.toHaveProperty("registrationUrl");
});

it("tells neighbors apart where anyone may have a name", () => {
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
