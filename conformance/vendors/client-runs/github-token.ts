/** The client sends a token with three parts as `bearer`, and others as `token`. GitHub accepts both. */
export const GITHUB_TOKEN = "header.payload.signature";
