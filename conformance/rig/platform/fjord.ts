import type { CompiledApp } from "../../../core/platform/domain/catalogue/compiled.ts";
import { createCompiledApp } from "./app.ts";

const objectSchema = (properties: Record<string, object>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** The app of the rig that is there: its tools are answered at an origin, by `fjordAnswers`. */
export const createFjordApp = (origin: string): Omit<CompiledApp, "report"> =>
  createCompiledApp(
    {
      slug: "fjord",
      name: "Fjord",
      description: "Remarks that travel by water.",
      categories: ["remarks"],
      auth: ["api_key", "oauth2"],
      base: origin,
      methods: [
        {
          id: "api_key",
          type: "api_key",
          fields: [
            {
              name: "key",
              label: "Your key",
              secret: true,
              required: true,
              pattern: "fjord_[a-z_]+",
            },
          ],
          from: "document",
        },
        {
          id: "oauth2",
          type: "oauth2",
          fields: [],
          scopes: [{ name: "remarks", description: "Read and write remarks", isDefault: true }],
          oauth: {
            authorizationUrl: `${origin}/authorize`,
            tokenUrl: `${origin}/token`,
            pkce: true,
            clientAuth: "body",
          },
          from: "overlay",
        },
      ],
    },
    [
      {
        name: "get_remark",
        title: "Get a remark",
        description: "Gets a remark.",
        method: "GET",
        path: "/remarks/{id}",
        input: objectSchema({ id: { type: "string" } }, ["id"]),
        binding: { slots: [["id", "path", 0, "simple"]] },
      },
      {
        name: "list_remarks",
        title: "List remarks",
        description: "Lists remarks, a page of them.",
        method: "GET",
        path: "/remarks",
        input: objectSchema({ page: { type: "integer" } }),
        binding: { slots: [["page", "query", 0, "form"]] },
      },
      {
        name: "create_remark",
        title: "Make a remark",
        description: "Makes a remark.",
        method: "POST",
        path: "/remarks",
        input: objectSchema(
          { text: { type: "string", maxLength: 5000 }, loud: { type: "boolean" } },
          ["text"],
        ),
        binding: {
          slots: [
            ["text", "body", 0, ""],
            ["loud", "body", 0, ""],
          ],
          body: { type: "application/json" },
        },
      },
      {
        name: "look_inside",
        title: "Look inside",
        description: "Looks at an address of a private network.",
        method: "GET",
        path: "/",
        binding: { base: "http://10.0.0.7" },
      },
    ],
  );
