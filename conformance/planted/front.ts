import { at, type Defect, edited, headed, saying } from "./defect.ts";

/** Faults of the service in front of a site. */
export const frontDefects: readonly Defect[] = [
  {
    defect: "a page of the origin that is changed",
    red: "hints in HTML › changes no byte of a page unless it is told to",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/about")
        ? saying(answer, answer.text.replace("<body>", "<body>For agents: "))
        : undefined,
  },
  {
    defect: "a query that gets lost",
    red: "passed on › passes POST on, with its body",
    says: /./,
    plant: (_, asking, sound) =>
      at(asking, "/echo") ? sound.ask({ ...asking, path: "/echo" }) : undefined,
  },
  {
    defect: "a body that gets lost",
    red: "passed on › passes PUT on, with its body",
    says: /./,
    plant: (_, { body: _body, ...asking }, sound) =>
      asking.method === "PUT" ? sound.ask(asking) : undefined,
  },
  {
    defect: "a cookie that gets lost",
    red: "passed on › keeps several cookies apart, and takes those of the client along",
    says: /the header set-cookie/,
    plant: (answer) =>
      answer.headers["set-cookie"]
        ? headed(answer, { "set-cookie": "b=2; Path=/; HttpOnly" })
        : undefined,
  },
  {
    defect: "a range that is passed over",
    red: "passed on › gives a range as the origin has it",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.headers?.["range"] ? sound.ask({ path: asking.path }) : undefined,
  },
  {
    defect: "an address of the origin's own that gets out",
    red: "passed on › leads to the public address where the origin names its own",
    says: /./,
    plant: (answer) =>
      answer.headers["location"]
        ? headed(answer, { location: "http://origin.internal/about?a=1" })
        : undefined,
  },
  {
    defect: "a redirect to anywhere",
    red: "passed on › leaves a path as it is",
    says: /./,
    plant: (answer) =>
      answer.headers["location"] ? headed(answer, { location: "//about" }) : undefined,
  },
  {
    defect: "a header of the connection that gets through",
    red: "passed on › keeps what belongs to the connection",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/hop") ? headed(answer, { "x-inner": "1" }) : undefined,
  },
  {
    defect: "a client that says who it is",
    red: "passed on › tells the origin who asks and for what host, whatever the client says of that",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/echo")
        ? edited(answer, (body) => (body.headers["x-forwarded-for"] = "6.6.6.6"))
        : undefined,
  },
  {
    defect: "another host that is passed on",
    red: "passed on › does not answer for a host that is not its own",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.headers?.["host"] ? sound.ask({ path: asking.path }) : undefined,
  },
  {
    defect: "a WebSocket that hangs in the air",
    red: "passed on › refuses a WebSocket, and says so",
    says: /the status/,
    plant: (_, asking) => (asking.headers?.["upgrade"] ? { status: 200 } : undefined),
  },
  {
    defect: "an origin down that is a 500",
    red: "an origin that fails › is a 502 that says so",
    says: /the status/,
    plant: (answer) => (answer.status === 502 ? { status: 500 } : undefined),
  },
  {
    defect: "an inner address that is told",
    red: "an origin that fails › is a 502 that says so",
    says: /./,
    plant: (answer) =>
      answer.status === 502
        ? edited(answer, (body) => (body.detail = "connect ECONNREFUSED 127.0.0.1:2"))
        : undefined,
  },
  {
    defect: "somebody's page that may be kept",
    red: "pages as Markdown › keeps for nobody what a cookie was sent for",
    says: /the header cache-control/,
    plant: (answer) =>
      answer.headers["x-markdown-tokens"]
        ? headed(answer, { "cache-control": "max-age=60" })
        : undefined,
  },
  {
    defect: "somebody's page for another",
    red: "pages as Markdown › keeps for nobody what a cookie was sent for",
    says: /./,
    plant: (answer, asking) =>
      answer.headers["x-markdown-tokens"] && asking.headers?.["cookie"]
        ? saying(answer, "For who=me.")
        : undefined,
  },
  {
    defect: "a page that another's header has made",
    red: "pages as Markdown › keeps nothing that another header than usual has changed, though its ETag says so",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/reflects")
        ? saying(answer, answer.text.replace("nothing", "poison"))
        : undefined,
  },
  {
    defect: "mirrors that are looked for without end",
    red: "pages as Markdown › looks for none for a client that has used up its rate",
    says: /the status/,
    plant: (answer) => (answer.status === 429 ? { status: 404 } : undefined),
  },
  {
    defect: "Markdown under the page's own ETag",
    red: "pages as Markdown › has for Markdown an ETag that the page does not have",
    says: /the status/,
    plant: (_, asking) =>
      asking.headers?.["if-none-match"]
        ? { status: 304, bytes: new Uint8Array(), text: "" }
        : undefined,
  },
  {
    defect: "a line of the origin's robots.txt that gets lost",
    red: "documents › completes the origin's robots.txt, line for line",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/robots.txt")
        ? saying(answer, answer.text.replace("Disallow: /cart\n", ""))
        : undefined,
  },
  {
    defect: "a page taken for llms.txt",
    red: "documents › takes no page for llms.txt",
    says: /the media type/,
    plant: (answer, asking) =>
      at(asking, "/llms.txt") ? headed(answer, { "content-type": "text/html" }) : undefined,
  },
  {
    defect: "the origin's /healthz taken away",
    red: "documents › leaves /healthz to the origin",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/healthz") ? saying(answer, '{"status":"ok"}') : undefined,
  },
];
