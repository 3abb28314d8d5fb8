import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["jenkins"],
  open: (load) =>
    new (load("jenkins"))({ baseUrl: "https://a%40e.org:secret@ci.e.org", crumbIssuer: false }),
  values: { host: "ci.e.org", username: "a@e.org", password: "secret" },
  ignoredHeaders: { referer: "The client's own." },
  lines: [
    ["jenkins.get_job", { name: "a b" }, (jenkins) => jenkins.job.get("a b")],
    ["jenkins.build_job", { name: "a b" }, (jenkins) => jenkins.job.build("a b")],
    [
      "jenkins.build_job_with_parameters",
      { name: "n", body: { BRANCH: "feature/ü", DRY_RUN: true } },
      (jenkins, { body }) => jenkins.job.build("n", { parameters: body }),
    ],
    ["jenkins.get_build", { name: "n", number: "7" }, (jenkins) => jenkins.build.get("n", 7)],
    ["jenkins.stop_build", { name: "n", number: 7 }, (jenkins) => jenkins.build.stop("n", 7)],
    ["jenkins.cancel_queue_item", { id: 9 }, (jenkins) => jenkins.queue.cancel(9)],
    ["jenkins.get_queue", {}, (jenkins) => jenkins.queue.list()],
    ["jenkins.disable_job", { name: "n" }, (jenkins) => jenkins.job.disable("n")],
    ["jenkins.enable_job", { name: "n" }, (jenkins) => jenkins.job.enable("n")],
    ["jenkins.list_nodes", {}, (jenkins) => jenkins.node.list()],
    ["jenkins.get_server", { tree: "jobs[name,color]" }, (jenkins, args) => jenkins.info(args)],
  ],
} satisfies VendorClient;
