import type { AuthMethod } from "../../../lib/openapi-tools/index.ts";

/** Returns the name of an authentication method. */
export function methodLabel({ type }: Pick<AuthMethod, "type">, app: string): string {
  if (type === "oauth2" || type === "mcp_oauth") return `Sign in with ${app}`;
  return {
    api_key: "API key",
    basic: "Username and password",
    bearer: "Access token",
    sigv4: "AWS access key",
    oauth2_cc: "Client ID and secret",
    none: "No sign-in",
  }[type];
}

/** Returns a short description of an authentication method. */
export const methodDescription = ({ type }: Pick<AuthMethod, "type">, app: string): string =>
  ({
    oauth2: `You sign in on ${app}’s own page. Don’t enter your password here.`,
    mcp_oauth: `You sign in on ${app}’s own page. Don’t enter your password here.`,
    oauth2_cc: "For a program, not a person.",
    api_key: `An API key from ${app}.`,
    bearer: `An access token from ${app}.`,
    basic: `The username and password of your ${app} account.`,
    sigv4: "Use a least-privilege key.",
    none: `${app} requires no sign-in.`,
  })[type];

/** Returns whom a connection belongs to. */
export const ownerLabel = (user: string | undefined): string =>
  user === undefined ? "This service’s account" : `User ${user}`;

/** Formats a scope without a description for display: `chat:write` becomes “Chat: write”. */
export const scopeLabel = (name: string): string => {
  const lastSegment = /^https?:\/\//.test(name)
    ? name.replace(/\/$/, "").replace(/^.*\//s, "")
    : name;
  const text = lastSegment
    .replaceAll(/[._]/g, " ")
    .replaceAll(":", ": ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Formats a time of day in UTC, such as “09:45 UTC”. */
export const formatTime = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(11, 16)} UTC`;
