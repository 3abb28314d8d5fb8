import { createSlug, snake } from "../../../core/lib/openapi-tools/compile/index.ts";
import { AWS_FIELDS, AWS_REGION, AWS_SIGNING_NAMES } from "../plan/vendor-data.ts";
import type { InspectedDocument, VendorRule } from "../plan/vendor-rule.ts";
import { correctDocument, findRequestFormat } from "./documents.ts";
import { findServiceFacts } from "./facts.ts";

/** How a document of Amazon's becomes an app. */
export function awsRule(document: InspectedDocument, service: string): VendorRule {
  const title = document.title.replace(/^(AWS|Amazon)(?=[A-Z])/, "$1 ");
  const name = /^(?:AWS|Amazon) /.test(title) ? title : `AWS ${title}`;
  const bareName = name.replace(/^(?:AWS|Amazon)\s*/i, "");
  const facts = findServiceFacts(document.path);
  return {
    group: "aws",
    key: `amazonaws.com ${bareName
      .replace(/[\s-]*v\d+$/i, "")
      .replace(/[\s-]/g, "")
      .toLowerCase()}`,
    slugs: [createSlug(`aws ${bareName}`, `aws_${service}`), createSlug(`aws_${snake(service)}`)],
    name,
    vendor: "amazon.com",
    categories: ["cloud"],
    aliases: [service],
    methods: [
      {
        id: "sigv4",
        type: "sigv4",
        from: "overlay",
        signingName: facts?.signingName ?? guessSigningName(document, service),
        ...(facts?.signingRegion !== undefined && { signingRegion: facts.signingRegion }),
        setupUrl: "https://console.aws.amazon.com/iam/home#/security_credentials",
        fields: AWS_FIELDS,
      },
    ],
    ...(facts && {
      base: `https://${facts.host}`,
      baseFields: facts.host.includes("{region}") ? [AWS_REGION] : [],
    }),
    // Older services list each action as GET and as POST. The POST variants declare XML but expect
    // a form.
    options: {
      accepts: (method, path) => !(method === "POST" && /#(?:.*&)?Action=/.test(path)),
      prepare: (openApi, source) => correctDocument(openApi, source.document),
      requestFormat: findRequestFormat,
      prefixes: [snake(service)],
    },
  };
}

/** The last part of a host's prefix, for services whose client isn't known. */
function guessSigningName({ base }: InspectedDocument, service: string): string {
  const host = /^https?:\/\/([^/]*)/.exec(base ?? "")?.[1] ?? service;
  const first = host.replace(/\.?\{[^}]*\}.*|\.amazonaws.*/, "").replaceAll(".", "-") || service;
  return AWS_SIGNING_NAMES[first] ?? first.slice(first.lastIndexOf("-") + 1);
}
