import { at, edited, headed, saying, type Defect } from "./defect.ts";

/** Faults of documents, of pages, and of what holds for every path. */
export const surfaceDefects: readonly Defect[] = [
  { defect: "a body on HEAD", red: "/llms.txt › answers HEAD with GET's headers and no body", says: /HEAD with 200 has a body/, plant: (_, { method }) => (method === "HEAD" ? { bytes: new Uint8Array([65]) } : undefined) },
  { defect: "HEAD without the length that GET has", red: "/openapi.json › answers HEAD with GET's headers and no body", says: /content-length/, plant: (answer, { method }) => (method === "HEAD" ? headed(answer, { "content-length": undefined }) : undefined) },
  { defect: "405 without Allow", red: "/openapi.json › answers 405 and says what it allows", says: /the header allow/, plant: (answer) => headed(answer, { allow: undefined }) },
  { defect: "an Allow that leaves something out", red: "/agent/search › answers 405 and says what it allows", says: /the header allow/, plant: (answer) => (answer.headers["allow"] ? headed(answer, { allow: "GET" }) : undefined) },
  { defect: "an ETag that never matches", red: "/llms.txt › says with 304 that nothing has changed", says: /the status/, plant: (_, asking, sound) => (asking.headers?.["if-none-match"] ? sound.ask({ ...asking, headers: {} }) : undefined) },
  { defect: "a body in a 304", red: "/llms.txt › says with 304 that nothing has changed", says: /GET with 304 has a body/, plant: (answer) => (answer.status === 304 ? { bytes: new Uint8Array([65]) } : undefined) },
  { defect: "a wrong Content-Length", red: "/healthz › is not kept by anyone", says: /Content-Length is 3/, plant: (answer) => headed(answer, { "content-length": "3" }) },
  { defect: "text that is not UTF-8", red: "/llms.txt › answers in the media type that it declares", says: /not UTF-8/, plant: (answer, asking) => (at(asking, "/llms.txt") ? { ...headed(answer, { "content-length": undefined }), bytes: new Uint8Array([0xff, 0xfe]) } : undefined) },
  { defect: "a published document that is another", red: "/openapi.json › is the published document, with this site as its server", says: /./, plant: (answer, asking) => (at(asking, "/openapi.json") ? edited(answer, (body) => delete body.paths["/agent/search"]) : undefined) },
  { defect: "a page that llms.txt links to and that is gone", red: "/llms.txt › links to pages that are there", says: /tape-heads/, plant: (_, asking) => (at(asking, "/guide/tape-heads.html") ? { status: 404 } : undefined) },
  { defect: "an unknown path answered as HTML", red: "/* › answers an unknown path with a problem that says where to look", says: /the media type/, plant: (answer) => (answer.status === 404 ? headed(answer, { "content-type": "text/html" }) : undefined) },
  { defect: "repeated slashes taken for one", red: "/* › takes repeated slashes inside for another path", says: /the status/, plant: (_, asking, sound) => sound.ask({ ...asking, path: asking.path.replaceAll(/\/+/g, "/") }) },
  { defect: "a hidden file served", red: "/* › does not leave the folder at /.secret.html", says: /the status/, plant: (_, asking, sound) => (at(asking, "/.secret") ? sound.ask({ path: "/guide/" }) : undefined) },
  { defect: "another host answered for", red: "/* › does not answer for a host that is not its own", says: /the status/, plant: (_, asking, sound) => (asking.headers?.["host"] ? sound.ask({ ...asking, headers: {} }) : undefined) },
  { defect: "an operation closed to the pages of other origins", red: "/agent/site.json › is open to the pages of any origin, and shows them its headers", says: /access-control-allow-origin/, plant: (answer) => headed(answer, { "access-control-allow-origin": undefined }) },
  { defect: "readiness while the pages can't be reached", red: "/readyz › is not ready while the pages can't be reached", says: /the status/, plant: (_, asking, sound) => (at(asking, "/readyz") ? sound.ask({ path: "/readyz" }) : undefined) },
  { defect: "a range that is ignored", red: "/* › gives the last bytes alone", says: /the status/, plant: (_, asking, sound) => (asking.headers?.["range"] ? sound.ask({ path: asking.path }) : undefined) },
  { defect: "a path that was asked, in the metrics", red: "/metrics › holds nothing that a client has written", says: /./, plant: (answer, asking) => (at(asking, "/metrics") ? saying(answer, answer.text.replace('route="/*"', 'route="/secret-zzyzx"')) : undefined) },
  { defect: "metrics that Prometheus can't read", red: "/metrics › is text that Prometheus reads, kept by no one", says: /./, plant: (answer, asking) => (at(asking, "/metrics") ? saying(answer, answer.text.replaceAll("{route=", "{route: ")) : undefined) },
  { defect: "a script on the support page", red: "/support › says whom to write to, for help and for removals, and runs no script", says: /./, plant: (answer, asking) => (at(asking, "/support") ? saying(answer, `${answer.text}<script>1</script>`) : undefined) },
];
