import { LEAK_MARKER } from "../fixtures/site.ts";
import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

const SEARCH = "/agent/search";
const READ = "/agent/read";
const SITE = "/agent/site.json";

/** Defects in operations of the site. */
export const operationMutations: readonly Mutation[] = [
  {
    description: "a wrong status that the spec declares",
    failingTest: "readPage › returns 404 for a missing page",
    message: /the status/,
    apply: (response) => (response.status === 404 ? { status: 400 } : undefined),
  },
  {
    description: "a status that the spec doesn't declare",
    failingTest: "searchPages › returns an empty list for a query of only punctuation",
    message: /status 206 is not declared/,
    apply: (_, request) => (hasPathPrefix(request, SEARCH) ? { status: 206 } : undefined),
  },
  {
    description: "a missing field",
    failingTest: "searchPages › accepts a limit of 50",
    message: /required.*total/,
    apply: (response, request) =>
      hasPathPrefix(request, SEARCH) ? withJson(response, (body) => delete body.total) : undefined,
  },
  {
    description: "a field that the spec doesn't declare",
    failingTest: "searchPages › accepts a limit of 50",
    message: /additional/,
    apply: (response, request) =>
      hasPathPrefix(request, SEARCH) ? withJson(response, (body) => (body.secret = 1)) : undefined,
  },
  {
    description: "a field with the wrong type",
    failingTest: "siteInfo › describes the site",
    message: /\/pages must be integer/,
    apply: (response, request) =>
      hasPathPrefix(request, SITE)
        ? withJson(response, (body) => (body.pages = String(body.pages)))
        : undefined,
  },
  {
    description: "a value outside an enum",
    failingTest: "siteInfo › describes the site",
    message: /allowed values/,
    apply: (response, request) =>
      hasPathPrefix(request, SITE)
        ? withJson(response, (body) => (body.mcp.transport = "sse"))
        : undefined,
  },
  {
    description: "a URL without scheme and host",
    failingTest: "searchPages › accepts a limit of 50",
    message: /format "uri"/,
    apply: (response, request) =>
      hasPathPrefix(request, SEARCH)
        ? withJson(response, ({ hits }) => {
            for (const hit of hits) hit.url = "/guide/";
          })
        : undefined,
  },
  {
    description: "an undeclared media type",
    failingTest: "siteInfo › describes the site",
    message: /text\/html is not declared/,
    apply: (response, request) =>
      hasPathPrefix(request, SITE)
        ? withHeaders(response, { "content-type": "text/html" })
        : undefined,
  },
  {
    description: "a problem sent as plain JSON",
    failingTest: "searchPages › rejects an empty query",
    message: /application\/json is not declared for 400/,
    apply: (response) =>
      response.status === 400
        ? withHeaders(response, { "content-type": "application/json" })
        : undefined,
  },
  {
    description: "a problem whose status differs from the response's",
    failingTest: "searchPages › rejects an empty query",
    message: /problem has status 404/,
    apply: (response) =>
      response.status === 400 ? withJson(response, (body) => (body.status = 404)) : undefined,
  },
  {
    description: "a problem with the wrong code",
    failingTest: "searchPages › rejects an empty query",
    message: /the problem code/,
    apply: (response) =>
      response.status === 400
        ? withJson(response, (body) =>
            Object.assign(body, {
              code: "outside_site",
              type: "urn:problem-type:jackfield:outside_site",
            }),
          )
        : undefined,
  },
  {
    description: "a problem without pointers",
    failingTest: "searchPages › rejects a missing query and points to it",
    message: /./,
    apply: (response) =>
      response.status === 400 ? withJson(response, (body) => (body.errors = [])) : undefined,
  },
  {
    description: "a 500 that reveals an internal error",
    failingTest: "searchPages › reveals nothing about an unexpected error",
    message: /reveals an internal error/,
    apply: (response) =>
      response.status === 500
        ? withJson(response, (body) => (body.detail = `Error: ${LEAK_MARKER}`))
        : undefined,
  },
  {
    description: "an internal error returned as a success",
    failingTest: "searchPages › reveals nothing about an unexpected error",
    message: /the status/,
    apply: (response) =>
      response.status === 500
        ? {
            status: 200,
            ...withHeaders(response, { "content-type": "application/json" }),
            ...withText(response, '{"words":[],"total":0,"hits":[]}'),
          }
        : undefined,
  },
  {
    description: "a 429 without Retry-After",
    failingTest: "searchPages › rejects a client that has exceeded its rate limit",
    message: /retry-after is missing/,
    apply: (response) =>
      response.status === 429 ? withHeaders(response, { "retry-after": undefined }) : undefined,
  },
  {
    description: "a response without the remaining quota",
    failingTest: "/agent/search › returns the remaining quota with each response",
    message: /./,
    apply: (response) => withHeaders(response, { ratelimit: undefined }),
  },
  {
    description: "a client that is never rate-limited",
    failingTest: "/agent/search › allows the burst and rejects further requests",
    message: /./,
    apply: (response) => (response.status === 429 ? { status: 200 } : undefined),
  },
  {
    description: "a page that people can't read above the rate limit",
    failingTest: "/* › serves pages to clients that have exceeded their rate limit",
    message: /./,
    apply: (response) => (response.status === 200 ? { status: 429 } : undefined),
  },
  {
    description: "a representation of a page with another price",
    failingTest: "/* › counts a page as a tenth of a request in every representation",
    message: /./,
    apply: (response, { path }) =>
      path.startsWith("/agent/read")
        ? withHeaders(response, { ratelimit: '"client";r=18;t=1' })
        : undefined,
  },
  {
    description: "a document that isn't counted",
    failingTest: "/* › counts /llms.txt",
    message: /./,
    apply: (response) => withHeaders(response, { ratelimit: undefined }),
  },
  {
    description: "a rate-limited health check",
    failingTest: "/* › never counts /healthz",
    message: /./,
    apply: (response) => withHeaders(response, { ratelimit: '"client";r=19;t=1' }),
  },
  {
    description: "a 503 without Retry-After",
    failingTest: "searchPages › returns 503 while the pages are unavailable",
    message: /the header retry-after is missing/,
    apply: (response) =>
      response.status === 503 ? withHeaders(response, { "retry-after": undefined }) : undefined,
  },
  {
    description: "a missing Request-Id",
    failingTest: "siteInfo › describes the site",
    message: /Request-Id is missing/,
    apply: (response) => withHeaders(response, { "request-id": undefined }),
  },
  {
    description: "a response that allows MIME sniffing",
    failingTest: "siteInfo › describes the site",
    message: /nosniff/,
    apply: (response) => withHeaders(response, { "x-content-type-options": undefined }),
  },
  {
    description: "hits in the wrong order",
    failingTest: "searchPages › ranks hits by the words in their paths, titles and texts",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, SEARCH)
        ? withJson(response, (body) => body.hits?.reverse())
        : undefined,
  },
  {
    description: "an ignored limit",
    failingTest: "searchPages › returns at most limit hits",
    message: /./,
    apply: (_, request, unmodified) =>
      request.path.includes("limit=1")
        ? unmodified.send({ ...request, path: request.path.replace("limit=1", "limit=9") })
        : undefined,
  },
  {
    description: "an accepted unknown input",
    failingTest: "searchPages › rejects an unknown field",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("color=")
        ? unmodified.send({ ...request, path: request.path.replace(/&color=\w+/, "") })
        : undefined,
  },
  {
    description: "an off-by-one maximum",
    failingTest: "searchPages › rejects a limit of 51 and states the maximum",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("limit=51")
        ? unmodified.send({ ...request, path: request.path.replace("limit=51", "limit=50") })
        : undefined,
  },
  {
    description: "a broken link",
    failingTest: "siteInfo › contains no broken links",
    message: /returns 404/,
    apply: (response, request) =>
      hasPathPrefix(request, SITE)
        ? withJson(
            response,
            (body) => (body.links[0].href = new URL("/agent/nothing", body.url).href),
          )
        : undefined,
  },
  {
    description: "hidden text in the content",
    failingTest: "readPage › reads HTML as Markdown, without menus and hidden elements",
    message: /Hidden words/,
    apply: (response, request) =>
      hasPathPrefix(request, READ)
        ? withJson(response, (body) =>
            Object.assign(body, {
              content: `${body.content}Hidden words.`,
              length: body.length + 13,
            }),
          )
        : undefined,
  },
  {
    description: "a relative link in the content",
    failingTest: "readPage › reads Markdown and makes its links absolute",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, READ)
        ? withJson(
            response,
            (body) => (body.content = body.content?.replaceAll(/\]\(https?:\/\/[^/]+/g, "](")),
          )
        : undefined,
  },
  {
    description: "a page part with missing text",
    failingTest: "readPage › returns a long page in parts that add up to the whole",
    message: /./,
    apply: (response, request) =>
      request.path.includes("part=2")
        ? withJson(response, (body) => (body.content = body.content.slice(1)))
        : undefined,
  },
  {
    description: "a Link to the wrong next part",
    failingTest: "readPage › links each part to the next one",
    message: /./,
    apply: (response) =>
      withHeaders(response, { link: response.headers["link"]?.replace(/part=\d+/, "part=1") }),
  },
  {
    description: "an ignored Accept header",
    failingTest: "readPage › returns text/plain for Accept: text/plain",
    message: /./,
    apply: (_, request, unmodified) =>
      unmodified.send({ ...request, headers: { ...request.headers, accept: "application/json" } }),
  },
  {
    description: "an accepted page of another origin",
    failingTest: "readPage › rejects a page of another origin",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("elsewhere")
        ? unmodified.send({
            ...request,
            path: `${READ}?url=${encodeURIComponent(`${unmodified.url}/guide/`)}`,
          })
        : undefined,
  },
  {
    description: "a file from outside the content folder",
    failingTest: "readPage › doesn't leave the content folder through a link to a file",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("leaves.html")
        ? unmodified.send({ ...request, path: request.path.replace("leaves.html", "guide%2F") })
        : undefined,
  },
  {
    description: "a missing required header",
    failingTest: "readPage › reads a page that searchPages found",
    message: /the header Page-Parts is missing/,
    apply: (response) => withHeaders(response, { "page-parts": undefined }),
  },
];
