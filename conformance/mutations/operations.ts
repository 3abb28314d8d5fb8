import { LEAK_MARKER } from "../fixtures/site.ts";
import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

const SEARCH = "/agent/search";
const READ = "/agent/read";
const SITE = "/agent/site.json";

/** Faults of operations. */
export const operationMutations: readonly Mutation[] = [
  {
    description: "a wrong status, though a declared one",
    failingTest: "readPage › does not know a page that is not there",
    message: /the status/,
    apply: (response) => (response.status === 404 ? { status: 400 } : undefined),
  },
  {
    description: "a status that the spec does not declare",
    failingTest: "searchPages › finds nothing for punctuation alone",
    message: /status 206 is not declared/,
    apply: (_, request) => (hasPathPrefix(request, SEARCH) ? { status: 206 } : undefined),
  },
  {
    description: "a field that is missing",
    failingTest: "searchPages › takes a limit of fifty",
    message: /required.*total/,
    apply: (response, request) =>
      hasPathPrefix(request, SEARCH) ? withJson(response, (body) => delete body.total) : undefined,
  },
  {
    description: "a field that the spec does not name",
    failingTest: "searchPages › takes a limit of fifty",
    message: /additional/,
    apply: (response, request) =>
      hasPathPrefix(request, SEARCH) ? withJson(response, (body) => (body.secret = 1)) : undefined,
  },
  {
    description: "a field of another type",
    failingTest: "siteInfo › describes the site",
    message: /\/pages must be integer/,
    apply: (response, request) =>
      hasPathPrefix(request, SITE)
        ? withJson(response, (body) => (body.pages = String(body.pages)))
        : undefined,
  },
  {
    description: "a word that is not on a closed list",
    failingTest: "siteInfo › describes the site",
    message: /allowed values/,
    apply: (response, request) =>
      hasPathPrefix(request, SITE)
        ? withJson(response, (body) => (body.mcp.transport = "sse"))
        : undefined,
  },
  {
    description: "an address that is no URL",
    failingTest: "searchPages › takes a limit of fifty",
    message: /format "uri"/,
    apply: (response, request) =>
      hasPathPrefix(request, SEARCH)
        ? withJson(response, (body) => body.hits.forEach((hit: any) => (hit.url = "/guide/")))
        : undefined,
  },
  {
    description: "another media type",
    failingTest: "siteInfo › describes the site",
    message: /text\/html is not declared/,
    apply: (response, request) =>
      hasPathPrefix(request, SITE)
        ? withHeaders(response, { "content-type": "text/html" })
        : undefined,
  },
  {
    description: "a problem sent as plain JSON",
    failingTest: "searchPages › refuses an empty query",
    message: /application\/json is not declared for 400/,
    apply: (response) =>
      response.status === 400
        ? withHeaders(response, { "content-type": "application/json" })
        : undefined,
  },
  {
    description: "a problem whose status is not the response status",
    failingTest: "searchPages › refuses an empty query",
    message: /problem has status 404/,
    apply: (response) =>
      response.status === 400 ? withJson(response, (body) => (body.status = 404)) : undefined,
  },
  {
    description: "a problem of another kind",
    failingTest: "searchPages › refuses an empty query",
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
    description: "a problem that points at nothing",
    failingTest: "searchPages › refuses a missing query, and points at it",
    message: /./,
    apply: (response) =>
      response.status === 400 ? withJson(response, (body) => (body.errors = [])) : undefined,
  },
  {
    description: "a 500 that reveals an internal error",
    failingTest: "searchPages › tells nothing of an unexpected fault",
    message: /reveals an internal error/,
    apply: (response) =>
      response.status === 500
        ? withJson(response, (body) => (body.detail = `Error: ${LEAK_MARKER}`))
        : undefined,
  },
  {
    description: "a fault inside that is passed off as a success",
    failingTest: "searchPages › tells nothing of an unexpected fault",
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
    failingTest: "searchPages › refuses a client that has used up its rate",
    message: /retry-after is missing/,
    apply: (response) =>
      response.status === 429 ? withHeaders(response, { "retry-after": undefined }) : undefined,
  },
  {
    description: "an answer that does not say what is left",
    failingTest: "/agent/search › says on each answer how much is left",
    message: /./,
    apply: (response) => withHeaders(response, { ratelimit: undefined }),
  },
  {
    description: "a client that is never refused",
    failingTest: "/agent/search › lets the burst through, and then refuses",
    message: /./,
    apply: (response) => (response.status === 429 ? { status: 200 } : undefined),
  },
  {
    description: "a person's page load that counts",
    failingTest: "/* › never counts /",
    message: /./,
    apply: (response) => withHeaders(response, { ratelimit: '"client";r=19;t=1' }),
  },
  {
    description: "a 503 without Retry-After",
    failingTest: "searchPages › says when the pages can't be reached",
    message: /the header retry-after is missing/,
    apply: (response) =>
      response.status === 503 ? withHeaders(response, { "retry-after": undefined }) : undefined,
  },
  {
    description: "no Request-Id",
    failingTest: "siteInfo › describes the site",
    message: /Request-Id is missing/,
    apply: (response) => withHeaders(response, { "request-id": undefined }),
  },
  {
    description: "an answer that browsers may guess the type of",
    failingTest: "siteInfo › describes the site",
    message: /nosniff/,
    apply: (response) => withHeaders(response, { "x-content-type-options": undefined }),
  },
  {
    description: "hits in another order",
    failingTest:
      "searchPages › puts the rarest words first, then the shortest path, then the alphabet",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, SEARCH)
        ? withJson(response, (body) => body.hits?.reverse())
        : undefined,
  },
  {
    description: "a limit that is ignored",
    failingTest: "searchPages › returns at most as many hits as asked for",
    message: /./,
    apply: (_, request, unmodified) =>
      request.path.includes("limit=1")
        ? unmodified.send({ ...request, path: request.path.replace("limit=1", "limit=9") })
        : undefined,
  },
  {
    description: "an unknown input that is passed over",
    failingTest: "searchPages › refuses an input that it does not know",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("color=")
        ? unmodified.send({ ...request, path: request.path.replace(/&color=\w+/, "") })
        : undefined,
  },
  {
    description: "a bound that is one off",
    failingTest: "searchPages › refuses a limit of fifty-one, and says how many there may be",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("limit=51")
        ? unmodified.send({ ...request, path: request.path.replace("limit=51", "limit=50") })
        : undefined,
  },
  {
    description: "a link to what is not served",
    failingTest: "siteInfo › carries no link that does not answer",
    message: /answers 404/,
    apply: (response, request) =>
      hasPathPrefix(request, SITE)
        ? withJson(
            response,
            (body) => (body.links[0].href = new URL("/agent/nothing", body.url).href),
          )
        : undefined,
  },
  {
    description: "hidden words in the content",
    failingTest: "readPage › reads HTML as Markdown, without menus and without what is hidden",
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
    failingTest: "readPage › reads Markdown, with its links made absolute",
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
    description: "parts that leave something out",
    failingTest: "readPage › gives a long page in parts that make up the whole",
    message: /./,
    apply: (response, request) =>
      request.path.includes("part=2")
        ? withJson(response, (body) => (body.content = body.content.slice(1)))
        : undefined,
  },
  {
    description: "a Link to a next part that is not the next",
    failingTest: "readPage › can be followed by Link next to the end",
    message: /./,
    apply: (response) =>
      withHeaders(response, { link: response.headers["link"]?.replace(/part=\d+/, "part=1") }),
  },
  {
    description: "Accept ignored",
    failingTest: "readPage › gives text/plain for Accept text/plain",
    message: /./,
    apply: (_, request, unmodified) =>
      unmodified.send({ ...request, headers: { ...request.headers, accept: "application/json" } }),
  },
  {
    description: "another origin's page read",
    failingTest: "readPage › refuses a page of another origin",
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
    description: "a file from outside the folder",
    failingTest: "readPage › does not leave the folder by a link to a file",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.path.includes("leaves.html")
        ? unmodified.send({ ...request, path: request.path.replace("leaves.html", "guide%2F") })
        : undefined,
  },
  {
    description: "a required header that is missing",
    failingTest: "readPage › reads a page that a search found",
    message: /the header Page-Parts is missing/,
    apply: (response) => withHeaders(response, { "page-parts": undefined }),
  },
];
