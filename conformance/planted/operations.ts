import { LEAK } from "../rig/site.ts";
import { at, type Defect, edited, headed, saying } from "./defect.ts";

const SEARCH = "/agent/search";
const READ = "/agent/read";
const SITE = "/agent/site.json";

/** Faults of operations. */
export const operationDefects: readonly Defect[] = [
  {
    defect: "a wrong status, though a declared one",
    red: "readPage › does not know a page that is not there",
    says: /the status/,
    plant: (answer) => (answer.status === 404 ? { status: 400 } : undefined),
  },
  {
    defect: "a status that the spec does not declare",
    red: "searchPages › finds nothing for punctuation alone",
    says: /status 206 is not declared/,
    plant: (_, asking) => (at(asking, SEARCH) ? { status: 206 } : undefined),
  },
  {
    defect: "a field that is missing",
    red: "searchPages › takes a limit of fifty",
    says: /required.*total/,
    plant: (answer, asking) =>
      at(asking, SEARCH) ? edited(answer, (body) => delete body.total) : undefined,
  },
  {
    defect: "a field that the spec does not name",
    red: "searchPages › takes a limit of fifty",
    says: /additional/,
    plant: (answer, asking) =>
      at(asking, SEARCH) ? edited(answer, (body) => (body.secret = 1)) : undefined,
  },
  {
    defect: "a field of another type",
    red: "siteInfo › describes the site",
    says: /\/pages must be integer/,
    plant: (answer, asking) =>
      at(asking, SITE) ? edited(answer, (body) => (body.pages = String(body.pages))) : undefined,
  },
  {
    defect: "a word that is not on a closed list",
    red: "siteInfo › describes the site",
    says: /allowed values/,
    plant: (answer, asking) =>
      at(asking, SITE) ? edited(answer, (body) => (body.mcp.transport = "sse")) : undefined,
  },
  {
    defect: "an address that is no URL",
    red: "searchPages › takes a limit of fifty",
    says: /format "uri"/,
    plant: (answer, asking) =>
      at(asking, SEARCH)
        ? edited(answer, (body) => body.hits.forEach((hit: any) => (hit.url = "/guide/")))
        : undefined,
  },
  {
    defect: "another media type",
    red: "siteInfo › describes the site",
    says: /text\/html is not declared/,
    plant: (answer, asking) =>
      at(asking, SITE) ? headed(answer, { "content-type": "text/html" }) : undefined,
  },
  {
    defect: "a problem sent as plain JSON",
    red: "searchPages › refuses an empty query",
    says: /application\/json is not declared for 400/,
    plant: (answer) =>
      answer.status === 400 ? headed(answer, { "content-type": "application/json" }) : undefined,
  },
  {
    defect: "a problem whose status is not the answer's",
    red: "searchPages › refuses an empty query",
    says: /says status 404/,
    plant: (answer) =>
      answer.status === 400 ? edited(answer, (body) => (body.status = 404)) : undefined,
  },
  {
    defect: "a problem of another kind",
    red: "searchPages › refuses an empty query",
    says: /the problem's code/,
    plant: (answer) =>
      answer.status === 400
        ? edited(answer, (body) =>
            Object.assign(body, {
              code: "outside_site",
              type: "urn:problem-type:jackfield:outside_site",
            }),
          )
        : undefined,
  },
  {
    defect: "a problem that points at nothing",
    red: "searchPages › refuses a missing query, and points at it",
    says: /./,
    plant: (answer) =>
      answer.status === 400 ? edited(answer, (body) => (body.errors = [])) : undefined,
  },
  {
    defect: "a 500 that tells of the fault inside",
    red: "searchPages › tells nothing of an unexpected fault",
    says: /tells of the fault inside/,
    plant: (answer) =>
      answer.status === 500
        ? edited(answer, (body) => (body.detail = `Error: ${LEAK}`))
        : undefined,
  },
  {
    defect: "a fault inside that is passed off as a success",
    red: "searchPages › tells nothing of an unexpected fault",
    says: /the status/,
    plant: (answer) =>
      answer.status === 500
        ? {
            status: 200,
            ...headed(answer, { "content-type": "application/json" }),
            ...saying(answer, '{"words":[],"total":0,"hits":[]}'),
          }
        : undefined,
  },
  {
    defect: "a 429 without Retry-After",
    red: "searchPages › refuses a client that has used up its rate",
    says: /retry-after is missing/,
    plant: (answer) =>
      answer.status === 429 ? headed(answer, { "retry-after": undefined }) : undefined,
  },
  {
    defect: "an answer that does not say what is left",
    red: "/agent/search › says on each answer how much is left",
    says: /./,
    plant: (answer) => headed(answer, { ratelimit: undefined }),
  },
  {
    defect: "a client that is never refused",
    red: "/agent/search › lets the burst through, and then refuses",
    says: /./,
    plant: (answer) => (answer.status === 429 ? { status: 200 } : undefined),
  },
  {
    defect: "a person's page load that counts",
    red: "/* › never counts /",
    says: /./,
    plant: (answer) => headed(answer, { ratelimit: '"client";r=19;t=1' }),
  },
  {
    defect: "a 503 without Retry-After",
    red: "searchPages › says when the pages can't be reached",
    says: /the header retry-after is missing/,
    plant: (answer) =>
      answer.status === 503 ? headed(answer, { "retry-after": undefined }) : undefined,
  },
  {
    defect: "no Request-Id",
    red: "siteInfo › describes the site",
    says: /Request-Id is missing/,
    plant: (answer) => headed(answer, { "request-id": undefined }),
  },
  {
    defect: "an answer that browsers may guess the type of",
    red: "siteInfo › describes the site",
    says: /nosniff/,
    plant: (answer) => headed(answer, { "x-content-type-options": undefined }),
  },
  {
    defect: "hits in another order",
    red: "searchPages › puts the rarest words first, then the shortest path, then the alphabet",
    says: /./,
    plant: (answer, asking) =>
      at(asking, SEARCH) ? edited(answer, (body) => body.hits?.reverse()) : undefined,
  },
  {
    defect: "a limit that is ignored",
    red: "searchPages › returns at most as many hits as asked for",
    says: /./,
    plant: (_, asking, sound) =>
      asking.path.includes("limit=1")
        ? sound.ask({ ...asking, path: asking.path.replace("limit=1", "limit=9") })
        : undefined,
  },
  {
    defect: "an unknown input that is passed over",
    red: "searchPages › refuses an input that it does not know",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.path.includes("colour=")
        ? sound.ask({ ...asking, path: asking.path.replace(/&colour=\w+/, "") })
        : undefined,
  },
  {
    defect: "a bound that is one off",
    red: "searchPages › refuses a limit of fifty-one, and says how many there may be",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.path.includes("limit=51")
        ? sound.ask({ ...asking, path: asking.path.replace("limit=51", "limit=50") })
        : undefined,
  },
  {
    defect: "a link to what is not served",
    red: "siteInfo › carries no link that does not answer",
    says: /answers 404/,
    plant: (answer, asking) =>
      at(asking, SITE)
        ? edited(answer, (body) => (body.links[0].href = new URL("/agent/nothing", body.url).href))
        : undefined,
  },
  {
    defect: "hidden words in the content",
    red: "readPage › reads HTML as Markdown, without menus and without what is hidden",
    says: /Hidden words/,
    plant: (answer, asking) =>
      at(asking, READ)
        ? edited(answer, (body) =>
            Object.assign(body, {
              content: `${body.content}Hidden words.`,
              length: body.length + 13,
            }),
          )
        : undefined,
  },
  {
    defect: "a relative link in the content",
    red: "readPage › reads Markdown, with its links made absolute",
    says: /./,
    plant: (answer, asking) =>
      at(asking, READ)
        ? edited(
            answer,
            (body) => (body.content = body.content?.replaceAll(/\]\(https?:\/\/[^/]+/g, "](")),
          )
        : undefined,
  },
  {
    defect: "parts that leave something out",
    red: "readPage › gives a long page in parts that make up the whole",
    says: /./,
    plant: (answer, asking) =>
      asking.path.includes("part=2")
        ? edited(answer, (body) => (body.content = body.content.slice(1)))
        : undefined,
  },
  {
    defect: "a Link to a next part that is not the next",
    red: "readPage › can be followed by Link next to the end",
    says: /./,
    plant: (answer) =>
      headed(answer, { link: answer.headers["link"]?.replace(/part=\d+/, "part=1") }),
  },
  {
    defect: "Accept ignored",
    red: "readPage › gives text/plain for Accept text/plain",
    says: /./,
    plant: (_, asking, sound) =>
      sound.ask({ ...asking, headers: { ...asking.headers, accept: "application/json" } }),
  },
  {
    defect: "another origin's page read",
    red: "readPage › refuses a page of another origin",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.path.includes("elsewhere")
        ? sound.ask({ ...asking, path: `${READ}?url=${encodeURIComponent(`${sound.url}/guide/`)}` })
        : undefined,
  },
  {
    defect: "a file from outside the folder",
    red: "readPage › does not leave the folder by a link to a file",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.path.includes("leaves.html")
        ? sound.ask({ ...asking, path: asking.path.replace("leaves.html", "guide%2F") })
        : undefined,
  },
  {
    defect: "a required header that is missing",
    red: "readPage › reads a page that a search found",
    says: /the header Page-Parts is missing/,
    plant: (answer) => headed(answer, { "page-parts": undefined }),
  },
];
