// Written by `npm run generate` from spec/. Do not edit.
import type { Table } from "../table.ts";

export type OperationName =
  | "createCheckout"
  | "getCheckout"
  | "listProducts"
  | "readPage"
  | "searchPages"
  | "siteInfo";

/** Operations that a commerce protocol defines. */
export type BindingName =
  | "createAcpCheckout"
  | "getAcpCheckout"
  | "updateAcpCheckout"
  | "cancelAcpCheckout"
  | "completeAcpCheckout"
  | "lookupUcpCatalog"
  | "getUcpProduct"
  | "searchUcpCatalog"
  | "createUcpCheckout"
  | "getUcpCheckout"
  | "updateUcpCheckout"
  | "cancelUcpCheckout"
  | "completeUcpCheckout";

/** The inputs with a default value, by operation. */
export interface Defaulted {
  createCheckout: "quantity";
  getCheckout: never;
  listProducts: never;
  readPage: "part";
  searchPages: "limit";
  siteInfo: never;
}

/** The media types of successful responses besides JSON, by operation. */
export interface Renderings {
  createCheckout: never;
  getCheckout: never;
  listProducts: never;
  readPage: "text/markdown" | "text/plain";
  searchPages: never;
  siteInfo: never;
}

export const table: Table<OperationName, BindingName> = {
  "title": "Jackfield Site",
  "version": "1.0.0",
  "operations": {
    "createCheckout": {
      "method": "POST",
      "path": "/agent/commerce/checkouts",
      "summary": "Create a checkout",
      "description": "Create a checkout for one offer. Nothing is charged: send the buyer to `continue_url`, a hosted page, to pay and to enter an email address (and a postal address if something is shipped). Then poll `getCheckout` until the status is `completed`. Payment instruments and tokens are not accepted.",
      "input": {
        "type": "object",
        "properties": {
          "offer": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The ID of an offer, as returned by `listProducts`.",
            "examples": [
              "magazine-monthly"
            ]
          },
          "quantity": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "description": "The quantity.",
            "default": 1
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "An idempotency key: for 24 hours, the same key with the same offer and quantity returns the\nsame checkout. Generate a random UUID for each purchase. A key belongs to the client: its\nnetwork, its verified signature, its `Authorization` header, and HTTP or MCP.",
            "examples": [
              "550e8400-e29b-41d4-a716-446655440000"
            ]
          }
        },
        "required": [
          "offer"
        ],
        "additionalProperties": false
      },
      "source": {
        "offer": "body",
        "quantity": "body",
        "idempotency_key": "body"
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/Checkout"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "409": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "413": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "422": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "tool": {
        "name": "create_checkout",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": false,
          "idempotentHint": false,
          "openWorldHint": true
        }
      },
      "client": {
        "resource": "checkouts",
        "method": "create",
        "positional": [
          "offer"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "getCheckout": {
      "method": "GET",
      "path": "/agent/commerce/checkouts/{id}",
      "summary": "Get a checkout",
      "description": "Get the current state of a checkout from the payment provider. Poll it every few seconds while the buyer pays.",
      "input": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The ID of the checkout, as returned by `createCheckout`, UCP or ACP.",
            "examples": [
              "chk_6bUJ2mQ8xKf3Zp0a"
            ]
          }
        },
        "required": [
          "id"
        ],
        "additionalProperties": false
      },
      "source": {
        "id": "path"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Checkout"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "tool": {
        "name": "get_checkout",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": true
        }
      },
      "client": {
        "resource": "checkouts",
        "method": "get",
        "positional": [
          "id"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "listProducts": {
      "method": "GET",
      "path": "/agent/commerce/products",
      "summary": "List products with live prices",
      "description": "List all offers of the site, with current prices and availability from the payment provider. To buy one, call `createCheckout` with its `id`. This API never charges anything: the buyer pays on a hosted page.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Products"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "tool": {
        "name": "list_products",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      },
      "client": {
        "resource": "products",
        "method": "list",
        "positional": [],
        "pages": false,
        "repeats": true
      }
    },
    "readPage": {
      "method": "GET",
      "path": "/agent/read",
      "summary": "Read a page",
      "description": "Read a page of the site as Markdown or text. The result is the main content, without navigation, banners or elements hidden from people. Long pages come in parts. Over HTTP, `Accept` selects only the content (text/markdown, the default, or text/plain) or the content with metadata (application/json). A read usually counts as a tenth of a request.",
      "input": {
        "type": "object",
        "properties": {
          "url": {
            "type": "string",
            "format": "uri",
            "maxLength": 2048,
            "description": "The absolute URL of a page of this site, such as the `url` of a search hit.",
            "examples": [
              "https://jackfield.example/docs/delivery-times.html"
            ]
          },
          "format": {
            "type": "string",
            "enum": [
              "markdown",
              "text"
            ],
            "description": "The content format. It takes precedence over `Accept`. Default: Markdown.",
            "examples": [
              "markdown"
            ]
          },
          "part": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000,
            "default": 1,
            "description": "The part of a long page, starting at 1.",
            "examples": [
              1
            ]
          },
          "frontmatter": {
            "type": "boolean",
            "description": "Whether Markdown begins with YAML front matter: the title, description, canonical URL, language\nand dates of the page, as far as it states them. It belongs to the first part, and adds to its\nlength. Default: as the operator set it, or no."
          }
        },
        "required": [
          "url"
        ],
        "additionalProperties": false
      },
      "source": {
        "url": "query",
        "format": "query",
        "part": "query",
        "frontmatter": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/Page"
          },
          "text/markdown": {
            "type": "string"
          },
          "text/plain": {
            "type": "string"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "404": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "406": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "422": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "tool": {
        "name": "read_page",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      },
      "client": {
        "resource": "pages",
        "method": "read",
        "positional": [
          "url"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "searchPages": {
      "method": "GET",
      "path": "/agent/search",
      "summary": "Search pages",
      "description": "Find pages of the site by their words, best match first. The search covers URL paths, and titles, headings and text of pages as far as the site knows them. Use the words that the page would contain, such as `delivery times`. Questions work too. Then call `readPage` with promising results.",
      "input": {
        "type": "object",
        "properties": {
          "q": {
            "type": "string",
            "minLength": 1,
            "maxLength": 400,
            "description": "The words to find. Only letters and digits matter; case and Unicode normalization don't.",
            "examples": [
              "delivery times"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 50,
            "default": 10,
            "description": "The maximum number of hits.",
            "examples": [
              5
            ]
          }
        },
        "required": [
          "q"
        ],
        "additionalProperties": false
      },
      "source": {
        "q": "query",
        "limit": "query"
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SearchResults"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "tool": {
        "name": "search_pages",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      },
      "client": {
        "resource": "pages",
        "method": "search",
        "positional": [
          "q"
        ],
        "pages": false,
        "repeats": true
      }
    },
    "siteInfo": {
      "method": "GET",
      "path": "/agent/site.json",
      "summary": "Describe the site",
      "description": "Describe the site: what it is, how to find and read its pages, its discovery links, its limits, and what it deliberately doesn't offer. Call this first.",
      "input": {
        "type": "object",
        "properties": {},
        "required": [],
        "additionalProperties": false
      },
      "source": {},
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/SiteInfo"
          }
        },
        "400": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "429": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "500": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        },
        "503": {
          "application/problem+json": {
            "$ref": "#/$defs/Problem"
          }
        }
      },
      "tool": {
        "name": "site_info",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      },
      "client": {
        "method": "info",
        "positional": [],
        "pages": false,
        "repeats": true
      }
    }
  },
  "bindings": {
    "createAcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/acp/checkout_sessions",
      "summary": "Create a checkout session (ACP)",
      "description": "Create a checkout session with the Agentic Commerce Protocol (API-Version 2026-04-17). Nothing is charged: the session has the status `requires_escalation`, and the buyer pays on the page at `continue_url`. Send the items as `line_items: [{ id, quantity }]`, `line_items: [{ item: { id }, quantity }]` or `items: [{ id, quantity }]`.",
      "protocol": "acp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "api-version": {
                "type": "string",
                "description": "The protocol version. /.well-known/acp.json lists the supported versions.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`, and the operator finds the request in the log with it. The response\nto any other text has a new ID."
              },
              "idempotency-key": {
                "type": "string",
                "pattern": "^[!-~]+$",
                "minLength": 1,
                "maxLength": 255,
                "description": "An idempotency key: up to 24 hours later, a request with the same key and body gets the first\nresponse again, and one with another body gets 422. Generate a random UUID for each request. A\nkey belongs to the path and the client: its network and its `Authorization` header.",
                "examples": [
                  "550e8400-e29b-41d4-a716-446655440000"
                ]
              }
            },
            "required": [
              "api-version",
              "idempotency-key"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/AcpCreateRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers",
          "body"
        ]
      },
      "responses": {
        "201": {
          "application/json": {
            "$ref": "#/$defs/AcpCheckoutSession"
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "409": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        }
      }
    },
    "getAcpCheckout": {
      "method": "GET",
      "path": "/agent/commerce/acp/checkout_sessions/{checkout_session_id}",
      "summary": "Get a checkout session (ACP)",
      "description": "Get the current state of a checkout session with ACP. The checkout may have been created with any of the protocols.",
      "protocol": "acp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {
              "checkout_session_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The ID of the checkout session.",
                "examples": [
                  "chk_6bUJ2mQ8xKf3Zp0a"
                ]
              }
            },
            "required": [
              "checkout_session_id"
            ],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "api-version": {
                "type": "string",
                "description": "The protocol version. /.well-known/acp.json lists the supported versions.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`, and the operator finds the request in the log with it. The response\nto any other text has a new ID."
              }
            },
            "required": [
              "api-version"
            ],
            "additionalProperties": true
          }
        },
        "required": [
          "path",
          "query",
          "headers"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AcpCheckoutSession"
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "404": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        }
      }
    },
    "updateAcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/acp/checkout_sessions/{checkout_session_id}",
      "summary": "Update a checkout session (ACP)",
      "description": "Change the items of a checkout session with ACP. Absent fields stay as they are. The hosted payment page closes, and a new one opens.",
      "protocol": "acp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {
              "checkout_session_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The ID of the checkout session.",
                "examples": [
                  "chk_6bUJ2mQ8xKf3Zp0a"
                ]
              }
            },
            "required": [
              "checkout_session_id"
            ],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "api-version": {
                "type": "string",
                "description": "The protocol version. /.well-known/acp.json lists the supported versions.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`, and the operator finds the request in the log with it. The response\nto any other text has a new ID."
              },
              "idempotency-key": {
                "type": "string",
                "pattern": "^[!-~]+$",
                "minLength": 1,
                "maxLength": 255,
                "description": "An idempotency key: up to 24 hours later, a request with the same key and body gets the first\nresponse again, and one with another body gets 422. Generate a random UUID for each request. A\nkey belongs to the path and the client: its network and its `Authorization` header.",
                "examples": [
                  "550e8400-e29b-41d4-a716-446655440000"
                ]
              }
            },
            "required": [
              "api-version",
              "idempotency-key"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/AcpUpdateRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers",
          "body"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AcpCheckoutSession"
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "404": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "409": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        }
      }
    },
    "cancelAcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/acp/checkout_sessions/{checkout_session_id}/cancel",
      "summary": "Cancel a checkout session (ACP)",
      "description": "Cancel an unpaid checkout session with ACP. Its hosted payment page closes.",
      "protocol": "acp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {
              "checkout_session_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The ID of the checkout session.",
                "examples": [
                  "chk_6bUJ2mQ8xKf3Zp0a"
                ]
              }
            },
            "required": [
              "checkout_session_id"
            ],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "api-version": {
                "type": "string",
                "description": "The protocol version. /.well-known/acp.json lists the supported versions.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`, and the operator finds the request in the log with it. The response\nto any other text has a new ID."
              },
              "idempotency-key": {
                "type": "string",
                "pattern": "^[!-~]+$",
                "minLength": 1,
                "maxLength": 255,
                "description": "An idempotency key: up to 24 hours later, a request with the same key and body gets the first\nresponse again, and one with another body gets 422. Generate a random UUID for each request. A\nkey belongs to the path and the client: its network and its `Authorization` header.",
                "examples": [
                  "550e8400-e29b-41d4-a716-446655440000"
                ]
              }
            },
            "required": [
              "api-version",
              "idempotency-key"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/AcpCancelRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AcpCheckoutSession"
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "404": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "405": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "409": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        }
      }
    },
    "completeAcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/acp/checkout_sessions/{checkout_session_id}/complete",
      "summary": "Complete a checkout session (ACP)",
      "description": "Ask to complete a checkout session with ACP. This API never takes a payment, whatever the request contains. The response is the session: with `continue_url` until the buyer has paid, and with `order` afterward.",
      "protocol": "acp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {
              "checkout_session_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The ID of the checkout session.",
                "examples": [
                  "chk_6bUJ2mQ8xKf3Zp0a"
                ]
              }
            },
            "required": [
              "checkout_session_id"
            ],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "api-version": {
                "type": "string",
                "description": "The protocol version. /.well-known/acp.json lists the supported versions.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`, and the operator finds the request in the log with it. The response\nto any other text has a new ID."
              },
              "idempotency-key": {
                "type": "string",
                "pattern": "^[!-~]+$",
                "minLength": 1,
                "maxLength": 255,
                "description": "An idempotency key: up to 24 hours later, a request with the same key and body gets the first\nresponse again, and one with another body gets 422. Generate a random UUID for each request. A\nkey belongs to the path and the client: its network and its `Authorization` header.",
                "examples": [
                  "550e8400-e29b-41d4-a716-446655440000"
                ]
              }
            },
            "required": [
              "api-version",
              "idempotency-key"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/AcpCompleteRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/AcpCheckoutSession"
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "404": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "409": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/AcpError"
          }
        }
      }
    },
    "lookupUcpCatalog": {
      "method": "POST",
      "path": "/agent/commerce/ucp/catalog/lookup",
      "summary": "Look up catalog items (UCP)",
      "description": "Look up items or products by ID, at most 50 at once. Unknown IDs are left out of the result and reported in `messages`.",
      "protocol": "ucp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "ucp-agent": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "The platform: an RFC 8941 dictionary whose `profile` is the https URL of the platform's UCP\nprofile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`. The response to any other text has a new ID.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              }
            },
            "required": [
              "ucp-agent"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/UcpLookupRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers",
          "body"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "anyOf": [
              {
                "$ref": "#/$defs/UcpLookupResponse"
              },
              {
                "$ref": "#/$defs/UcpErrorResponse"
              }
            ]
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "424": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        }
      },
      "tool": {
        "name": "lookup_catalog",
        "argument": "catalog",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
    },
    "getUcpProduct": {
      "method": "POST",
      "path": "/agent/commerce/ucp/catalog/product",
      "summary": "Get a product (UCP)",
      "description": "Get a product with all its variants, by its ID or by the ID of a variant. That variant then comes first.",
      "protocol": "ucp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "ucp-agent": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "The platform: an RFC 8941 dictionary whose `profile` is the https URL of the platform's UCP\nprofile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`. The response to any other text has a new ID.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              }
            },
            "required": [
              "ucp-agent"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/UcpProductRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers",
          "body"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "anyOf": [
              {
                "$ref": "#/$defs/UcpProductResponse"
              },
              {
                "$ref": "#/$defs/UcpErrorResponse"
              }
            ]
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "424": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        }
      },
      "tool": {
        "name": "get_product",
        "argument": "catalog",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
    },
    "searchUcpCatalog": {
      "method": "POST",
      "path": "/agent/commerce/ucp/catalog/search",
      "summary": "Search the catalog (UCP)",
      "description": "Search the catalog, or list all of it. An item matches if its title, description or terms contain any word of `query`. The best matches come first. Send at least one of `query`, `filters`, `pagination` and `context`.",
      "protocol": "ucp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "ucp-agent": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "The platform: an RFC 8941 dictionary whose `profile` is the https URL of the platform's UCP\nprofile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`. The response to any other text has a new ID.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              }
            },
            "required": [
              "ucp-agent"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/UcpSearchRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers",
          "body"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "anyOf": [
              {
                "$ref": "#/$defs/UcpSearchResponse"
              },
              {
                "$ref": "#/$defs/UcpErrorResponse"
              }
            ]
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "424": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        }
      },
      "tool": {
        "name": "search_catalog",
        "argument": "catalog",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": false
        }
      }
    },
    "createUcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/ucp/checkout-sessions",
      "summary": "Create a checkout session (UCP)",
      "description": "Create a checkout session for one or more items: at most 20 lines, at most 100 of each item, all in one currency. Nothing is charged: the status is `requires_escalation`, and the buyer pays on the hosted page at `continue_url`. If an item can't be bought, `ucp.status` is `error` and `messages` states the reason. Payment instruments are never accepted.",
      "protocol": "ucp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "ucp-agent": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "The platform: an RFC 8941 dictionary whose `profile` is the https URL of the platform's UCP\nprofile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`. The response to any other text has a new ID.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              },
              "idempotency-key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "An idempotency key: for 24 hours, a request with the same key and body gets the same response,\nand one with another body gets 409. Generate a random UUID for each request. A key belongs to\nthe path and the platform: its profile, its network and its `Authorization` header.",
                "examples": [
                  "550e8400-e29b-41d4-a716-446655440000"
                ]
              }
            },
            "required": [
              "ucp-agent"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/UcpCheckoutRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers",
          "body"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "$ref": "#/$defs/UcpErrorResponse"
          }
        },
        "201": {
          "application/json": {
            "$ref": "#/$defs/UcpCheckout"
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "409": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "424": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        }
      },
      "tool": {
        "name": "create_checkout",
        "argument": "checkout",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": false,
          "idempotentHint": false,
          "openWorldHint": true
        }
      }
    },
    "getUcpCheckout": {
      "method": "GET",
      "path": "/agent/commerce/ucp/checkout-sessions/{id}",
      "summary": "Get a checkout session (UCP)",
      "description": "Get the current state of a checkout session. For an unknown or deleted one, `ucp.status` is `error`.",
      "protocol": "ucp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The ID of the checkout, as returned when it was created.",
                "examples": [
                  "chk_6bUJ2mQ8xKf3Zp0a"
                ]
              }
            },
            "required": [
              "id"
            ],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "ucp-agent": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "The platform: an RFC 8941 dictionary whose `profile` is the https URL of the platform's UCP\nprofile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`. The response to any other text has a new ID.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              }
            },
            "required": [
              "ucp-agent"
            ],
            "additionalProperties": true
          }
        },
        "required": [
          "path",
          "query",
          "headers"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "anyOf": [
              {
                "$ref": "#/$defs/UcpCheckout"
              },
              {
                "$ref": "#/$defs/UcpErrorResponse"
              }
            ]
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "424": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        }
      },
      "tool": {
        "name": "get_checkout",
        "annotations": {
          "readOnlyHint": true,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": true
        }
      }
    },
    "updateUcpCheckout": {
      "method": "PUT",
      "path": "/agent/commerce/ucp/checkout-sessions/{id}",
      "summary": "Update a checkout session (UCP)",
      "description": "Replace the items of a checkout session. The hosted payment page closes and a new one opens, so `continue_url` changes. A paid or ended session can't be changed.",
      "protocol": "ucp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The ID of the checkout, as returned when it was created.",
                "examples": [
                  "chk_6bUJ2mQ8xKf3Zp0a"
                ]
              }
            },
            "required": [
              "id"
            ],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "ucp-agent": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "The platform: an RFC 8941 dictionary whose `profile` is the https URL of the platform's UCP\nprofile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`. The response to any other text has a new ID.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              },
              "idempotency-key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "An idempotency key: for 24 hours, a request with the same key and body gets the same response,\nand one with another body gets 409. Generate a random UUID for each request. A key belongs to\nthe path and the platform: its profile, its network and its `Authorization` header.",
                "examples": [
                  "550e8400-e29b-41d4-a716-446655440000"
                ]
              }
            },
            "required": [
              "ucp-agent"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/UcpCheckoutRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers",
          "body"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "anyOf": [
              {
                "$ref": "#/$defs/UcpCheckout"
              },
              {
                "$ref": "#/$defs/UcpErrorResponse"
              }
            ]
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "409": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "424": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        }
      },
      "tool": {
        "name": "update_checkout",
        "argument": "checkout",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": true,
          "idempotentHint": true,
          "openWorldHint": true
        }
      }
    },
    "cancelUcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/ucp/checkout-sessions/{id}/cancel",
      "summary": "Cancel a checkout session (UCP)",
      "description": "Cancel an unpaid checkout session and close its hosted payment page. A paid or ended session can't be canceled.",
      "protocol": "ucp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The ID of the checkout, as returned when it was created.",
                "examples": [
                  "chk_6bUJ2mQ8xKf3Zp0a"
                ]
              }
            },
            "required": [
              "id"
            ],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "ucp-agent": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "The platform: an RFC 8941 dictionary whose `profile` is the https URL of the platform's UCP\nprofile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`. The response to any other text has a new ID.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              },
              "idempotency-key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "An idempotency key: for 24 hours, a request with the same key and body gets the same response,\nand one with another body gets 409. Generate a random UUID for each request. A key belongs to\nthe path and the platform: its profile, its network and its `Authorization` header.",
                "examples": [
                  "550e8400-e29b-41d4-a716-446655440000"
                ]
              }
            },
            "required": [
              "ucp-agent"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/UcpCancelRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "anyOf": [
              {
                "$ref": "#/$defs/UcpCheckout"
              },
              {
                "$ref": "#/$defs/UcpErrorResponse"
              }
            ]
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "409": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "424": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        }
      },
      "tool": {
        "name": "cancel_checkout",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": true,
          "idempotentHint": true,
          "openWorldHint": true
        }
      }
    },
    "completeUcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/ucp/checkout-sessions/{id}/complete",
      "summary": "Complete a checkout session (UCP)",
      "description": "Ask to complete a checkout session. This never takes a payment. The response is the current session: with `continue_url` until the buyer has paid, and with `order` afterward. Payment instruments are never accepted.",
      "protocol": "ucp",
      "input": {
        "type": "object",
        "properties": {
          "path": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The ID of the checkout, as returned when it was created.",
                "examples": [
                  "chk_6bUJ2mQ8xKf3Zp0a"
                ]
              }
            },
            "required": [
              "id"
            ],
            "additionalProperties": false
          },
          "query": {
            "type": "object",
            "properties": {},
            "required": [],
            "additionalProperties": true
          },
          "headers": {
            "type": "object",
            "properties": {
              "ucp-agent": {
                "type": "string",
                "minLength": 1,
                "maxLength": 4096,
                "description": "The platform: an RFC 8941 dictionary whose `profile` is the https URL of the platform's UCP\nprofile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "A request ID: 1 to 255 visible ASCII characters without spaces. The response\nrepeats it as `Request-Id`. The response to any other text has a new ID.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              },
              "idempotency-key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "An idempotency key: for 24 hours, a request with the same key and body gets the same response,\nand one with another body gets 409. Generate a random UUID for each request. A key belongs to\nthe path and the platform: its profile, its network and its `Authorization` header.",
                "examples": [
                  "550e8400-e29b-41d4-a716-446655440000"
                ]
              }
            },
            "required": [
              "ucp-agent"
            ],
            "additionalProperties": true
          },
          "body": {
            "$ref": "#/$defs/UcpCompleteRequest"
          }
        },
        "required": [
          "path",
          "query",
          "headers"
        ]
      },
      "responses": {
        "200": {
          "application/json": {
            "anyOf": [
              {
                "$ref": "#/$defs/UcpCheckout"
              },
              {
                "$ref": "#/$defs/UcpErrorResponse"
              }
            ]
          }
        },
        "400": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "409": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "413": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "422": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "424": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "429": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "500": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        },
        "503": {
          "application/json": {
            "$ref": "#/$defs/UcpFault"
          }
        }
      },
      "tool": {
        "name": "complete_checkout",
        "argument": "checkout",
        "annotations": {
          "readOnlyHint": false,
          "destructiveHint": false,
          "idempotentHint": true,
          "openWorldHint": true
        }
      }
    }
  },
  "$defs": {
    "DiscoveryLink": {
      "type": "object",
      "required": [
        "rel",
        "href",
        "type",
        "title"
      ],
      "properties": {
        "rel": {
          "type": "string",
          "description": "The relation to the site: a registered link relation (IANA), or a name of Jackfield's if none\nfits.",
          "examples": [
            "service-desc"
          ]
        },
        "href": {
          "type": "string",
          "format": "uri",
          "description": "The URL of the resource.",
          "examples": [
            "https://jackfield.example/openapi.json"
          ]
        },
        "type": {
          "type": "string",
          "description": "The media type of the response.",
          "examples": [
            "application/openapi+json"
          ]
        },
        "title": {
          "type": "string",
          "description": "A description of the resource.",
          "examples": [
            "OpenAPI description of this API"
          ]
        }
      },
      "description": "A document or endpoint that the site serves for agents."
    },
    "McpServer": {
      "type": "object",
      "required": [
        "url",
        "transport",
        "protocol_versions",
        "tools"
      ],
      "properties": {
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The URL to connect to.",
          "examples": [
            "https://jackfield.example/mcp"
          ]
        },
        "transport": {
          "type": "string",
          "enum": [
            "streamable-http"
          ],
          "description": "The transport.",
          "examples": [
            "streamable-http"
          ]
        },
        "protocol_versions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The supported protocol versions, newest first.",
          "examples": [
            [
              "2026-07-28",
              "2025-11-25"
            ]
          ]
        },
        "tools": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The names of the tools.",
          "examples": [
            [
              "site_info",
              "search_pages",
              "read_page"
            ]
          ]
        }
      },
      "description": "The MCP server of the site."
    },
    "Limits": {
      "type": "object",
      "required": [
        "requests_per_second",
        "user_agent",
        "search_hits",
        "part_characters"
      ],
      "properties": {
        "requests_per_second": {
          "type": "integer",
          "description": "The maximum average number of requests per second.",
          "examples": [
            1
          ]
        },
        "requests_per_minute": {
          "type": "number",
          "minimum": 0,
          "description": "The rate limit of each client in requests per minute, for HTTP and MCP together. Requests that\nexceed it get status 429. Reading a page counts as a tenth of a request in every representation\nif the page is in a folder or a cache. It counts as one request if the page must be fetched. The\nfirst conversion of a page above 64 KiB counts as one request for each started MiB. Absent\nwithout a rate limit.",
          "examples": [
            60
          ]
        },
        "burst": {
          "type": "integer",
          "minimum": 1,
          "description": "The maximum number of requests at once. Absent without a rate limit.",
          "examples": [
            20
          ]
        },
        "verified_requests_per_minute": {
          "type": "number",
          "minimum": 0,
          "description": "The rate limit of each verified agent (Web Bot Auth), in requests per minute.",
          "examples": [
            300
          ]
        },
        "verified_burst": {
          "type": "integer",
          "minimum": 1,
          "description": "The maximum number of requests at once for each verified agent.",
          "examples": [
            100
          ]
        },
        "user_agent": {
          "type": "string",
          "description": "The expected `User-Agent` header.",
          "examples": [
            "Send a User-Agent with the name of your agent and a contact address."
          ]
        },
        "search_hits": {
          "type": "integer",
          "description": "The maximum number of search hits.",
          "examples": [
            50
          ]
        },
        "part_characters": {
          "type": "integer",
          "description": "The maximum number of characters in one part of a page.",
          "examples": [
            20000
          ]
        }
      },
      "description": "The limits of the API."
    },
    "NotOffered": {
      "type": "object",
      "required": [
        "what",
        "detail"
      ],
      "properties": {
        "what": {
          "type": "string",
          "description": "The feature as a code to switch on.",
          "examples": [
            "phone_orders"
          ]
        },
        "detail": {
          "type": "string",
          "description": "The missing feature and its alternative.",
          "examples": [
            "The shop takes no orders by phone."
          ]
        }
      },
      "description": "A feature that agents may look for and that the site doesn't offer."
    },
    "Support": {
      "type": "object",
      "required": [
        "url"
      ],
      "properties": {
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The support page, for help and for removal requests.",
          "examples": [
            "https://jackfield.example/support"
          ]
        },
        "contact": {
          "type": "string",
          "description": "The contact that the operator provides: an email address or a URL.",
          "examples": [
            "support@shop.example"
          ]
        }
      },
      "description": "How to get support."
    },
    "SiteInfo": {
      "type": "object",
      "required": [
        "name",
        "description",
        "url",
        "pages",
        "guide",
        "links",
        "mcp",
        "limits",
        "not_offered",
        "support"
      ],
      "properties": {
        "name": {
          "type": "string",
          "description": "The name of the site.",
          "examples": [
            "Shop Example"
          ]
        },
        "description": {
          "type": "string",
          "description": "A description of the site.",
          "examples": [
            "A magazine and a small shop."
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The base URL of the site. The URL of every page starts with it.",
          "examples": [
            "https://jackfield.example/"
          ]
        },
        "pages": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of pages that can be searched.",
          "examples": [
            32
          ]
        },
        "guide": {
          "type": "string",
          "description": "A short guide to finding and reading pages.",
          "examples": [
            "Search by words in the path of a page, then read the url of a hit."
          ]
        },
        "links": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/DiscoveryLink"
          },
          "description": "The discovery documents and endpoints that the site serves."
        },
        "mcp": {
          "$ref": "#/$defs/McpServer",
          "description": "The MCP server, which offers the same operations as tools."
        },
        "limits": {
          "$ref": "#/$defs/Limits",
          "description": "The limits of the API."
        },
        "not_offered": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/NotOffered"
          },
          "description": "Features that the site doesn't offer."
        },
        "support": {
          "$ref": "#/$defs/Support",
          "description": "How to get support."
        }
      },
      "description": "The metadata of the site and everything that it serves for agents."
    },
    "ProblemCode": {
      "type": "string",
      "enum": [
        "invalid_input",
        "outside_site",
        "invalid_signature",
        "offers_do_not_mix",
        "not_found",
        "page_not_found",
        "part_not_found",
        "offer_not_found",
        "checkout_not_found",
        "method_not_allowed",
        "not_acceptable",
        "offer_unavailable",
        "checkout_final",
        "request_in_flight",
        "body_too_large",
        "wrong_host",
        "unreadable_page",
        "idempotency_conflict",
        "rate_limited",
        "internal",
        "not_implemented",
        "origin_unreachable",
        "unavailable",
        "payments_unavailable",
        "limiter_unavailable"
      ],
      "description": "The problem codes of the site service, each with its status:\n\n- `invalid_input` (400): the request doesn't match the API specification; `errors` says where.\n- `outside_site` (400): the URL isn't part of this site.\n- `invalid_signature` (400): the signature of a payment webhook is invalid.\n- `offers_do_not_mix` (400): the offers can't be bought together.\n- `not_found` (404): nothing is served at this path.\n- `page_not_found` (404): the site doesn't have this page.\n- `part_not_found` (404): the page has fewer parts.\n- `offer_not_found` (404): the offer doesn't exist.\n- `checkout_not_found` (404): the checkout doesn't exist.\n- `method_not_allowed` (405): the path doesn't support this method; `Allow` lists the methods\nthat it supports.\n- `not_acceptable` (406): none of the accepted media types is available.\n- `offer_unavailable` (409): the offer is sold out.\n- `checkout_final` (409): the checkout has ended and can't be changed.\n- `request_in_flight` (409): a request with the same idempotency key is in progress.\n- `body_too_large` (413): the request body is too large.\n- `wrong_host` (421): the site doesn't serve this host.\n- `unreadable_page` (422): the page exists but isn't text, or is too large or too complex.\n- `idempotency_conflict` (422): the idempotency key was used for a different request.\n- `rate_limited` (429): the client exceeded its rate limit.\n- `internal` (500): an error in the service.\n- `not_implemented` (501): the service doesn't support the requested protocol, such as WebSocket.\n- `origin_unreachable` (502): the site behind this reverse proxy doesn't respond.\n- `unavailable` (503): the pages of the site are unavailable.\n- `payments_unavailable` (503): the payment provider is unavailable.\n- `limiter_unavailable` (503): the rate limiter is unavailable, so the request was rejected."
    },
    "InputError": {
      "type": "object",
      "required": [
        "pointer",
        "detail"
      ],
      "properties": {
        "pointer": {
          "type": "string",
          "description": "The location of the error: a JSON Pointer into the input (RFC 6901). The empty string is the\nwhole input.",
          "examples": [
            "/limit"
          ]
        },
        "detail": {
          "type": "string",
          "description": "A description of the error.",
          "examples": [
            "It is 500. It must be at most 50."
          ]
        }
      },
      "description": "One error in the input."
    },
    "Problem": {
      "type": "object",
      "required": [
        "type",
        "title",
        "status",
        "code",
        "detail",
        "retryable"
      ],
      "properties": {
        "type": {
          "type": "string",
          "pattern": "^urn:problem-type:jackfield:[a-z_]+$",
          "description": "The problem type, a stable URI: `urn:problem-type:jackfield:` followed by the code.",
          "examples": [
            "urn:problem-type:jackfield:invalid_input"
          ]
        },
        "title": {
          "type": "string",
          "description": "A short summary of the problem type. It is the same for every occurrence.",
          "examples": [
            "Invalid input"
          ]
        },
        "status": {
          "type": "integer",
          "minimum": 400,
          "maximum": 599,
          "description": "The HTTP status code, repeated for clients that only see the body.",
          "examples": [
            400
          ]
        },
        "code": {
          "$ref": "#/$defs/ProblemCode",
          "description": "The problem type as a code to switch on."
        },
        "detail": {
          "type": "string",
          "description": "An explanation of this occurrence, with the value that caused it.",
          "examples": [
            "limit is 51, but the maximum is 50."
          ]
        },
        "hint": {
          "type": "string",
          "description": "How to fix the problem.",
          "examples": [
            "Set limit to 50 or less."
          ]
        },
        "retryable": {
          "type": "boolean",
          "description": "Whether the same request may succeed later.",
          "examples": [
            false
          ]
        },
        "instance": {
          "type": "string",
          "description": "A URI that identifies this occurrence: the request ID as a URN. The operator finds the request\nin the log with it.",
          "examples": [
            "urn:uuid:7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
          ]
        },
        "errors": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/InputError"
          },
          "description": "The errors in the input."
        }
      },
      "description": "Problem details (RFC 9457)."
    },
    "SearchHit": {
      "type": "object",
      "required": [
        "url",
        "matched"
      ],
      "properties": {
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The URL of the page. Send it to `readPage`.",
          "examples": [
            "https://jackfield.example/docs/delivery-times.html"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the page, if known without fetching the page.",
          "examples": [
            "Delivery times"
          ]
        },
        "matched": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "minItems": 1,
          "description": "The words of the query that the path, title, headings or text of the page contain.",
          "examples": [
            [
              "delivery",
              "times"
            ]
          ]
        },
        "snippet": {
          "type": "string",
          "description": "The part of the page that matches best, at most 250 characters in one line. It comes from the\ntext of the page, its description or its headings. Absent if none of them is known.",
          "examples": [
            "Orders within Germany arrive in two to three days. The delivery times for other countries are listed below."
          ]
        },
        "modified": {
          "type": "string",
          "format": "date-time",
          "description": "When the page last changed, if known (RFC 3339, UTC).",
          "examples": [
            "2026-11-02T09:30:00Z"
          ]
        }
      },
      "description": "A page that contains words of the query."
    },
    "SearchResults": {
      "type": "object",
      "required": [
        "words",
        "total",
        "hits"
      ],
      "properties": {
        "words": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The normalized words of the query: lowercase, without punctuation and words such as `the`, at\nmost 32.",
          "examples": [
            [
              "delivery",
              "times"
            ]
          ]
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "The number of pages that contain at least one of the words.",
          "examples": [
            2
          ]
        },
        "hits": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SearchHit"
          },
          "description": "The best matches. Rare words and words in titles and paths count most. Pages whose title fits\nthe whole query come first."
        }
      },
      "description": "The results of a page search."
    },
    "PageFormat": {
      "type": "string",
      "enum": [
        "markdown",
        "text"
      ],
      "description": "A page format: `markdown` (GitHub Flavored Markdown with headings, links, lists, tables and code)\nor `text` (plain text)."
    },
    "Page": {
      "type": "object",
      "required": [
        "url",
        "title",
        "format",
        "content",
        "part",
        "parts",
        "length"
      ],
      "properties": {
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The URL of the page.",
          "examples": [
            "https://jackfield.example/docs/delivery-times.html"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the page; empty if it has none.",
          "examples": [
            "Delivery times"
          ]
        },
        "format": {
          "$ref": "#/$defs/PageFormat",
          "description": "The format of `content`."
        },
        "content": {
          "type": "string",
          "description": "The main content of the page, without navigation and other boilerplate.",
          "examples": [
            "# Delivery times\n\nParcels arrive within three working days."
          ]
        },
        "part": {
          "type": "integer",
          "minimum": 1,
          "description": "The number of this part, starting at 1.",
          "examples": [
            1
          ]
        },
        "parts": {
          "type": "integer",
          "minimum": 1,
          "description": "The number of parts. Joined in order, the parts are the complete content.",
          "examples": [
            1
          ]
        },
        "length": {
          "type": "integer",
          "minimum": 0,
          "description": "The length of the complete content in characters (UTF-16 code units).",
          "examples": [
            62
          ]
        }
      },
      "description": "A page of the site, or one part of a long page."
    },
    "Money": {
      "type": "object",
      "required": [
        "amount",
        "currency"
      ],
      "properties": {
        "amount": {
          "type": "integer",
          "minimum": 0,
          "description": "The amount in minor units of the currency, such as cents. Currencies without minor units, such\nas the yen, use whole units.",
          "examples": [
            1200
          ]
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Z]{3}$",
          "description": "The currency (ISO 4217, uppercase).",
          "examples": [
            "EUR"
          ]
        }
      },
      "description": "An amount of money."
    },
    "BillingUnit": {
      "type": "string",
      "enum": [
        "day",
        "week",
        "month",
        "year"
      ],
      "description": "The unit of a billing interval."
    },
    "BillingInterval": {
      "type": "object",
      "required": [
        "unit",
        "count"
      ],
      "properties": {
        "unit": {
          "$ref": "#/$defs/BillingUnit",
          "description": "The unit of the interval."
        },
        "count": {
          "type": "integer",
          "minimum": 1,
          "description": "The number of units in the interval. For example, 3 with the unit `month` is billed quarterly.",
          "examples": [
            1
          ]
        }
      },
      "description": "A billing interval."
    },
    "Offer": {
      "type": "object",
      "required": [
        "id",
        "product",
        "title",
        "price",
        "needs_shipping",
        "available",
        "terms"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the offer. Send it to `createCheckout` as `offer`.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "product": {
          "type": "string",
          "description": "The ID of the product. Several offers can belong to one product, such as a monthly and a yearly\nsubscription.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the offer.",
          "examples": [
            "Magazine, monthly subscription"
          ]
        },
        "description": {
          "type": "string",
          "description": "A description of the offer.",
          "examples": [
            "The digital magazine, billed by the month."
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The page of the offer on the site.",
          "examples": [
            "https://jackfield.example/products/magazine-monthly.html"
          ]
        },
        "image": {
          "type": "string",
          "format": "uri",
          "description": "An image of the offer.",
          "examples": [
            "https://jackfield.example/images/magazine.svg"
          ]
        },
        "price": {
          "$ref": "#/$defs/Money",
          "description": "The unit price, charged each billing interval."
        },
        "billing": {
          "$ref": "#/$defs/BillingInterval",
          "description": "The billing interval. Absent for one-time purchases."
        },
        "trial_days": {
          "type": "integer",
          "minimum": 1,
          "description": "The length of the free trial in days. Nothing is due before it ends. Absent without a free\ntrial.",
          "examples": [
            14
          ]
        },
        "needs_shipping": {
          "type": "boolean",
          "description": "Whether the offer is shipped. Only the buyer enters the address, on the hosted payment page.",
          "examples": [
            false
          ]
        },
        "available": {
          "type": "boolean",
          "description": "Whether the offer can be bought now.",
          "examples": [
            true
          ]
        },
        "terms": {
          "type": "string",
          "description": "The terms as text.",
          "examples": [
            "EUR 12.00 a month, after a free trial of 14 days"
          ]
        }
      },
      "description": "An offer: a product at a price."
    },
    "Products": {
      "type": "object",
      "required": [
        "offers",
        "verified_at"
      ],
      "properties": {
        "offers": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/Offer"
          },
          "description": "The offers, including those that are sold out; empty if the site sells nothing."
        },
        "verified_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the payment provider confirmed the offers (RFC 3339, UTC). Prices are always live.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "The offers of the site."
    },
    "CheckoutStatus": {
      "type": "string",
      "enum": [
        "requires_escalation",
        "complete_in_progress",
        "completed",
        "payment_failed",
        "canceled",
        "expired"
      ],
      "description": "The status of a checkout:\n\n- `requires_escalation`: the buyer has to pay on the page at `continue_url`.\n- `complete_in_progress`: the buyer chose a payment method that takes time to settle.\n- `completed`: paid, or nothing is due yet; `order` identifies the purchase.\n- `payment_failed`: the payment failed.\n- `canceled`: canceled.\n- `expired`: the buyer didn't pay before `expires_at`.\n\nThe last four are final."
    },
    "CheckoutLine": {
      "type": "object",
      "required": [
        "offer",
        "title",
        "quantity",
        "price",
        "terms"
      ],
      "properties": {
        "offer": {
          "type": "string",
          "description": "The ID of the offer.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the offer.",
          "examples": [
            "Magazine, monthly subscription"
          ]
        },
        "quantity": {
          "type": "integer",
          "minimum": 1,
          "description": "The quantity.",
          "examples": [
            1
          ]
        },
        "price": {
          "$ref": "#/$defs/Money",
          "description": "The unit price, charged each billing interval."
        },
        "terms": {
          "type": "string",
          "description": "The terms as text.",
          "examples": [
            "EUR 12.00 a month, after a free trial of 14 days"
          ]
        }
      },
      "description": "A quantity of one offer."
    },
    "CheckoutTotals": {
      "type": "object",
      "required": [
        "subtotal",
        "total"
      ],
      "properties": {
        "subtotal": {
          "type": "integer",
          "minimum": 0,
          "description": "The sum of the lines.",
          "examples": [
            1200
          ]
        },
        "discount": {
          "type": "integer",
          "minimum": 0,
          "description": "The discount, for example for a free trial.",
          "examples": [
            1200
          ]
        },
        "shipping": {
          "type": "integer",
          "minimum": 0,
          "description": "The shipping cost, if known. It often depends on the address that the buyer enters.",
          "examples": [
            0
          ]
        },
        "tax": {
          "type": "integer",
          "minimum": 0,
          "description": "The tax that is added to the price, if known.",
          "examples": [
            0
          ]
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "The amount that the buyer pays today.",
          "examples": [
            0
          ]
        }
      },
      "description": "The amounts due today, in minor units of `currency`."
    },
    "CheckoutOrder": {
      "type": "object",
      "required": [
        "id",
        "url"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the order.",
          "examples": [
            "ord_6bUJ2mQ8xKf3"
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "A page that shows the buyer the status of the order.",
          "examples": [
            "https://jackfield.example/checkout/chk_6bUJ2mQ8xKf3Zp0a"
          ]
        }
      },
      "description": "An order."
    },
    "Checkout": {
      "type": "object",
      "required": [
        "id",
        "status",
        "message",
        "lines",
        "currency",
        "totals",
        "created_at",
        "expires_at"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the checkout. It can't be guessed, and anyone who knows it can read the checkout.",
          "examples": [
            "chk_6bUJ2mQ8xKf3Zp0a"
          ]
        },
        "status": {
          "$ref": "#/$defs/CheckoutStatus",
          "description": "The status of the checkout."
        },
        "continue_url": {
          "type": "string",
          "format": "uri",
          "description": "The hosted payment page. Send the buyer there. Absent once there is nothing left to pay.",
          "examples": [
            "https://jackfield.example/checkout/pay/sbx_1"
          ]
        },
        "message": {
          "type": "string",
          "description": "What the status means and what to do next.",
          "examples": [
            "Send the buyer to continue_url to pay. Payment is only possible on that page."
          ]
        },
        "lines": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/CheckoutLine"
          },
          "minItems": 1,
          "description": "The lines of the checkout."
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Z]{3}$",
          "description": "The currency of all amounts (ISO 4217, uppercase).",
          "examples": [
            "EUR"
          ]
        },
        "totals": {
          "$ref": "#/$defs/CheckoutTotals",
          "description": "The amounts due today."
        },
        "order": {
          "$ref": "#/$defs/CheckoutOrder",
          "description": "The order, once the checkout is completed."
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the checkout was created (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the page at `continue_url` closes.",
          "examples": [
            "2026-11-22T09:30:00Z"
          ]
        }
      },
      "description": "A checkout that an agent created for a buyer."
    },
    "UcpCapability": {
      "type": "object",
      "required": [
        "version"
      ],
      "properties": {
        "version": {
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
          "description": "The version of the capability.",
          "examples": [
            "2026-04-08"
          ]
        }
      },
      "description": "A supported capability in one version."
    },
    "UcpEnvelope": {
      "type": "object",
      "required": [
        "version",
        "status",
        "capabilities",
        "payment_handlers"
      ],
      "properties": {
        "version": {
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
          "description": "The version of UCP.",
          "examples": [
            "2026-04-08"
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "success"
          ],
          "description": "The request succeeded.",
          "examples": [
            "success"
          ]
        },
        "capabilities": {
          "type": "object",
          "description": "The requested capability with its version.",
          "examples": [
            {
              "dev.ucp.shopping.checkout": [
                {
                  "version": "2026-04-08"
                }
              ]
            }
          ],
          "additionalProperties": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/UcpCapability"
            }
          }
        },
        "payment_handlers": {
          "type": "object",
          "description": "The payment handlers. There are none.",
          "examples": [
            {}
          ]
        }
      },
      "description": "The UCP version and the capabilities of a response."
    },
    "UcpStatus": {
      "type": "string",
      "enum": [
        "requires_escalation",
        "complete_in_progress",
        "completed",
        "canceled"
      ],
      "description": "The status of a UCP checkout session:\n\n- `requires_escalation`: the buyer has to pay at `continue_url`.\n- `complete_in_progress`: the buyer chose a payment method that takes time to settle.\n- `completed`: paid, or nothing is due yet; `order` identifies the purchase.\n- `canceled`: canceled, not paid in time, or the payment failed; `messages` says which."
    },
    "UcpItem": {
      "type": "object",
      "required": [
        "id",
        "title",
        "price"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the item in the catalog.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the item, with the terms of a subscription.",
          "examples": [
            "Magazine, by the month (EUR 12.00 a month, after a free trial of 14 days)"
          ]
        },
        "price": {
          "type": "integer",
          "minimum": 0,
          "description": "The unit price in minor units, charged each billing interval.",
          "examples": [
            1200
          ]
        },
        "image_url": {
          "type": "string",
          "format": "uri",
          "description": "An image of the item.",
          "examples": [
            "https://jackfield.example/images/magazine.svg"
          ]
        }
      },
      "description": "An item."
    },
    "UcpTotal": {
      "type": "object",
      "required": [
        "type",
        "display_text",
        "amount"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "subtotal",
            "discount",
            "fulfillment",
            "tax",
            "adjustment",
            "total"
          ],
          "description": "The kind of amount.",
          "examples": [
            "subtotal"
          ]
        },
        "display_text": {
          "type": "string",
          "description": "A label to show to the buyer.",
          "examples": [
            "Subtotal"
          ]
        },
        "amount": {
          "type": "integer",
          "description": "The amount in minor units. Discounts are negative.",
          "examples": [
            1200
          ]
        }
      },
      "description": "A part of the amount due. Show the parts in the given order."
    },
    "UcpLineItem": {
      "type": "object",
      "required": [
        "id",
        "item",
        "quantity",
        "totals"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the line within the checkout session.",
          "examples": [
            "li_1"
          ]
        },
        "item": {
          "$ref": "#/$defs/UcpItem",
          "description": "The item."
        },
        "quantity": {
          "type": "integer",
          "minimum": 1,
          "description": "The quantity.",
          "examples": [
            1
          ]
        },
        "totals": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpTotal"
          },
          "description": "The amounts of the line that are due today.",
          "examples": [
            [
              {
                "type": "subtotal",
                "display_text": "Subtotal",
                "amount": 1200
              },
              {
                "type": "discount",
                "display_text": "Free trial of 14 days",
                "amount": -1200
              },
              {
                "type": "total",
                "display_text": "Due today",
                "amount": 0
              }
            ]
          ]
        }
      },
      "description": "A quantity of an item with its totals."
    },
    "UcpErrorMessage": {
      "type": "object",
      "required": [
        "type",
        "code",
        "content",
        "severity"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "error"
          ],
          "description": "An error.",
          "examples": [
            "error"
          ]
        },
        "code": {
          "type": "string",
          "description": "The kind of error as a code to switch on.",
          "examples": [
            "payment_required"
          ]
        },
        "path": {
          "type": "string",
          "description": "The part of the request that the message is about (JSONPath, RFC 9535).",
          "examples": [
            "$.line_items[0]"
          ]
        },
        "content": {
          "type": "string",
          "description": "A message for the buyer.",
          "examples": [
            "Payment is taken only on the hosted payment page. Send the buyer to continue_url."
          ]
        },
        "severity": {
          "type": "string",
          "enum": [
            "requires_buyer_input",
            "unrecoverable"
          ],
          "description": "What to do: `requires_buyer_input` (the buyer has to act at `continue_url`) or `unrecoverable`\n(create a new checkout with other items).",
          "examples": [
            "requires_buyer_input"
          ]
        }
      },
      "description": "An error that blocks or ended the purchase."
    },
    "UcpWarningMessage": {
      "type": "object",
      "required": [
        "type",
        "code",
        "content"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "warning"
          ],
          "description": "A warning.",
          "examples": [
            "warning"
          ]
        },
        "code": {
          "type": "string",
          "description": "The kind of warning as a code to switch on.",
          "examples": [
            "subscription_terms"
          ]
        },
        "path": {
          "type": "string",
          "description": "The part of the request that the message is about (JSONPath, RFC 9535).",
          "examples": [
            "$.line_items[0]"
          ]
        },
        "content": {
          "type": "string",
          "description": "A message for the buyer.",
          "examples": [
            "Magazine, by the month: EUR 12.00 a month, after a free trial of 14 days."
          ]
        },
        "presentation": {
          "type": "string",
          "enum": [
            "notice",
            "disclosure"
          ],
          "description": "How to show the message. Show a `disclosure` next to what it is about, and don't let the buyer\ndismiss it.",
          "examples": [
            "disclosure"
          ]
        }
      },
      "description": "A warning that the buyer must see."
    },
    "UcpInfoMessage": {
      "type": "object",
      "required": [
        "type",
        "code",
        "content"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "info"
          ],
          "description": "A note.",
          "examples": [
            "info"
          ]
        },
        "code": {
          "type": "string",
          "description": "The kind of note as a code to switch on.",
          "examples": [
            "not_found"
          ]
        },
        "path": {
          "type": "string",
          "description": "The part of the request that the message is about (JSONPath, RFC 9535).",
          "examples": [
            "$.ids[0]"
          ]
        },
        "content": {
          "type": "string",
          "description": "A message for the buyer.",
          "examples": [
            "The offer does not exist."
          ]
        }
      },
      "description": "A note for the buyer."
    },
    "UcpMessage": {
      "anyOf": [
        {
          "$ref": "#/$defs/UcpErrorMessage"
        },
        {
          "$ref": "#/$defs/UcpWarningMessage"
        },
        {
          "$ref": "#/$defs/UcpInfoMessage"
        }
      ],
      "description": "An error, a warning or a note."
    },
    "UcpLink": {
      "type": "object",
      "required": [
        "type",
        "url",
        "title"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "terms_of_service",
            "privacy_policy",
            "support"
          ],
          "description": "The kind of page.",
          "examples": [
            "terms_of_service"
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The URL of the page.",
          "examples": [
            "https://jackfield.example/license-terms.html"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the page.",
          "examples": [
            "Terms of sale"
          ]
        }
      },
      "description": "A page for the buyer."
    },
    "UcpOrder": {
      "type": "object",
      "required": [
        "id",
        "permalink_url"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the order.",
          "examples": [
            "ord_6bUJ2mQ8xKf3"
          ]
        },
        "permalink_url": {
          "type": "string",
          "format": "uri",
          "description": "A page that shows the buyer the status of the order.",
          "examples": [
            "https://jackfield.example/checkout/chk_6bUJ2mQ8xKf3Zp0a"
          ]
        }
      },
      "description": "An order."
    },
    "UcpCheckout": {
      "type": "object",
      "required": [
        "ucp",
        "id",
        "status",
        "currency",
        "line_items",
        "totals",
        "messages",
        "links",
        "expires_at"
      ],
      "properties": {
        "ucp": {
          "$ref": "#/$defs/UcpEnvelope",
          "description": "The UCP version and the capability of the response."
        },
        "id": {
          "type": "string",
          "description": "The ID of the checkout session. It can't be guessed, and anyone who knows it can read the\nsession.",
          "examples": [
            "chk_6bUJ2mQ8xKf3Zp0a"
          ]
        },
        "status": {
          "$ref": "#/$defs/UcpStatus",
          "description": "The status of the checkout session."
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Z]{3}$",
          "description": "The currency of all amounts (ISO 4217, uppercase).",
          "examples": [
            "EUR"
          ]
        },
        "line_items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpLineItem"
          },
          "description": "The items."
        },
        "totals": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpTotal"
          },
          "description": "The amounts due today. The hosted payment page adds shipping and the taxes that depend on the\nbuyer.",
          "examples": [
            [
              {
                "type": "subtotal",
                "display_text": "Subtotal",
                "amount": 1200
              },
              {
                "type": "discount",
                "display_text": "Free trial",
                "amount": -1200
              },
              {
                "type": "total",
                "display_text": "Due today",
                "amount": 0
              }
            ]
          ]
        },
        "messages": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMessage"
          },
          "description": "Messages for the buyer and the reason for the status.",
          "examples": [
            [
              {
                "type": "error",
                "code": "payment_required",
                "content": "Payment is taken only on the hosted payment page. Send the buyer to continue_url.",
                "severity": "requires_buyer_input"
              }
            ]
          ]
        },
        "links": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpLink"
          },
          "description": "The shop's terms, privacy policy and support page."
        },
        "continue_url": {
          "type": "string",
          "format": "uri",
          "description": "The hosted payment page, while there is something to pay.",
          "examples": [
            "https://jackfield.example/checkout/pay/sbx_1"
          ]
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the hosted payment page closes.",
          "examples": [
            "2026-11-22T09:30:00Z"
          ]
        },
        "order": {
          "$ref": "#/$defs/UcpOrder",
          "description": "The order, once the checkout is completed."
        }
      },
      "description": "A checkout session that a platform created for a buyer."
    },
    "UcpErrorEnvelope": {
      "type": "object",
      "required": [
        "version",
        "status",
        "capabilities"
      ],
      "properties": {
        "version": {
          "type": "string",
          "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
          "description": "The version of UCP.",
          "examples": [
            "2026-04-08"
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "error"
          ],
          "description": "The request failed; `messages` says why.",
          "examples": [
            "error"
          ]
        },
        "capabilities": {
          "type": "object",
          "description": "The requested capability with its version.",
          "examples": [
            {
              "dev.ucp.shopping.checkout": [
                {
                  "version": "2026-04-08"
                }
              ]
            }
          ],
          "additionalProperties": {
            "type": "array",
            "items": {
              "$ref": "#/$defs/UcpCapability"
            }
          }
        }
      },
      "description": "The envelope of an error response."
    },
    "UcpErrorResponse": {
      "type": "object",
      "required": [
        "ucp",
        "messages"
      ],
      "properties": {
        "ucp": {
          "$ref": "#/$defs/UcpErrorEnvelope",
          "description": "The UCP version and the capability of the response."
        },
        "messages": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMessage"
          },
          "minItems": 1,
          "description": "The reasons.",
          "examples": [
            [
              {
                "type": "error",
                "code": "out_of_stock",
                "path": "$.line_items[0]",
                "content": "Mug is sold out.",
                "severity": "unrecoverable"
              }
            ]
          ]
        },
        "continue_url": {
          "type": "string",
          "format": "uri",
          "description": "A page for the buyer to use instead.",
          "examples": [
            "https://jackfield.example/products/mug.html"
          ]
        }
      },
      "description": "An error response."
    },
    "UcpFault": {
      "type": "object",
      "required": [
        "code",
        "content"
      ],
      "properties": {
        "code": {
          "type": "string",
          "description": "The kind of error as a code to switch on.",
          "examples": [
            "invalid_request"
          ]
        },
        "content": {
          "type": "string",
          "description": "What is wrong and what to do.",
          "examples": [
            "$.line_items: It is required."
          ]
        }
      },
      "description": "A protocol error over REST (UCP overview, \"Error Handling\")."
    },
    "UcpItemRequest": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of a variant in the catalog, which is the ID of an offer.",
          "examples": [
            "magazine-monthly"
          ]
        }
      },
      "description": "A requested item. Fields other than its ID are ignored.",
      "additionalProperties": true
    },
    "UcpLineItemRequest": {
      "type": "object",
      "required": [
        "item",
        "quantity"
      ],
      "properties": {
        "item": {
          "$ref": "#/$defs/UcpItemRequest",
          "description": "The item."
        },
        "quantity": {
          "type": "integer",
          "minimum": 1,
          "description": "The quantity, at most 100.",
          "examples": [
            1
          ]
        }
      },
      "description": "A quantity of an item.",
      "additionalProperties": true
    },
    "UcpCheckoutRequest": {
      "type": "object",
      "required": [
        "line_items"
      ],
      "properties": {
        "line_items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpLineItemRequest"
          },
          "minItems": 1,
          "description": "The items, at most 20 lines. In an update, they replace all present items.",
          "examples": [
            [
              {
                "item": {
                  "id": "magazine-monthly"
                },
                "quantity": 1
              }
            ]
          ]
        },
        "buyer": {
          "description": "Ignored; the hosted payment page asks for the buyer's details."
        },
        "context": {
          "description": "Ignored; the shop has one market."
        },
        "payment": {
          "description": "Never accepted: Jackfield ignores payment data, and neither stores nor returns it. A warning\nsays so."
        }
      },
      "description": "The items of a checkout session. Details about the buyer are accepted and ignored because the\nhosted payment page asks for them. Jackfield neither stores nor returns them.",
      "additionalProperties": true
    },
    "UcpCompleteRequest": {
      "type": "object",
      "properties": {
        "payment": {
          "description": "Never accepted: Jackfield ignores payment data, and neither stores nor returns it. A warning\nsays so."
        }
      },
      "description": "A request to complete a checkout session.",
      "additionalProperties": true
    },
    "UcpCancelRequest": {
      "type": "object",
      "description": "A request to cancel a checkout session. Its fields are ignored.",
      "additionalProperties": true
    },
    "UcpDescription": {
      "type": "object",
      "required": [
        "plain"
      ],
      "properties": {
        "plain": {
          "type": "string",
          "description": "The description as plain text.",
          "examples": [
            "The digital magazine, billed by the month. EUR 12.00 a month, after a free trial of 14 days."
          ]
        }
      },
      "description": "A description."
    },
    "UcpPriceRange": {
      "type": "object",
      "required": [
        "min",
        "max"
      ],
      "properties": {
        "min": {
          "$ref": "#/$defs/Money",
          "description": "The lowest price."
        },
        "max": {
          "$ref": "#/$defs/Money",
          "description": "The highest price."
        }
      },
      "description": "The lowest and the highest price of a product's variants."
    },
    "UcpMedia": {
      "type": "object",
      "required": [
        "type",
        "url",
        "alt_text"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "image"
          ],
          "description": "The media type.",
          "examples": [
            "image"
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The URL of the image.",
          "examples": [
            "https://jackfield.example/images/magazine.svg"
          ]
        },
        "alt_text": {
          "type": "string",
          "description": "A description of the image.",
          "examples": [
            "Magazine"
          ]
        }
      },
      "description": "An image."
    },
    "UcpAvailability": {
      "type": "object",
      "required": [
        "available",
        "status"
      ],
      "properties": {
        "available": {
          "type": "boolean",
          "description": "Whether the variant can be bought now.",
          "examples": [
            true
          ]
        },
        "status": {
          "type": "string",
          "enum": [
            "in_stock",
            "out_of_stock"
          ],
          "description": "The availability as a UCP status.",
          "examples": [
            "in_stock"
          ]
        }
      },
      "description": "The availability of a variant."
    },
    "UcpVariantMetadata": {
      "type": "object",
      "required": [
        "needs_shipping",
        "terms"
      ],
      "properties": {
        "billing": {
          "$ref": "#/$defs/BillingInterval",
          "description": "The billing interval. Absent for one-time purchases."
        },
        "trial_days": {
          "type": "integer",
          "minimum": 1,
          "description": "The length of the free trial in days. Nothing is due before it ends. Absent without a free\ntrial.",
          "examples": [
            14
          ]
        },
        "needs_shipping": {
          "type": "boolean",
          "description": "Whether the variant is shipped. Only the buyer enters the address, on the hosted payment page.",
          "examples": [
            false
          ]
        },
        "terms": {
          "type": "string",
          "description": "The terms as text.",
          "examples": [
            "EUR 12.00 a month, after a free trial of 14 days"
          ]
        }
      },
      "description": "Details that UCP has no fields for."
    },
    "UcpVariant": {
      "type": "object",
      "required": [
        "id",
        "title",
        "description",
        "price",
        "availability",
        "metadata"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the variant. Checkouts use it as `item.id`.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the variant, with the terms of a subscription.",
          "examples": [
            "Magazine, by the month (EUR 12.00 a month, after a free trial of 14 days)"
          ]
        },
        "description": {
          "$ref": "#/$defs/UcpDescription",
          "description": "The description of the variant, with its terms."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The page of the variant on the site.",
          "examples": [
            "https://jackfield.example/products/magazine-monthly.html"
          ]
        },
        "price": {
          "$ref": "#/$defs/Money",
          "description": "The unit price, charged each billing interval."
        },
        "availability": {
          "$ref": "#/$defs/UcpAvailability",
          "description": "The availability of the variant."
        },
        "media": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMedia"
          },
          "description": "Images of the variant."
        },
        "metadata": {
          "$ref": "#/$defs/UcpVariantMetadata",
          "description": "Details that UCP has no fields for."
        }
      },
      "description": "A variant of a product: an offer."
    },
    "UcpWholeProduct": {
      "type": "object",
      "required": [
        "id",
        "title",
        "description",
        "price_range",
        "variants"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the product.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the product: the title of its first variant.",
          "examples": [
            "Magazine, by the month"
          ]
        },
        "description": {
          "$ref": "#/$defs/UcpDescription",
          "description": "The description of the product."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The page of the product on the site.",
          "examples": [
            "https://jackfield.example/products/magazine-monthly.html"
          ]
        },
        "price_range": {
          "$ref": "#/$defs/UcpPriceRange",
          "description": "The price range of the variants that have the first variant's currency."
        },
        "media": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMedia"
          },
          "description": "Images of the product."
        },
        "variants": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpVariant"
          },
          "minItems": 1,
          "description": "The variants."
        }
      },
      "description": "A product with all its variants."
    },
    "UcpPage": {
      "type": "object",
      "required": [
        "has_next_page",
        "total_count"
      ],
      "properties": {
        "has_next_page": {
          "type": "boolean",
          "description": "Whether there are more results.",
          "examples": [
            false
          ]
        },
        "cursor": {
          "type": "string",
          "description": "The `cursor` of the next page.",
          "examples": [
            "10"
          ]
        },
        "total_count": {
          "type": "integer",
          "minimum": 0,
          "description": "The total number of results.",
          "examples": [
            6
          ]
        }
      },
      "description": "Pagination of a response."
    },
    "UcpSearchResponse": {
      "type": "object",
      "required": [
        "ucp",
        "products",
        "pagination"
      ],
      "properties": {
        "ucp": {
          "$ref": "#/$defs/UcpEnvelope",
          "description": "The UCP version and the capability of the response."
        },
        "products": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpWholeProduct"
          },
          "description": "The products with their matching variants, the best matches first. Without a query, in the order of the shop."
        },
        "pagination": {
          "$ref": "#/$defs/UcpPage",
          "description": "The pagination of the results."
        },
        "messages": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMessage"
          },
          "description": "Additional messages."
        }
      },
      "description": "The results of a catalog search."
    },
    "UcpPriceFilter": {
      "type": "object",
      "properties": {
        "min": {
          "type": "integer",
          "minimum": 0,
          "description": "The minimum price in minor units.",
          "examples": [
            0
          ]
        },
        "max": {
          "type": "integer",
          "minimum": 0,
          "description": "The maximum price in minor units.",
          "examples": [
            20000
          ]
        }
      },
      "description": "A price range in `context.currency`, or in the shop's currency if it has only one.",
      "additionalProperties": true
    },
    "UcpFilters": {
      "type": "object",
      "properties": {
        "categories": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The categories. The shop has none, so this filter matches nothing.",
          "examples": [
            [
              "Software"
            ]
          ]
        },
        "price": {
          "$ref": "#/$defs/UcpPriceFilter",
          "description": "The range of the unit price."
        }
      },
      "description": "Filters for items. Unknown filters are ignored.",
      "additionalProperties": true
    },
    "UcpContext": {
      "type": "object",
      "properties": {
        "currency": {
          "type": "string",
          "description": "The currency for price filters.",
          "examples": [
            "EUR"
          ]
        }
      },
      "description": "The buyer's context. Fields other than the currency are ignored.",
      "additionalProperties": true
    },
    "UcpPageRequest": {
      "type": "object",
      "properties": {
        "cursor": {
          "type": "string",
          "description": "The `cursor` of the previous response.",
          "examples": [
            "10"
          ]
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "description": "The maximum number of products, at most 50.",
          "examples": [
            10
          ],
          "default": 10
        }
      },
      "description": "The page of results to return.",
      "additionalProperties": true
    },
    "UcpSearchRequest": {
      "type": "object",
      "properties": {
        "query": {
          "type": "string",
          "description": "What the buyer wants, in plain words. Omit it to list everything.",
          "examples": [
            "magazine"
          ]
        },
        "filters": {
          "$ref": "#/$defs/UcpFilters",
          "description": "The filters that items must match."
        },
        "context": {
          "$ref": "#/$defs/UcpContext",
          "description": "The buyer's context."
        },
        "pagination": {
          "$ref": "#/$defs/UcpPageRequest",
          "description": "The page of results to return."
        }
      },
      "description": "A catalog search.",
      "additionalProperties": true
    },
    "UcpInput": {
      "type": "object",
      "required": [
        "id",
        "match"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The requested ID.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "match": {
          "type": "string",
          "enum": [
            "exact",
            "featured"
          ],
          "description": "How the ID matched: `exact` (the ID of the variant) or `featured` (the ID of the product, whose\nfirst available variant this is).",
          "examples": [
            "exact"
          ]
        }
      },
      "description": "A requested ID that matched a variant."
    },
    "UcpVariantFound": {
      "type": "object",
      "required": [
        "id",
        "title",
        "description",
        "price",
        "availability",
        "metadata",
        "inputs"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the variant. Checkouts use it as `item.id`.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the variant, with the terms of a subscription.",
          "examples": [
            "Magazine, by the month (EUR 12.00 a month, after a free trial of 14 days)"
          ]
        },
        "description": {
          "$ref": "#/$defs/UcpDescription",
          "description": "The description of the variant, with its terms."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The page of the variant on the site.",
          "examples": [
            "https://jackfield.example/products/magazine-monthly.html"
          ]
        },
        "price": {
          "$ref": "#/$defs/Money",
          "description": "The unit price, charged each billing interval."
        },
        "availability": {
          "$ref": "#/$defs/UcpAvailability",
          "description": "The availability of the variant."
        },
        "media": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMedia"
          },
          "description": "Images of the variant."
        },
        "metadata": {
          "$ref": "#/$defs/UcpVariantMetadata",
          "description": "Details that UCP has no fields for."
        },
        "inputs": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpInput"
          },
          "minItems": 1,
          "description": "The requested IDs that matched the variant."
        }
      },
      "description": "A variant found by a lookup."
    },
    "UcpProductLookedUp": {
      "type": "object",
      "required": [
        "id",
        "title",
        "description",
        "price_range",
        "variants"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the product.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "title": {
          "type": "string",
          "description": "The title of the product: the title of its first variant.",
          "examples": [
            "Magazine, by the month"
          ]
        },
        "description": {
          "$ref": "#/$defs/UcpDescription",
          "description": "The description of the product."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The page of the product on the site.",
          "examples": [
            "https://jackfield.example/products/magazine-monthly.html"
          ]
        },
        "price_range": {
          "$ref": "#/$defs/UcpPriceRange",
          "description": "The price range of the variants that have the first variant's currency."
        },
        "media": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMedia"
          },
          "description": "Images of the product."
        },
        "variants": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpVariantFound"
          },
          "minItems": 1,
          "description": "The variants."
        }
      },
      "description": "A product with the variants found by a lookup."
    },
    "UcpLookupResponse": {
      "type": "object",
      "required": [
        "ucp",
        "products"
      ],
      "properties": {
        "ucp": {
          "$ref": "#/$defs/UcpEnvelope",
          "description": "The UCP version and the capability of the response."
        },
        "products": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpProductLookedUp"
          },
          "description": "The products, in the order of the shop."
        },
        "messages": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMessage"
          },
          "description": "Messages about unknown IDs."
        }
      },
      "description": "The results of a catalog lookup."
    },
    "UcpLookupRequest": {
      "type": "object",
      "required": [
        "ids"
      ],
      "properties": {
        "ids": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "minItems": 1,
          "description": "The IDs of products or items, at most 50.",
          "examples": [
            [
              "magazine-monthly"
            ]
          ]
        },
        "filters": {
          "$ref": "#/$defs/UcpFilters",
          "description": "The filters that items must match."
        },
        "context": {
          "$ref": "#/$defs/UcpContext",
          "description": "The buyer's context."
        }
      },
      "description": "A catalog lookup.",
      "additionalProperties": true
    },
    "UcpProductResponse": {
      "type": "object",
      "required": [
        "ucp",
        "product"
      ],
      "properties": {
        "ucp": {
          "$ref": "#/$defs/UcpEnvelope",
          "description": "The UCP version and the capability of the response."
        },
        "product": {
          "$ref": "#/$defs/UcpWholeProduct",
          "description": "The product."
        },
        "messages": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMessage"
          },
          "description": "Additional messages."
        }
      },
      "description": "A product response."
    },
    "UcpProductRequest": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of a product or an item.",
          "examples": [
            "magazine"
          ]
        },
        "filters": {
          "$ref": "#/$defs/UcpFilters",
          "description": "The filters that items must match."
        },
        "context": {
          "$ref": "#/$defs/UcpContext",
          "description": "The buyer's context."
        }
      },
      "description": "A request for one product.",
      "additionalProperties": true
    },
    "AcpProtocol": {
      "type": "object",
      "required": [
        "version"
      ],
      "properties": {
        "version": {
          "type": "string",
          "description": "The version.",
          "examples": [
            "2026-04-17"
          ]
        }
      },
      "description": "The ACP version of a response."
    },
    "AcpPayment": {
      "type": "object",
      "required": [
        "handlers"
      ],
      "properties": {
        "handlers": {
          "type": "array",
          "items": {},
          "maxItems": 0,
          "description": "Always empty."
        }
      },
      "description": "The payment handlers of a checkout session. There are none because the buyer pays on the hosted\npayment page."
    },
    "AcpInterventions": {
      "type": "object",
      "required": [
        "supported"
      ],
      "properties": {
        "supported": {
          "type": "array",
          "items": {},
          "maxItems": 0,
          "description": "Always empty."
        }
      },
      "description": "The interventions that the agent may ask of the buyer. There are none."
    },
    "AcpCapabilities": {
      "type": "object",
      "required": [
        "payment",
        "interventions"
      ],
      "properties": {
        "payment": {
          "$ref": "#/$defs/AcpPayment",
          "description": "The payment capabilities. There are none."
        },
        "interventions": {
          "$ref": "#/$defs/AcpInterventions",
          "description": "The interventions. There are none."
        }
      },
      "description": "The ACP capabilities of the seller."
    },
    "AcpStatus": {
      "type": "string",
      "enum": [
        "requires_escalation",
        "complete_in_progress",
        "completed",
        "canceled",
        "expired"
      ],
      "description": "The status of a checkout session:\n\n- `requires_escalation`: the buyer has to pay on the page at `continue_url`.\n- `complete_in_progress`: the buyer chose a payment method that takes time to settle.\n- `completed`: paid, or nothing is due yet; `order` identifies the purchase.\n- `canceled`: canceled, or the payment failed; `messages` says which.\n- `expired`: the buyer didn't pay before `expires_at`."
    },
    "AcpItem": {
      "type": "object",
      "required": [
        "id",
        "name",
        "unit_amount"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the offer.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the offer.",
          "examples": [
            "Magazine, monthly subscription"
          ]
        },
        "unit_amount": {
          "type": "integer",
          "minimum": 0,
          "description": "The unit price, charged each billing interval.",
          "examples": [
            1200
          ]
        }
      },
      "description": "An offer."
    },
    "AcpDisclosure": {
      "type": "object",
      "required": [
        "type",
        "content_type",
        "content"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "disclaimer"
          ],
          "description": "The kind of disclosure."
        },
        "content_type": {
          "type": "string",
          "enum": [
            "plain"
          ],
          "description": "The content type."
        },
        "content": {
          "type": "string",
          "description": "The terms: what is billed, and when.",
          "examples": [
            "EUR 12.00 a month, after a free trial of 14 days"
          ]
        }
      },
      "description": "A disclosure to show to the buyer."
    },
    "AcpTotalType": {
      "type": "string",
      "enum": [
        "items_base_amount",
        "discount",
        "subtotal",
        "fulfillment",
        "tax",
        "total"
      ],
      "description": "The kind of amount. `subtotal` is `items_base_amount` minus `discount`."
    },
    "AcpTotal": {
      "type": "object",
      "required": [
        "type",
        "display_text",
        "amount"
      ],
      "properties": {
        "type": {
          "$ref": "#/$defs/AcpTotalType",
          "description": "The kind of amount."
        },
        "display_text": {
          "type": "string",
          "description": "A label to show to the buyer.",
          "examples": [
            "Total (before tax and shipping)"
          ]
        },
        "amount": {
          "type": "integer",
          "minimum": 0,
          "description": "The amount in minor units of the currency, such as cents. Currencies without minor units, such\nas the yen, use whole units.",
          "examples": [
            1200
          ]
        }
      },
      "description": "An amount in minor units. It is never negative, not even for a discount."
    },
    "AcpLineItem": {
      "type": "object",
      "required": [
        "id",
        "item",
        "quantity",
        "name",
        "unit_amount",
        "product_id",
        "totals"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the line.",
          "examples": [
            "li_1"
          ]
        },
        "item": {
          "$ref": "#/$defs/AcpItem",
          "description": "The offer."
        },
        "quantity": {
          "type": "integer",
          "minimum": 1,
          "description": "The quantity.",
          "examples": [
            1
          ]
        },
        "name": {
          "type": "string",
          "description": "The name of the offer.",
          "examples": [
            "Magazine, monthly subscription"
          ]
        },
        "description": {
          "type": "string",
          "description": "A description of the offer.",
          "examples": [
            "The digital magazine, billed by the month."
          ]
        },
        "images": {
          "type": "array",
          "items": {
            "type": "string",
            "format": "uri"
          },
          "description": "Images of the offer."
        },
        "unit_amount": {
          "type": "integer",
          "minimum": 0,
          "description": "The unit price, charged each billing interval.",
          "examples": [
            1200
          ]
        },
        "product_id": {
          "type": "string",
          "description": "The ID of the product that the offer belongs to.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "disclosures": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpDisclosure"
          },
          "description": "Terms that ACP has no fields for: the billing interval and the free trial."
        },
        "totals": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpTotal"
          },
          "description": "The amounts of the line that are due today."
        }
      },
      "description": "A quantity of one offer."
    },
    "AcpInfo": {
      "type": "object",
      "required": [
        "type",
        "severity",
        "content_type",
        "content"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "info"
          ],
          "description": "The kind of message."
        },
        "severity": {
          "type": "string",
          "enum": [
            "info",
            "high"
          ],
          "description": "The severity."
        },
        "resolution": {
          "type": "string",
          "enum": [
            "requires_buyer_input"
          ],
          "description": "Who has to act."
        },
        "content_type": {
          "type": "string",
          "enum": [
            "plain"
          ],
          "description": "The content type."
        },
        "content": {
          "type": "string",
          "description": "The message in one or two sentences.",
          "examples": [
            "Payment is taken only on the hosted payment page. Send the buyer to continue_url."
          ]
        }
      },
      "description": "Information about a checkout session."
    },
    "AcpIssue": {
      "type": "object",
      "required": [
        "type",
        "code",
        "severity",
        "content_type",
        "content"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "error"
          ],
          "description": "The kind of message."
        },
        "code": {
          "type": "string",
          "enum": [
            "unsupported",
            "payment_declined",
            "expired"
          ],
          "description": "The kind of error: the request contained payment data (`unsupported`), the payment failed\n(`payment_declined`), or the hosted payment page has closed (`expired`)."
        },
        "severity": {
          "type": "string",
          "enum": [
            "high"
          ],
          "description": "The severity."
        },
        "resolution": {
          "type": "string",
          "enum": [
            "requires_buyer_input",
            "recoverable"
          ],
          "description": "Who has to act."
        },
        "param": {
          "type": "string",
          "description": "The part of the request that the message is about (JSONPath, RFC 9535).",
          "examples": [
            "$.payment_data"
          ]
        },
        "content_type": {
          "type": "string",
          "enum": [
            "plain"
          ],
          "description": "The content type."
        },
        "content": {
          "type": "string",
          "description": "What happened and what to do, in one or two sentences.",
          "examples": [
            "This API does not accept payment data. Send the buyer to continue_url."
          ]
        }
      },
      "description": "An error of a checkout session, or something that it doesn't accept."
    },
    "AcpLink": {
      "type": "object",
      "required": [
        "type",
        "url"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "terms_of_use",
            "privacy_policy",
            "support"
          ],
          "description": "The kind of page."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The URL of the page.",
          "examples": [
            "https://jackfield.example/support"
          ]
        }
      },
      "description": "A page that belongs to a checkout session."
    },
    "AcpOrder": {
      "type": "object",
      "required": [
        "id",
        "checkout_session_id",
        "permalink_url"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the order.",
          "examples": [
            "ord_6bUJ2mQ8xKf3"
          ]
        },
        "checkout_session_id": {
          "type": "string",
          "description": "The ID of the checkout session.",
          "examples": [
            "chk_6bUJ2mQ8xKf3Zp0a"
          ]
        },
        "permalink_url": {
          "type": "string",
          "format": "uri",
          "description": "A page that shows the buyer the status of the order.",
          "examples": [
            "https://jackfield.example/checkout/chk_6bUJ2mQ8xKf3Zp0a"
          ]
        }
      },
      "description": "An order."
    },
    "AcpCheckoutSession": {
      "type": "object",
      "required": [
        "id",
        "protocol",
        "capabilities",
        "status",
        "currency",
        "line_items",
        "fulfillment_options",
        "totals",
        "messages",
        "links",
        "created_at",
        "updated_at",
        "expires_at"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The ID of the checkout session. It can't be guessed, and anyone who knows it can read the\nsession.",
          "examples": [
            "chk_6bUJ2mQ8xKf3Zp0a"
          ]
        },
        "protocol": {
          "$ref": "#/$defs/AcpProtocol",
          "description": "The ACP version of the response."
        },
        "capabilities": {
          "$ref": "#/$defs/AcpCapabilities",
          "description": "The ACP capabilities of the seller."
        },
        "status": {
          "$ref": "#/$defs/AcpStatus",
          "description": "The status of the checkout session."
        },
        "currency": {
          "type": "string",
          "pattern": "^[a-z]{3}$",
          "description": "The currency of all amounts (ISO 4217, lowercase).",
          "examples": [
            "eur"
          ]
        },
        "line_items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpLineItem"
          },
          "minItems": 1,
          "description": "The items."
        },
        "fulfillment_options": {
          "type": "array",
          "items": {},
          "maxItems": 0,
          "description": "The fulfillment options. Always empty because the buyer chooses on the hosted payment page."
        },
        "totals": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpTotal"
          },
          "description": "The amounts due today."
        },
        "messages": {
          "type": "array",
          "items": {
            "anyOf": [
              {
                "$ref": "#/$defs/AcpInfo"
              },
              {
                "$ref": "#/$defs/AcpIssue"
              }
            ]
          },
          "description": "What the status means and what to do next."
        },
        "links": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpLink"
          },
          "description": "The shop's terms, privacy policy and support page."
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the session was created (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "updated_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the session was last changed.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the page at `continue_url` closes.",
          "examples": [
            "2026-11-22T09:30:00Z"
          ]
        },
        "continue_url": {
          "type": "string",
          "format": "uri",
          "description": "The hosted payment page. Send the buyer there. Absent once there is nothing left to pay.",
          "examples": [
            "https://jackfield.example/checkout/pay/sbx_1"
          ]
        },
        "order": {
          "$ref": "#/$defs/AcpOrder",
          "description": "The order, once the checkout is completed."
        }
      },
      "description": "A checkout session in ACP's format. `getCheckout` returns the same checkout in Jackfield's\nformat."
    },
    "AcpError": {
      "type": "object",
      "required": [
        "type",
        "code",
        "message"
      ],
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "invalid_request",
            "processing_error",
            "service_unavailable"
          ],
          "description": "The class of error."
        },
        "code": {
          "type": "string",
          "description": "The error as a code to switch on.",
          "examples": [
            "invalid"
          ]
        },
        "message": {
          "type": "string",
          "description": "What happened and what to do.",
          "examples": [
            "line_items/0/quantity: 0 is too small: expected number to be >=1."
          ]
        },
        "param": {
          "type": "string",
          "description": "The part of the body that caused the error (JSONPath, RFC 9535).",
          "examples": [
            "$.line_items[0].quantity"
          ]
        },
        "supported_versions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The supported ACP versions, newest first."
        }
      },
      "description": "An error in ACP's format. `code` is one of:\n\n- `missing_api_version`, `unsupported_api_version` (400): `supported_versions` lists the\nsupported versions.\n- `idempotency_key_required` (400), `idempotency_in_flight` (409), `idempotency_conflict` (422).\n- `invalid` (400): the request is invalid at `param`. `invalid_item_id`: the offer doesn't exist.\n`out_of_stock`: the offer is sold out. `unsupported`: the offers can't be bought together or in\nthis currency.\n- `not_found` (404): the checkout session or the path doesn't exist.\n- `not_cancelable` (405): the session has ended. `method_not_allowed` (405): the path supports\nother methods.\n- `conflict` (409): the session has ended, or its payment is in progress.\n- `body_too_large` (413), `rate_limited` (429), `internal` (500), `payments_unavailable`,\n`limiter_unavailable` (503)."
    },
    "AcpItemReference": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
          "description": "The ID of the offer, as returned by `listProducts`.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "name": {
          "type": "string",
          "description": "Accepted and ignored.",
          "examples": [
            "Magazine, monthly subscription"
          ]
        },
        "unit_amount": {
          "type": "integer",
          "description": "Accepted and ignored.",
          "examples": [
            1200
          ]
        }
      },
      "description": "A wrapped offer.",
      "additionalProperties": false
    },
    "AcpRequestedItem": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
          "description": "The ID of the offer, as returned by `listProducts`.",
          "examples": [
            "magazine-monthly"
          ]
        },
        "item": {
          "$ref": "#/$defs/AcpItemReference",
          "description": "The offer, if the line wraps it."
        },
        "quantity": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "description": "The quantity. Default: 1.",
          "examples": [
            1
          ]
        },
        "name": {
          "type": "string",
          "description": "Accepted and ignored; the shop's own name applies.",
          "examples": [
            "Magazine, monthly subscription"
          ]
        },
        "unit_amount": {
          "type": "integer",
          "description": "Accepted and ignored; the shop's own price applies.",
          "examples": [
            1200
          ]
        }
      },
      "description": "A requested item, in any form that a version of ACP uses.",
      "additionalProperties": false
    },
    "AcpCreateRequest": {
      "type": "object",
      "properties": {
        "line_items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpRequestedItem"
          },
          "minItems": 1,
          "maxItems": 20,
          "description": "The items; or send `items`."
        },
        "items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpRequestedItem"
          },
          "minItems": 1,
          "maxItems": 20,
          "description": "The items, under the field name of versions before 2026-01-30."
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Za-z]{3}$",
          "description": "The currency (ISO 4217, in any case). It must be the currency of the offers.",
          "examples": [
            "eur"
          ]
        },
        "capabilities": {
          "description": "The capabilities of the agent. Ignored; Jackfield uses none of them."
        },
        "buyer": {
          "description": "The buyer. Ignored."
        },
        "fulfillment_details": {
          "description": "The recipient and the shipping address. Ignored."
        },
        "fulfillment_groups": {
          "description": "The groups of items that ship together. Ignored."
        },
        "coupons": {
          "description": "Discount codes. Ignored; if the shop has any, the buyer enters them on the hosted payment page."
        },
        "discounts": {
          "description": "Discount codes. Ignored."
        },
        "order_notes": {
          "description": "Notes for the shop. Ignored."
        },
        "affiliate_attribution": {
          "description": "The affiliate who referred the buyer. Ignored."
        },
        "locale": {
          "description": "The buyer's language. Ignored."
        },
        "timezone": {
          "description": "The buyer's time zone. Ignored."
        },
        "quote_id": {
          "description": "The ID of a quote. Ignored; Jackfield has no quotes."
        },
        "metadata": {
          "description": "The agent's own metadata. Ignored."
        }
      },
      "description": "A new checkout session.",
      "additionalProperties": false
    },
    "AcpUpdateRequest": {
      "type": "object",
      "properties": {
        "line_items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpRequestedItem"
          },
          "minItems": 1,
          "maxItems": 20,
          "description": "The items that replace the present ones; or send `items`."
        },
        "items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpRequestedItem"
          },
          "minItems": 1,
          "maxItems": 20,
          "description": "The items, under the field name of versions before 2026-01-30."
        },
        "buyer": {
          "description": "The buyer. Ignored."
        },
        "fulfillment_details": {
          "description": "The recipient and the shipping address. Ignored."
        },
        "fulfillment_groups": {
          "description": "The groups of items that ship together. Ignored."
        },
        "coupons": {
          "description": "Discount codes. Ignored; if the shop has any, the buyer enters them on the hosted payment page."
        },
        "discounts": {
          "description": "Discount codes. Ignored."
        },
        "order_notes": {
          "description": "Notes for the shop. Ignored."
        },
        "selected_fulfillment_options": {
          "description": "The fulfillment option. Ignored; the buyer chooses on the hosted payment page."
        }
      },
      "description": "Changes to a checkout session. Absent fields stay as they are.",
      "additionalProperties": false
    },
    "AcpCompleteRequest": {
      "type": "object",
      "properties": {
        "payment_data": {
          "description": "A payment instrument or token. Not accepted; the response says where the buyer pays."
        },
        "buyer": {
          "description": "The buyer. Ignored."
        },
        "authentication_result": {
          "description": "The result of an authentication. Ignored."
        },
        "affiliate_attribution": {
          "description": "The affiliate who referred the buyer. Ignored."
        },
        "risk_signals": {
          "description": "Fraud signals. Ignored."
        },
        "marketing_consents": {
          "description": "The buyer's marketing consents. Ignored."
        },
        "order_notes": {
          "description": "Notes for the shop. Ignored."
        }
      },
      "description": "The payment of a checkout session. Jackfield never accepts one: it ignores these fields, and\nneither stores nor returns them.",
      "additionalProperties": false
    },
    "AcpCancelRequest": {
      "type": "object",
      "properties": {
        "intent_trace": {
          "description": "The agent's reason. Ignored."
        }
      },
      "description": "The cancellation of a checkout session.",
      "additionalProperties": true
    }
  }
};
