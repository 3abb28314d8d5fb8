import type { AuthMethod } from "../../../ports/apps.ts";

/** What a way to connect is called. */
export function methodLabel({ type }: AuthMethod, app: string): string {
  if (type === "oauth2" || type === "mcp_oauth") return `Sign in at ${app}`;
  return {
    api_key: "API key",
    basic: "Username and password",
    bearer: "Access token",
    sigv4: "AWS access key",
    oauth2_cc: "Client ID and secret",
    none: "Without signing in",
  }[type];
}

/** What it means, in a few words. */
export const methodDescription = ({ type }: AuthMethod, app: string): string =>
  ({
    oauth2: `You see ${app}’s own page. No password is entered here.`,
    mcp_oauth: `You see ${app}’s own page. No password is entered here.`,
    oauth2_cc: "For a program, not a person.",
    api_key: `A key that ${app} has given you.`,
    bearer: `A token that ${app} has given you.`,
    basic: `What you sign in with at ${app}.`,
    sigv4: "Better one that may do no more than is needed.",
    none: `${app} asks for nothing.`,
  })[type];

/** A scope as words, where its app says none: `chat:write` is “chat: write”. */
export const scopeLabel = (name: string): string => {
  const lastSegment = /^https?:\/\//.test(name) ? name.replace(/\/$/, "").split("/").at(-1)! : name;
  const text = lastSegment
    .replaceAll(/[._]/g, " ")
    .replaceAll(":", ": ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A time of day, for people anywhere. */
export const formatTime = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(11, 16)} UTC`;
