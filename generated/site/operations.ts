// Written by `npm run generate` from spec/. Do not edit.
import type { Table } from "../table.ts";

export type OperationName =
  | "createCheckout"
  | "getCheckout"
  | "listProducts"
  | "readPage"
  | "searchPages"
  | "siteInfo";

/** The operations whose form a standard has laid down. */
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

/** The inputs of each operation that have a default. */
export interface Defaulted {
  createCheckout: "quantity";
  getCheckout: never;
  listProducts: never;
  readPage: "part";
  searchPages: "limit";
  siteInfo: never;
}

/** The media types besides JSON in which each operation's success can be had. */
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
      "description": "Begin a purchase of one offer. Nothing is charged: the answer has `continue_url`, the address of a hosted page, to which the buyer is sent to pay and to give an e-mail address (and a postal one, where something is sent). Then read the checkout until its status is `completed`. Payment instruments and tokens are not taken.",
      "input": {
        "type": "object",
        "properties": {
          "offer": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The id of an offer, as `listProducts` gives it.",
            "examples": [
              "desk-monthly-subscription"
            ]
          },
          "quantity": {
            "type": "integer",
            "minimum": 1,
            "maximum": 100,
            "description": "How many of it.",
            "default": 1
          },
          "idempotency_key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 255,
            "description": "Makes a retry safe: for a day, the same key with the same offer and quantity gives the same checkout. Any text of your own, new for each purchase.",
            "examples": [
              "order-2026-11-21-0001"
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
      }
    },
    "getCheckout": {
      "method": "GET",
      "path": "/agent/commerce/checkouts/{id}",
      "summary": "Read a checkout",
      "description": "Read a checkout as it stands now, asked of the payment provider. Poll it every few seconds while the buyer pays.",
      "input": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The checkout's id, as `createCheckout`, UCP or ACP gave it.",
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
      }
    },
    "listProducts": {
      "method": "GET",
      "path": "/agent/commerce/products",
      "summary": "List products with live prices",
      "description": "List everything that can be bought here, with prices and availability as the payment provider has them now. To buy one, create a checkout with its `id`; nothing is ever charged through this interface: the buyer pays on a hosted page.",
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
      }
    },
    "readPage": {
      "method": "GET",
      "path": "/agent/read",
      "summary": "Read a page",
      "description": "Read one page of the site as Markdown or as text: its main part, without menus, banners and the like; nothing that is hidden from people. Long pages come in parts. Over HTTP, Accept chooses between the content alone (text/markdown, which is also the default, or text/plain) and the record around it (application/json).",
      "input": {
        "type": "object",
        "properties": {
          "url": {
            "type": "string",
            "format": "uri",
            "maxLength": 2048,
            "description": "The absolute URL of a page of this site, such as a search hit's `url`.",
            "examples": [
              "http://127.0.0.1:4100/docs/loudness-targets.html"
            ]
          },
          "format": {
            "type": "string",
            "enum": [
              "markdown",
              "text"
            ],
            "description": "The form of the content. Wins over what Accept says of it. Markdown where neither says.",
            "examples": [
              "markdown"
            ]
          },
          "part": {
            "type": "integer",
            "minimum": 1,
            "maximum": 10000,
            "default": 1,
            "description": "Which part of a long page, counted from 1.",
            "examples": [
              1
            ]
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
        "part": "query"
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
      }
    },
    "searchPages": {
      "method": "GET",
      "path": "/agent/search",
      "summary": "Search pages by path",
      "description": "Find pages of the site by words in their URL path, best first. Only paths are searched, not what the pages say: use the few words that a page's address would have, such as `loudness targets`, and read what looks right.",
      "input": {
        "type": "object",
        "properties": {
          "q": {
            "type": "string",
            "minLength": 1,
            "maxLength": 400,
            "description": "The words to look for. Words apart from letters and digits don't count; case and accents' composition don't matter.",
            "examples": [
              "loudness targets"
            ]
          },
          "limit": {
            "type": "integer",
            "minimum": 1,
            "maximum": 50,
            "default": 10,
            "description": "How many hits to return at most.",
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
      }
    },
    "siteInfo": {
      "method": "GET",
      "path": "/agent/site.json",
      "summary": "Describe the site",
      "description": "What this site is, how to find and read its pages, every discovery link that it serves, its limits, and what it deliberately does not offer. Ask this first.",
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
      }
    }
  },
  "bindings": {
    "createAcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/acp/checkout_sessions",
      "summary": "Create a checkout session (ACP)",
      "description": "Begin a purchase, by the Agentic Commerce Protocol (API-Version 2026-04-17). Nothing is charged: the session's status is `requires_escalation`, and the buyer is sent to `continue_url` to pay. Any of `line_items: [{ id, quantity }]`, `line_items: [{ item: { id }, quantity }]` and `items: [{ id, quantity }]` is taken.",
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
                "description": "The version of the protocol, which must be one that is served: /.well-known/acp.json lists them.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "Comes back as the answer's Request-Id, and is what the operator finds the request by."
              },
              "idempotency-key": {
                "type": "string",
                "pattern": "^[!-~]+$",
                "minLength": 1,
                "maxLength": 255,
                "description": "Makes a retry safe: for a day, the same key with the same body is answered as it was the first time. Any printable ASCII of your own, new for each request.",
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
      "summary": "Read a checkout session (ACP)",
      "description": "Read a checkout as it stands now, by ACP: also one that was created by other means.",
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
                "description": "The checkout's id.",
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
                "description": "The version of the protocol, which must be one that is served: /.well-known/acp.json lists them.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "Comes back as the answer's Request-Id, and is what the operator finds the request by."
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
      "summary": "Change a checkout session (ACP)",
      "description": "Change what is bought, by ACP: what is left out stays as it is. The hosted page closes, and another one opens.",
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
                "description": "The checkout's id.",
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
                "description": "The version of the protocol, which must be one that is served: /.well-known/acp.json lists them.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "Comes back as the answer's Request-Id, and is what the operator finds the request by."
              },
              "idempotency-key": {
                "type": "string",
                "pattern": "^[!-~]+$",
                "minLength": 1,
                "maxLength": 255,
                "description": "Makes a retry safe: for a day, the same key with the same body is answered as it was the first time. Any printable ASCII of your own, new for each request.",
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
      "description": "Call off a checkout that is not paid yet, by ACP. Its hosted page closes.",
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
                "description": "The checkout's id.",
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
                "description": "The version of the protocol, which must be one that is served: /.well-known/acp.json lists them.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "Comes back as the answer's Request-Id, and is what the operator finds the request by."
              },
              "idempotency-key": {
                "type": "string",
                "pattern": "^[!-~]+$",
                "minLength": 1,
                "maxLength": 255,
                "description": "Makes a retry safe: for a day, the same key with the same body is answered as it was the first time. Any printable ASCII of your own, new for each request.",
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
      "description": "Ask how a checkout stands, by ACP's word for paying. No payment is ever taken here, whatever is sent: the answer is the session, with `continue_url` while the buyer has yet to pay, and with `order` once it is paid.",
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
                "description": "The checkout's id.",
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
                "description": "The version of the protocol, which must be one that is served: /.well-known/acp.json lists them.",
                "examples": [
                  "2026-04-17"
                ]
              },
              "request-id": {
                "type": "string",
                "description": "Comes back as the answer's Request-Id, and is what the operator finds the request by."
              },
              "idempotency-key": {
                "type": "string",
                "pattern": "^[!-~]+$",
                "minLength": 1,
                "maxLength": 255,
                "description": "Makes a retry safe: for a day, the same key with the same body is answered as it was the first time. Any printable ASCII of your own, new for each request.",
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
      "summary": "Look up items of the UCP catalog",
      "description": "Look up items by their ids, or products by theirs; at most 50 at once. What is not known is left out, and said.",
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
                "description": "Who asks: an RFC 8941 dictionary whose `profile` is the https address of the platform's own profile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "The platform's own id of the request, which comes back as `Request-Id`.",
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
      }
    },
    "getUcpProduct": {
      "method": "POST",
      "path": "/agent/commerce/ucp/catalog/product",
      "summary": "Read a product of the UCP catalog",
      "description": "Read a product with all that can be bought of it, by its id or by the id of one of its items, which then comes first.",
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
                "description": "Who asks: an RFC 8941 dictionary whose `profile` is the https address of the platform's own profile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "The platform's own id of the request, which comes back as `Request-Id`.",
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
      }
    },
    "searchUcpCatalog": {
      "method": "POST",
      "path": "/agent/commerce/ucp/catalog/search",
      "summary": "Search the UCP catalog",
      "description": "Find what is for sale by words, or all of it: each word of `query` must stand in an item's title, description or terms. Ask for something: `query`, `filters`, `pagination` or `context`.",
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
                "description": "Who asks: an RFC 8941 dictionary whose `profile` is the https address of the platform's own profile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "The platform's own id of the request, which comes back as `Request-Id`.",
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
      }
    },
    "createUcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/ucp/checkout-sessions",
      "summary": "Create a UCP checkout",
      "description": "Begin a checkout of one or more items: at most 20 lines, at most 100 of each, all of one currency. Nothing is charged: the answer is `requires_escalation` with `continue_url`, a hosted page, to which the buyer is sent to pay. What can't be bought is a 200 whose `ucp.status` is `error`. Payment instruments are never taken.",
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
                "description": "Who asks: an RFC 8941 dictionary whose `profile` is the https address of the platform's own profile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "The platform's own id of the request, which comes back as `Request-Id`.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              },
              "idempotency-key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "Makes a retry safe: for a day, the same key with the same body is answered the same. A UUID, or any text of your own.",
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
      }
    },
    "getUcpCheckout": {
      "method": "GET",
      "path": "/agent/commerce/ucp/checkout-sessions/{id}",
      "summary": "Read a UCP checkout",
      "description": "Read a checkout as it stands now. One that is not known, or not any more, is a 200 whose `ucp.status` is `error`.",
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
                "description": "The checkout's id, as UCP, ACP or `createCheckout` gave it.",
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
                "description": "Who asks: an RFC 8941 dictionary whose `profile` is the https address of the platform's own profile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "The platform's own id of the request, which comes back as `Request-Id`.",
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
      }
    },
    "updateUcpCheckout": {
      "method": "PUT",
      "path": "/agent/commerce/ucp/checkout-sessions/{id}",
      "summary": "Replace a UCP checkout's items",
      "description": "Replace what a checkout is of. The hosted page closes and another opens, so that `continue_url` is a new one. One that is paid or over can't be changed (409).",
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
                "description": "The checkout's id, as UCP, ACP or `createCheckout` gave it.",
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
                "description": "Who asks: an RFC 8941 dictionary whose `profile` is the https address of the platform's own profile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "The platform's own id of the request, which comes back as `Request-Id`.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              },
              "idempotency-key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "Makes a retry safe: for a day, the same key with the same body is answered the same. A UUID, or any text of your own.",
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
      }
    },
    "cancelUcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/ucp/checkout-sessions/{id}/cancel",
      "summary": "Cancel a UCP checkout",
      "description": "Call off a checkout that is not paid yet: its hosted page closes. One that is paid or over can't be canceled (409).",
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
                "description": "The checkout's id, as UCP, ACP or `createCheckout` gave it.",
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
                "description": "Who asks: an RFC 8941 dictionary whose `profile` is the https address of the platform's own profile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "The platform's own id of the request, which comes back as `Request-Id`.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              },
              "idempotency-key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "Makes a retry safe: for a day, the same key with the same body is answered the same. A UUID, or any text of your own.",
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
      }
    },
    "completeUcpCheckout": {
      "method": "POST",
      "path": "/agent/commerce/ucp/checkout-sessions/{id}/complete",
      "summary": "Complete a UCP checkout",
      "description": "Ask for a checkout to be completed. It never is in this way: the answer is the checkout as it stands, with `continue_url` until the buyer has paid there, and with `order` after. Payment instruments are never taken.",
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
                "description": "The checkout's id, as UCP, ACP or `createCheckout` gave it.",
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
                "description": "Who asks: an RFC 8941 dictionary whose `profile` is the https address of the platform's own profile.",
                "examples": [
                  "profile=\"https://platform.example/.well-known/ucp\""
                ]
              },
              "request-id": {
                "type": "string",
                "description": "The platform's own id of the request, which comes back as `Request-Id`.",
                "examples": [
                  "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
                ]
              },
              "idempotency-key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "description": "Makes a retry safe: for a day, the same key with the same body is answered the same. A UUID, or any text of your own.",
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
          "description": "What it is to the site: a registered link relation (IANA), or a word of ours where none fits.",
          "examples": [
            "service-desc"
          ]
        },
        "href": {
          "type": "string",
          "format": "uri",
          "description": "Where it is.",
          "examples": [
            "http://127.0.0.1:4100/openapi.json"
          ]
        },
        "type": {
          "type": "string",
          "description": "The media type that comes back.",
          "examples": [
            "application/openapi+json"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it is, in words.",
          "examples": [
            "This interface as an OpenAPI document"
          ]
        }
      },
      "description": "Something else that the site serves for agents."
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
          "description": "The address to connect to.",
          "examples": [
            "http://127.0.0.1:4100/mcp"
          ]
        },
        "transport": {
          "type": "string",
          "enum": [
            "streamable-http"
          ],
          "description": "How to connect.",
          "examples": [
            "streamable-http"
          ]
        },
        "protocol_versions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The revisions of the protocol that it speaks, newest first.",
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
          "description": "Its tools.",
          "examples": [
            [
              "site_info",
              "search_pages",
              "read_page"
            ]
          ]
        }
      },
      "description": "The site's MCP server."
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
          "description": "Stay under this many requests a second on the average.",
          "examples": [
            1
          ]
        },
        "requests_per_minute": {
          "type": "number",
          "minimum": 0,
          "description": "How many requests a minute each client is let through, HTTP and MCP together; those over it get status 429. Left out where nobody is counted.",
          "examples": [
            60
          ]
        },
        "burst": {
          "type": "integer",
          "minimum": 1,
          "description": "How many of them may come at once. Left out where nobody is counted.",
          "examples": [
            20
          ]
        },
        "verified_requests_per_minute": {
          "type": "number",
          "minimum": 0,
          "description": "How many in a minute for an agent whose signature is verified (Web Bot Auth), instead of the others' rate.",
          "examples": [
            300
          ]
        },
        "verified_burst": {
          "type": "integer",
          "minimum": 1,
          "description": "How many of them at once.",
          "examples": [
            100
          ]
        },
        "user_agent": {
          "type": "string",
          "description": "What to send as User-Agent.",
          "examples": [
            "Send a User-Agent that names your agent and says where to reach you."
          ]
        },
        "search_hits": {
          "type": "integer",
          "description": "The most hits that a search returns.",
          "examples": [
            50
          ]
        },
        "part_characters": {
          "type": "integer",
          "description": "The most characters that one part of a page has.",
          "examples": [
            20000
          ]
        }
      },
      "description": "How much may be asked, and how."
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
          "description": "What it is, as a word to switch on.",
          "examples": [
            "desktop_application"
          ]
        },
        "detail": {
          "type": "string",
          "description": "What exactly is not offered, and what there is in its place.",
          "examples": [
            "The desktop application has no programmatic interface: no command line, no URL scheme, no plug-in."
          ]
        }
      },
      "description": "Something that an agent might look for and that is not here."
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
          "description": "The support page: help, and requests to have something removed.",
          "examples": [
            "http://127.0.0.1:4100/support"
          ]
        },
        "contact": {
          "type": "string",
          "description": "The address that the operator gives: an e-mail address or a URL.",
          "examples": [
            "support@shop.example"
          ]
        }
      },
      "description": "Whom to ask."
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
          "description": "The site's name.",
          "examples": [
            "Shop Example"
          ]
        },
        "description": {
          "type": "string",
          "description": "What the site is about.",
          "examples": [
            "Audio-mastering software and hardware."
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "The site's base: every address of a page begins with it.",
          "examples": [
            "http://127.0.0.1:4100/"
          ]
        },
        "pages": {
          "type": "integer",
          "minimum": 0,
          "description": "How many pages can be searched.",
          "examples": [
            32
          ]
        },
        "guide": {
          "type": "string",
          "description": "How to find and read pages here.",
          "examples": [
            "Search by words of a page's path, then read the hit's url."
          ]
        },
        "links": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/DiscoveryLink"
          },
          "description": "Every discovery document and entry point that is really served."
        },
        "mcp": {
          "$ref": "#/$defs/McpServer",
          "description": "The MCP server that offers the same operations as tools."
        },
        "limits": {
          "$ref": "#/$defs/Limits",
          "description": "How much may be asked, and how."
        },
        "not_offered": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/NotOffered"
          },
          "description": "What is not here, so that nobody looks for it in vain."
        },
        "support": {
          "$ref": "#/$defs/Support",
          "description": "Whom to ask."
        }
      },
      "description": "What the site is, and everything that it serves for agents."
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
      "description": "The kinds of problem of the site service, each with its status:\n\n- `invalid_input` (400): the request does not fit the specification; `errors` says where.\n- `outside_site` (400): the URL is not one of this site.\n- `invalid_signature` (400): a webhook's body is not the payment provider's own.\n- `offers_do_not_mix` (400): the offers can't be bought together.\n- `not_found` (404): nothing is served at this path.\n- `page_not_found` (404): the site has no such page.\n- `part_not_found` (404): the page has fewer parts than that.\n- `offer_not_found` (404): nothing of that id is for sale.\n- `checkout_not_found` (404): there is no such checkout.\n- `method_not_allowed` (405): the path is not served with this method; Allow says with which.\n- `not_acceptable` (406): none of the media types that were asked for can be given.\n- `offer_unavailable` (409): the offer is sold out.\n- `checkout_final` (409): the checkout is over, and can't be changed any more.\n- `request_in_flight` (409): a request with the same idempotency key is being carried out.\n- `body_too_large` (413): the body is larger than is read.\n- `wrong_host` (421): the request names a host that this site does not answer for.\n- `unreadable_page` (422): the page is there, but is no text.\n- `idempotency_conflict` (422): the idempotency key was used for another request.\n- `rate_limited` (429): the client has asked more than its rate allows.\n- `internal` (500): a fault of this service.\n- `not_implemented` (501): the request wants something of the connection that is not done, such as a WebSocket.\n- `origin_unreachable` (502): the site that stands behind this service gives no answer.\n- `unavailable` (503): the site's pages can't be reached just now.\n- `payments_unavailable` (503): the payment provider can't be reached just now.\n- `limiter_unavailable` (503): who asks how much can't be counted just now, and what was asked is not done uncounted."
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
          "description": "Where it is: a JSON Pointer into the input (RFC 6901), the empty string for the whole of it.",
          "examples": [
            "/limit"
          ]
        },
        "detail": {
          "type": "string",
          "description": "What is wrong there.",
          "examples": [
            "Too big: expected number to be <=50"
          ]
        }
      },
      "description": "One thing that is wrong with what was sent."
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
          "description": "The kind of problem as a URI that never changes: `urn:problem-type:jackfield:` and the code.",
          "examples": [
            "urn:problem-type:jackfield:invalid_input"
          ]
        },
        "title": {
          "type": "string",
          "description": "The kind of problem in words, the same each time.",
          "examples": [
            "The request does not fit the specification"
          ]
        },
        "status": {
          "type": "integer",
          "minimum": 400,
          "maximum": 599,
          "description": "The HTTP status, repeated for whoever sees the body alone.",
          "examples": [
            400
          ]
        },
        "code": {
          "$ref": "#/$defs/ProblemCode",
          "description": "The kind of problem as a word to switch on."
        },
        "detail": {
          "type": "string",
          "description": "What happened this time, with the value that caused it.",
          "examples": [
            "limit is 51: at most 50 hits can be asked for."
          ]
        },
        "hint": {
          "type": "string",
          "description": "What to do about it.",
          "examples": [
            "Ask for at most 50 hits."
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
          "description": "This occurrence: the request's id as a URN, by which the operator finds it in the log.",
          "examples": [
            "urn:uuid:7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4"
          ]
        },
        "errors": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/InputError"
          },
          "description": "Each thing that is wrong with the input."
        }
      },
      "description": "What went wrong, as RFC 9457 writes it."
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
          "description": "The page's address, as `readPage` takes it.",
          "examples": [
            "http://127.0.0.1:4100/docs/loudness-targets.html"
          ]
        },
        "title": {
          "type": "string",
          "description": "The page's title, where it is known without fetching the page.",
          "examples": [
            "Loudness targets"
          ]
        },
        "matched": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "minItems": 1,
          "description": "The words of the query that the page's path has.",
          "examples": [
            [
              "loudness",
              "targets"
            ]
          ]
        },
        "modified": {
          "type": "string",
          "format": "date-time",
          "description": "When the page last changed, where it is known (RFC 3339, UTC).",
          "examples": [
            "2026-11-02T09:30:00Z"
          ]
        }
      },
      "description": "A page with the searched words in its path."
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
          "description": "The words that were looked for, as they are compared: lower case, no punctuation; at most 32.",
          "examples": [
            [
              "loudness",
              "targets"
            ]
          ]
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "How many pages have at least one of the words.",
          "examples": [
            2
          ]
        },
        "hits": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/SearchHit"
          },
          "description": "The best of them: those with most of the words first, then those with the rarest, the shortest path, the alphabet."
        }
      },
      "description": "The pages that a search found."
    },
    "PageFormat": {
      "type": "string",
      "enum": [
        "markdown",
        "text"
      ],
      "description": "The forms in which a page can be read: `markdown` is GitHub-flavoured Markdown, with headings, links, lists, tables and\ncode; `text` is the words alone."
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
          "description": "The page's own address.",
          "examples": [
            "http://127.0.0.1:4100/docs/loudness-targets.html"
          ]
        },
        "title": {
          "type": "string",
          "description": "The page's title; empty where it has none.",
          "examples": [
            "Loudness targets"
          ]
        },
        "format": {
          "$ref": "#/$defs/PageFormat",
          "description": "The form that `content` is in."
        },
        "content": {
          "type": "string",
          "description": "What the page says: its main part, without menus and the like.",
          "examples": [
            "# Loudness targets\n\nStreaming services turn loud masters down."
          ]
        },
        "part": {
          "type": "integer",
          "minimum": 1,
          "description": "Which part of the page this is, counted from 1.",
          "examples": [
            1
          ]
        },
        "parts": {
          "type": "integer",
          "minimum": 1,
          "description": "How many parts the page has. Put together in order, the parts are the whole content.",
          "examples": [
            1
          ]
        },
        "length": {
          "type": "integer",
          "minimum": 0,
          "description": "The length of the whole content, all parts together, in characters (UTF-16 code units).",
          "examples": [
            62
          ]
        }
      },
      "description": "One page of the site, or one part of a long one."
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
          "description": "In the currency's minor units: cents, or yen where a currency has none smaller.",
          "examples": [
            1200
          ]
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Z]{3}$",
          "description": "The currency (ISO 4217), in capitals.",
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
      "description": "How long a billing interval is."
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
          "description": "How many units an interval has: 3 months is billed each quarter.",
          "examples": [
            1
          ]
        }
      },
      "description": "How often something is billed."
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
          "description": "What a checkout is made of: `createCheckout` takes it as `offer`.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "product": {
          "type": "string",
          "description": "What several offers may be of: one product, billed by the month or by the year.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it is called.",
          "examples": [
            "Desk, monthly subscription"
          ]
        },
        "description": {
          "type": "string",
          "description": "What it is.",
          "examples": [
            "The mastering application, billed by the month."
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Its page on the site.",
          "examples": [
            "http://127.0.0.1:4100/products/desk-monthly-subscription.html"
          ]
        },
        "image": {
          "type": "string",
          "format": "uri",
          "description": "A picture of it.",
          "examples": [
            "http://127.0.0.1:4100/images/desk.svg"
          ]
        },
        "price": {
          "$ref": "#/$defs/Money",
          "description": "What one costs, each time that it is billed."
        },
        "billing": {
          "$ref": "#/$defs/BillingInterval",
          "description": "How often it is billed. Left out where it is paid once."
        },
        "trial_days": {
          "type": "integer",
          "minimum": 1,
          "description": "Nothing is due before this many days are over. Left out where there is no free trial.",
          "examples": [
            14
          ]
        },
        "needs_shipping": {
          "type": "boolean",
          "description": "Whether it is sent somewhere. The buyer gives the address on the hosted page, and nobody else does.",
          "examples": [
            false
          ]
        },
        "available": {
          "type": "boolean",
          "description": "Whether it can be bought now.",
          "examples": [
            true
          ]
        },
        "terms": {
          "type": "string",
          "description": "The terms in words.",
          "examples": [
            "EUR 12.00 a month, after a free trial of 14 days"
          ]
        }
      },
      "description": "Something for sale."
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
          "description": "What is for sale, sold-out offers too; none where nothing is sold here."
        },
        "verified_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the payment provider said so (RFC 3339, UTC): prices are read live, never from an old list.",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        }
      },
      "description": "Everything for sale."
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
      "description": "Where a checkout is:\n\n- `requires_escalation`: the buyer has yet to pay, on the page at `continue_url`.\n- `complete_in_progress`: paid in a way that takes its time to arrive.\n- `completed`: paid, or nothing is due yet; `order` names what was bought.\n- `payment_failed`: the payment never arrived.\n- `canceled`: called off.\n- `expired`: the page was open until `expires_at`, and nobody paid.\n\nThe last four are final."
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
          "description": "The offer, by its id.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "title": {
          "type": "string",
          "description": "What the offer is called.",
          "examples": [
            "Desk, monthly subscription"
          ]
        },
        "quantity": {
          "type": "integer",
          "minimum": 1,
          "description": "How many.",
          "examples": [
            1
          ]
        },
        "price": {
          "$ref": "#/$defs/Money",
          "description": "What one costs, each time that it is billed."
        },
        "terms": {
          "type": "string",
          "description": "The terms in words.",
          "examples": [
            "EUR 12.00 a month, after a free trial of 14 days"
          ]
        }
      },
      "description": "So many of one offer."
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
          "description": "What the lines cost.",
          "examples": [
            1200
          ]
        },
        "discount": {
          "type": "integer",
          "minimum": 0,
          "description": "What is taken off: a free trial, say.",
          "examples": [
            1200
          ]
        },
        "shipping": {
          "type": "integer",
          "minimum": 0,
          "description": "Shipping, where it is known: often not before the buyer has given an address.",
          "examples": [
            0
          ]
        },
        "tax": {
          "type": "integer",
          "minimum": 0,
          "description": "Tax on top, where it is known.",
          "examples": [
            0
          ]
        },
        "total": {
          "type": "integer",
          "minimum": 0,
          "description": "What the buyer pays today.",
          "examples": [
            0
          ]
        }
      },
      "description": "What is due today, in minor units of `currency`."
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
          "description": "The order's id.",
          "examples": [
            "ord_6bUJ2mQ8xKf3"
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "A page for people that says how the order stands.",
          "examples": [
            "http://127.0.0.1:4100/checkout/chk_6bUJ2mQ8xKf3Zp0a"
          ]
        }
      },
      "description": "What was bought."
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
          "description": "Its id, which can't be guessed: whoever knows it may read the checkout.",
          "examples": [
            "chk_6bUJ2mQ8xKf3Zp0a"
          ]
        },
        "status": {
          "$ref": "#/$defs/CheckoutStatus",
          "description": "Where it is."
        },
        "continue_url": {
          "type": "string",
          "format": "uri",
          "description": "The hosted page on which the buyer pays. Send the buyer there. Left out once there is nothing left to pay.",
          "examples": [
            "http://127.0.0.1:4100/checkout/pay/sbx_1"
          ]
        },
        "message": {
          "type": "string",
          "description": "What it means and what to do next, in a sentence or two.",
          "examples": [
            "Send the buyer to continue_url: payment is taken on that page alone."
          ]
        },
        "lines": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/CheckoutLine"
          },
          "minItems": 1,
          "description": "What is bought."
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Z]{3}$",
          "description": "The currency of all amounts (ISO 4217), in capitals.",
          "examples": [
            "EUR"
          ]
        },
        "totals": {
          "$ref": "#/$defs/CheckoutTotals",
          "description": "What is due today."
        },
        "order": {
          "$ref": "#/$defs/CheckoutOrder",
          "description": "What was bought, once it is."
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it was created (RFC 3339, UTC).",
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
      "description": "A purchase that an agent has begun for a buyer."
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
          "description": "The capability's version.",
          "examples": [
            "2026-04-08"
          ]
        }
      },
      "description": "A capability that is in force, at one version."
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
          "description": "The answer is what was asked for.",
          "examples": [
            "success"
          ]
        },
        "capabilities": {
          "type": "object",
          "description": "The capability that was asked, at its version.",
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
          "description": "The ways to pay through this interface: always none.",
          "examples": [
            {}
          ]
        }
      },
      "description": "The version and the capabilities that an answer is given by."
    },
    "UcpStatus": {
      "type": "string",
      "enum": [
        "requires_escalation",
        "complete_in_progress",
        "completed",
        "canceled"
      ],
      "description": "Where a UCP checkout is:\n\n- `requires_escalation`: the buyer has yet to pay, at `continue_url`.\n- `complete_in_progress`: paid in a way that takes its time to arrive.\n- `completed`: paid, or nothing is due yet; `order` names what was bought.\n- `canceled`: called off, not paid in time, or not paid successfully; `messages` say which."
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
          "description": "Its id in the catalog.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it is called; of a subscription, its terms too.",
          "examples": [
            "Desk, by the month (EUR 12.00 a month, after a free trial of 14 days)"
          ]
        },
        "price": {
          "type": "integer",
          "minimum": 0,
          "description": "What one costs each time that it is billed, in minor units.",
          "examples": [
            1200
          ]
        },
        "image_url": {
          "type": "string",
          "format": "uri",
          "description": "A picture of it.",
          "examples": [
            "http://127.0.0.1:4100/images/desk.svg"
          ]
        }
      },
      "description": "An item as it is sold."
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
          "description": "What it is for.",
          "examples": [
            "subtotal"
          ]
        },
        "display_text": {
          "type": "string",
          "description": "What to call it.",
          "examples": [
            "Subtotal"
          ]
        },
        "amount": {
          "type": "integer",
          "description": "In minor units; what is taken off is below zero.",
          "examples": [
            1200
          ]
        }
      },
      "description": "A part of what is due, to be shown in the order that they have."
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
          "description": "The line's id in this checkout.",
          "examples": [
            "li_1"
          ]
        },
        "item": {
          "$ref": "#/$defs/UcpItem",
          "description": "What is bought."
        },
        "quantity": {
          "type": "integer",
          "minimum": 1,
          "description": "How many.",
          "examples": [
            1
          ]
        },
        "totals": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpTotal"
          },
          "description": "What they come to today.",
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
      "description": "So many of an item, and what they come to."
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
          "description": "The kind of error, as a word to switch on.",
          "examples": [
            "payment_required"
          ]
        },
        "path": {
          "type": "string",
          "description": "What it is about (RFC 9535).",
          "examples": [
            "$.line_items[0]"
          ]
        },
        "content": {
          "type": "string",
          "description": "What to tell the buyer.",
          "examples": [
            "Payment is taken only on the hosted checkout page. Send the buyer to continue_url."
          ]
        },
        "severity": {
          "type": "string",
          "enum": [
            "requires_buyer_input",
            "unrecoverable"
          ],
          "description": "`requires_buyer_input`: the buyer has to do something at `continue_url`; `unrecoverable`: begin anew, with something else.",
          "examples": [
            "requires_buyer_input"
          ]
        }
      },
      "description": "Something that keeps the buyer from getting on, or has."
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
          "description": "The kind of warning, as a word to switch on.",
          "examples": [
            "subscription_terms"
          ]
        },
        "path": {
          "type": "string",
          "description": "What it is about (RFC 9535).",
          "examples": [
            "$.line_items[0]"
          ]
        },
        "content": {
          "type": "string",
          "description": "What to tell the buyer.",
          "examples": [
            "Desk, by the month: EUR 12.00 a month, after a free trial of 14 days."
          ]
        },
        "presentation": {
          "type": "string",
          "enum": [
            "notice",
            "disclosure"
          ],
          "description": "`disclosure`: to be shown beside what it is about, and not to be closed.",
          "examples": [
            "disclosure"
          ]
        }
      },
      "description": "Something that the buyer must be shown."
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
          "description": "An information.",
          "examples": [
            "info"
          ]
        },
        "code": {
          "type": "string",
          "description": "The kind of information, as a word to switch on.",
          "examples": [
            "not_found"
          ]
        },
        "path": {
          "type": "string",
          "description": "What it is about (RFC 9535).",
          "examples": [
            "$.ids[0]"
          ]
        },
        "content": {
          "type": "string",
          "description": "What to tell the buyer.",
          "examples": [
            "Nothing of this id is for sale."
          ]
        }
      },
      "description": "Something good to know."
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
      "description": "What there is to say besides: an error, a warning, an information."
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
          "description": "What it is.",
          "examples": [
            "terms_of_service"
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Where it is.",
          "examples": [
            "http://127.0.0.1:4100/license-terms.html"
          ]
        },
        "title": {
          "type": "string",
          "description": "What to call it.",
          "examples": [
            "Terms of sale"
          ]
        }
      },
      "description": "A page that the buyer should be able to read."
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
          "description": "The order's id.",
          "examples": [
            "ord_6bUJ2mQ8xKf3"
          ]
        },
        "permalink_url": {
          "type": "string",
          "format": "uri",
          "description": "A page for people that says how the order stands.",
          "examples": [
            "http://127.0.0.1:4100/checkout/chk_6bUJ2mQ8xKf3Zp0a"
          ]
        }
      },
      "description": "What was bought."
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
          "description": "The version and the capability that it is given by."
        },
        "id": {
          "type": "string",
          "description": "Its id, which can't be guessed: whoever knows it may read the checkout.",
          "examples": [
            "chk_6bUJ2mQ8xKf3Zp0a"
          ]
        },
        "status": {
          "$ref": "#/$defs/UcpStatus",
          "description": "Where it is."
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Z]{3}$",
          "description": "The currency of all amounts (ISO 4217), in capitals.",
          "examples": [
            "EUR"
          ]
        },
        "line_items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpLineItem"
          },
          "description": "What is bought."
        },
        "totals": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpTotal"
          },
          "description": "What is due today. Shipping, and taxes that depend on the buyer, are added on the hosted page.",
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
          "description": "What to tell the buyer, and why the status is what it is.",
          "examples": [
            [
              {
                "type": "error",
                "code": "payment_required",
                "content": "Payment is taken only on the hosted checkout page. Send the buyer to continue_url.",
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
          "description": "The shop's terms, its privacy policy, and whom to ask."
        },
        "continue_url": {
          "type": "string",
          "format": "uri",
          "description": "The hosted page on which the buyer pays, while there is something to pay.",
          "examples": [
            "http://127.0.0.1:4100/checkout/pay/sbx_1"
          ]
        },
        "expires_at": {
          "type": "string",
          "format": "date-time",
          "description": "When the hosted page closes.",
          "examples": [
            "2026-11-22T09:30:00Z"
          ]
        },
        "order": {
          "$ref": "#/$defs/UcpOrder",
          "description": "What was bought, once it is."
        }
      },
      "description": "A purchase that a platform has begun for a buyer."
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
          "description": "There is nothing of what was asked for: `messages` say why.",
          "examples": [
            "error"
          ]
        },
        "capabilities": {
          "type": "object",
          "description": "The capability that was asked, at its version.",
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
      "description": "The envelope of an answer without what was asked for."
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
          "description": "The version and the capability that it is given by."
        },
        "messages": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMessage"
          },
          "minItems": 1,
          "description": "Why.",
          "examples": [
            [
              {
                "type": "error",
                "code": "out_of_stock",
                "path": "$.line_items[0]",
                "content": "Valve is sold out.",
                "severity": "unrecoverable"
              }
            ]
          ]
        },
        "continue_url": {
          "type": "string",
          "format": "uri",
          "description": "Where a person can look instead.",
          "examples": [
            "http://127.0.0.1:4100/products/valve.html"
          ]
        }
      },
      "description": "There is nothing of what was asked for."
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
          "description": "The kind of fault, as a word to switch on.",
          "examples": [
            "invalid_request"
          ]
        },
        "content": {
          "type": "string",
          "description": "What is wrong, and what to do.",
          "examples": [
            "$.line_items: It is required."
          ]
        }
      },
      "description": "Why a request was refused, as UCP says it over REST (overview, \"Error Handling\")."
    },
    "UcpItemRequest": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The id of a variant, as the catalog gives it: an offer's.",
          "examples": [
            "desk-monthly-subscription"
          ]
        }
      },
      "description": "What is asked for, by its id; what else is said of it is passed over.",
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
          "description": "How many; at most 100.",
          "examples": [
            1
          ]
        }
      },
      "description": "So many of an item.",
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
          "description": "The items; at most 20 lines. Those of an update take the place of all that were there.",
          "examples": [
            [
              {
                "item": {
                  "id": "desk-monthly-subscription"
                },
                "quantity": 1
              }
            ]
          ]
        },
        "buyer": {
          "description": "Passed over: the hosted page asks."
        },
        "context": {
          "description": "Passed over: there is one market."
        },
        "payment": {
          "description": "Never taken: neither looked at, nor kept, nor repeated. A warning says so."
        }
      },
      "description": "What the buyer wants. Everything that is said of the buyer is taken and passed over, since the hosted page asks for it:\nit is neither kept nor repeated.",
      "additionalProperties": true
    },
    "UcpCompleteRequest": {
      "type": "object",
      "properties": {
        "payment": {
          "description": "Never taken: neither looked at, nor kept, nor repeated. A warning says so."
        }
      },
      "description": "What a platform sends to complete a checkout.",
      "additionalProperties": true
    },
    "UcpCancelRequest": {
      "type": "object",
      "description": "What a platform sends to cancel a checkout: nothing that is looked at.",
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
          "description": "As plain text.",
          "examples": [
            "The mastering application, billed by the month. EUR 12.00 a month, after a free trial of 14 days."
          ]
        }
      },
      "description": "What something is, in words."
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
          "description": "The cheapest."
        },
        "max": {
          "$ref": "#/$defs/Money",
          "description": "The dearest."
        }
      },
      "description": "The cheapest and the dearest that can be bought of a product."
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
          "description": "A picture.",
          "examples": [
            "image"
          ]
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Where it is.",
          "examples": [
            "http://127.0.0.1:4100/images/desk.svg"
          ]
        },
        "alt_text": {
          "type": "string",
          "description": "What it shows.",
          "examples": [
            "Desk"
          ]
        }
      },
      "description": "A picture."
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
          "description": "Whether it can be bought now.",
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
          "description": "The same in the standard's word.",
          "examples": [
            "in_stock"
          ]
        }
      },
      "description": "Whether something can be had."
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
          "description": "How often it is billed. Left out where it is paid once."
        },
        "trial_days": {
          "type": "integer",
          "minimum": 1,
          "description": "Nothing is due before this many days are over. Left out where there is no free trial.",
          "examples": [
            14
          ]
        },
        "needs_shipping": {
          "type": "boolean",
          "description": "Whether it is sent somewhere. The buyer gives the address on the hosted page, and nobody else does.",
          "examples": [
            false
          ]
        },
        "terms": {
          "type": "string",
          "description": "The terms in words.",
          "examples": [
            "EUR 12.00 a month, after a free trial of 14 days"
          ]
        }
      },
      "description": "What the standard has no field for."
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
          "description": "What a checkout's `item.id` is.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it is called; of a subscription, its terms too.",
          "examples": [
            "Desk, by the month (EUR 12.00 a month, after a free trial of 14 days)"
          ]
        },
        "description": {
          "$ref": "#/$defs/UcpDescription",
          "description": "What it is, and its terms."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Its page on the site.",
          "examples": [
            "http://127.0.0.1:4100/products/desk-monthly-subscription.html"
          ]
        },
        "price": {
          "$ref": "#/$defs/Money",
          "description": "What one costs, each time that it is billed."
        },
        "availability": {
          "$ref": "#/$defs/UcpAvailability",
          "description": "Whether it can be had."
        },
        "media": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMedia"
          },
          "description": "Pictures of it."
        },
        "metadata": {
          "$ref": "#/$defs/UcpVariantMetadata",
          "description": "What the standard has no field for."
        }
      },
      "description": "Something that can be bought: an offer."
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
          "description": "What several items may be of.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it is called: what its first item is.",
          "examples": [
            "Desk, by the month"
          ]
        },
        "description": {
          "$ref": "#/$defs/UcpDescription",
          "description": "What it is."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Its page on the site.",
          "examples": [
            "http://127.0.0.1:4100/products/desk-monthly-subscription.html"
          ]
        },
        "price_range": {
          "$ref": "#/$defs/UcpPriceRange",
          "description": "What its items cost, of those in its first item's currency."
        },
        "media": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMedia"
          },
          "description": "Pictures of it."
        },
        "variants": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpVariant"
          },
          "minItems": 1,
          "description": "What can be bought of it."
        }
      },
      "description": "A product, with all that can be bought of it."
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
          "description": "Whether there is more.",
          "examples": [
            false
          ]
        },
        "cursor": {
          "type": "string",
          "description": "Where to go on.",
          "examples": [
            "10"
          ]
        },
        "total_count": {
          "type": "integer",
          "minimum": 0,
          "description": "How many there are in all.",
          "examples": [
            6
          ]
        }
      },
      "description": "What a part of an answer is followed by."
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
          "description": "The version and the capability that it is given by."
        },
        "products": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpWholeProduct"
          },
          "description": "The products, in the shop's own order."
        },
        "pagination": {
          "$ref": "#/$defs/UcpPage",
          "description": "What follows."
        },
        "messages": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMessage"
          },
          "description": "What there is to say besides."
        }
      },
      "description": "What was found."
    },
    "UcpPriceFilter": {
      "type": "object",
      "properties": {
        "min": {
          "type": "integer",
          "minimum": 0,
          "description": "The least, in minor units.",
          "examples": [
            0
          ]
        },
        "max": {
          "type": "integer",
          "minimum": 0,
          "description": "The most, in minor units.",
          "examples": [
            20000
          ]
        }
      },
      "description": "A range of prices in `context.currency`, or in the shop's own currency where it has one alone.",
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
          "description": "One of these categories. The shop has none, so that nothing is found.",
          "examples": [
            [
              "Software"
            ]
          ]
        },
        "price": {
          "$ref": "#/$defs/UcpPriceFilter",
          "description": "What one may cost."
        }
      },
      "description": "What the items must be. Filters that are not known are passed over.",
      "additionalProperties": true
    },
    "UcpContext": {
      "type": "object",
      "properties": {
        "currency": {
          "type": "string",
          "description": "The currency that prices are filtered in.",
          "examples": [
            "EUR"
          ]
        }
      },
      "description": "What is known of the buyer's place. All but the currency is passed over.",
      "additionalProperties": true
    },
    "UcpPageRequest": {
      "type": "object",
      "properties": {
        "cursor": {
          "type": "string",
          "description": "Where to go on, as the answer before said.",
          "examples": [
            "10"
          ]
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "description": "How many products, at most 50.",
          "examples": [
            10
          ],
          "default": 10
        }
      },
      "description": "Which part of what is found.",
      "additionalProperties": true
    },
    "UcpSearchRequest": {
      "type": "object",
      "properties": {
        "query": {
          "type": "string",
          "description": "Words, all of which an item must have.",
          "examples": [
            "desk"
          ]
        },
        "filters": {
          "$ref": "#/$defs/UcpFilters",
          "description": "What the items must be."
        },
        "context": {
          "$ref": "#/$defs/UcpContext",
          "description": "What is known of the buyer's place."
        },
        "pagination": {
          "$ref": "#/$defs/UcpPageRequest",
          "description": "Which part of what is found."
        }
      },
      "description": "What to search for.",
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
          "description": "The id that was asked.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "match": {
          "type": "string",
          "enum": [
            "exact",
            "featured"
          ],
          "description": "`exact`: the item's own id; `featured`: the product's, of which the item is the first that can be had.",
          "examples": [
            "exact"
          ]
        }
      },
      "description": "Which of the ids that were asked led to an item."
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
          "description": "What a checkout's `item.id` is.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it is called; of a subscription, its terms too.",
          "examples": [
            "Desk, by the month (EUR 12.00 a month, after a free trial of 14 days)"
          ]
        },
        "description": {
          "$ref": "#/$defs/UcpDescription",
          "description": "What it is, and its terms."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Its page on the site.",
          "examples": [
            "http://127.0.0.1:4100/products/desk-monthly-subscription.html"
          ]
        },
        "price": {
          "$ref": "#/$defs/Money",
          "description": "What one costs, each time that it is billed."
        },
        "availability": {
          "$ref": "#/$defs/UcpAvailability",
          "description": "Whether it can be had."
        },
        "media": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMedia"
          },
          "description": "Pictures of it."
        },
        "metadata": {
          "$ref": "#/$defs/UcpVariantMetadata",
          "description": "What the standard has no field for."
        },
        "inputs": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpInput"
          },
          "minItems": 1,
          "description": "Which of the ids that were asked led to it."
        }
      },
      "description": "An item that was looked up."
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
          "description": "What several items may be of.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "title": {
          "type": "string",
          "description": "What it is called: what its first item is.",
          "examples": [
            "Desk, by the month"
          ]
        },
        "description": {
          "$ref": "#/$defs/UcpDescription",
          "description": "What it is."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Its page on the site.",
          "examples": [
            "http://127.0.0.1:4100/products/desk-monthly-subscription.html"
          ]
        },
        "price_range": {
          "$ref": "#/$defs/UcpPriceRange",
          "description": "What its items cost, of those in its first item's currency."
        },
        "media": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMedia"
          },
          "description": "Pictures of it."
        },
        "variants": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpVariantFound"
          },
          "minItems": 1,
          "description": "What can be bought of it."
        }
      },
      "description": "A product, with the items that were looked up."
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
          "description": "The version and the capability that it is given by."
        },
        "products": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpProductLookedUp"
          },
          "description": "The products, in the shop's own order."
        },
        "messages": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/UcpMessage"
          },
          "description": "Which ids are not known."
        }
      },
      "description": "What was looked up."
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
          "description": "Ids of products, of items, or of both; at most 50.",
          "examples": [
            [
              "desk-monthly-subscription"
            ]
          ]
        },
        "filters": {
          "$ref": "#/$defs/UcpFilters",
          "description": "What the items must be."
        },
        "context": {
          "$ref": "#/$defs/UcpContext",
          "description": "What is known of the buyer's place."
        }
      },
      "description": "What to look up.",
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
          "description": "The version and the capability that it is given by."
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
          "description": "What there is to say besides."
        }
      },
      "description": "The product that was asked for."
    },
    "UcpProductRequest": {
      "type": "object",
      "required": [
        "id"
      ],
      "properties": {
        "id": {
          "type": "string",
          "description": "The id of a product, or of an item.",
          "examples": [
            "desk"
          ]
        },
        "filters": {
          "$ref": "#/$defs/UcpFilters",
          "description": "What the items must be."
        },
        "context": {
          "$ref": "#/$defs/UcpContext",
          "description": "What is known of the buyer's place."
        }
      },
      "description": "Which product to read.",
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
      "description": "The version of ACP that an answer is written in."
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
          "description": "None."
        }
      },
      "description": "The payment handlers of a checkout: none, for the buyer pays on the hosted page."
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
          "description": "None."
        }
      },
      "description": "What a buyer may be asked to do within the agent: nothing."
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
          "description": "How to pay through the protocol: not at all."
        },
        "interventions": {
          "$ref": "#/$defs/AcpInterventions",
          "description": "What the buyer may be asked to do within the agent: nothing."
        }
      },
      "description": "What the seller can do of what ACP has."
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
      "description": "Where a checkout is:\n\n- `requires_escalation`: the buyer has yet to pay, on the page at `continue_url`.\n- `complete_in_progress`: paid in a way that takes its time to arrive.\n- `completed`: paid, or nothing is due yet; `order` names what was bought.\n- `canceled`: called off, or the payment never arrived: `messages` says which.\n- `expired`: the page was open until `expires_at`, and nobody paid."
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
          "description": "The offer, by its id.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "name": {
          "type": "string",
          "description": "What it is called.",
          "examples": [
            "Desk, monthly subscription"
          ]
        },
        "unit_amount": {
          "type": "integer",
          "minimum": 0,
          "description": "What one costs, each time that it is billed.",
          "examples": [
            1200
          ]
        }
      },
      "description": "An offer that is bought."
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
          "description": "Its kind."
        },
        "content_type": {
          "type": "string",
          "enum": [
            "plain"
          ],
          "description": "How the content is written."
        },
        "content": {
          "type": "string",
          "description": "The terms: what is billed, and when.",
          "examples": [
            "EUR 12.00 a month, after a free trial of 14 days"
          ]
        }
      },
      "description": "Something that the buyer must be told."
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
      "description": "What an amount is: `subtotal` is what is left of `items_base_amount` when `discount` is taken off."
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
          "description": "What it is."
        },
        "display_text": {
          "type": "string",
          "description": "What it is, in words for the buyer.",
          "examples": [
            "Total (before tax and shipping)"
          ]
        },
        "amount": {
          "type": "integer",
          "minimum": 0,
          "description": "In the currency's minor units: cents, or yen where a currency has none smaller.",
          "examples": [
            1200
          ]
        }
      },
      "description": "An amount, in minor units; never below nothing, discounts too."
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
          "description": "The line's own id.",
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
          "description": "How many.",
          "examples": [
            1
          ]
        },
        "name": {
          "type": "string",
          "description": "What the offer is called.",
          "examples": [
            "Desk, monthly subscription"
          ]
        },
        "description": {
          "type": "string",
          "description": "What it is.",
          "examples": [
            "The mastering application, billed by the month."
          ]
        },
        "images": {
          "type": "array",
          "items": {
            "type": "string",
            "format": "uri"
          },
          "description": "Pictures of it."
        },
        "unit_amount": {
          "type": "integer",
          "minimum": 0,
          "description": "What one costs, each time that it is billed.",
          "examples": [
            1200
          ]
        },
        "product_id": {
          "type": "string",
          "description": "What several offers may be of.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "disclosures": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpDisclosure"
          },
          "description": "Terms that ACP has no words for: how often it is billed, a free trial."
        },
        "totals": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpTotal"
          },
          "description": "What the line costs today."
        }
      },
      "description": "So many of one offer."
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
          "description": "Its kind."
        },
        "severity": {
          "type": "string",
          "enum": [
            "info",
            "high"
          ],
          "description": "How much it matters."
        },
        "resolution": {
          "type": "string",
          "enum": [
            "requires_buyer_input"
          ],
          "description": "Who has to do something about it."
        },
        "content_type": {
          "type": "string",
          "enum": [
            "plain"
          ],
          "description": "How the content is written."
        },
        "content": {
          "type": "string",
          "description": "What it is, in a sentence or two.",
          "examples": [
            "Payment is taken only on the hosted checkout page. Send the buyer to continue_url."
          ]
        }
      },
      "description": "Something to know of a checkout."
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
          "description": "Its kind."
        },
        "code": {
          "type": "string",
          "enum": [
            "unsupported",
            "payment_declined",
            "expired"
          ],
          "description": "What it is: payment data that was sent (`unsupported`), a payment that never arrived (`payment_declined`), a page that has closed (`expired`)."
        },
        "severity": {
          "type": "string",
          "enum": [
            "high"
          ],
          "description": "How much it matters."
        },
        "resolution": {
          "type": "string",
          "enum": [
            "requires_buyer_input",
            "recoverable"
          ],
          "description": "Who has to do something about it."
        },
        "param": {
          "type": "string",
          "description": "Which part of the request it is about (RFC 9535).",
          "examples": [
            "$.payment_data"
          ]
        },
        "content_type": {
          "type": "string",
          "enum": [
            "plain"
          ],
          "description": "How the content is written."
        },
        "content": {
          "type": "string",
          "description": "What it is and what to do, in a sentence or two.",
          "examples": [
            "No payment data is taken here. Send the buyer to continue_url."
          ]
        }
      },
      "description": "Something that went wrong with a checkout, or that it does not take."
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
          "description": "What it is."
        },
        "url": {
          "type": "string",
          "format": "uri",
          "description": "Where it is.",
          "examples": [
            "http://127.0.0.1:4100/support"
          ]
        }
      },
      "description": "A page that belongs to a checkout."
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
          "description": "The order's id.",
          "examples": [
            "ord_6bUJ2mQ8xKf3"
          ]
        },
        "checkout_session_id": {
          "type": "string",
          "description": "The checkout that it came of.",
          "examples": [
            "chk_6bUJ2mQ8xKf3Zp0a"
          ]
        },
        "permalink_url": {
          "type": "string",
          "format": "uri",
          "description": "A page for people that says how the order stands.",
          "examples": [
            "http://127.0.0.1:4100/checkout/chk_6bUJ2mQ8xKf3Zp0a"
          ]
        }
      },
      "description": "What was bought."
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
          "description": "Its id, which can't be guessed: whoever knows it may read the checkout.",
          "examples": [
            "chk_6bUJ2mQ8xKf3Zp0a"
          ]
        },
        "protocol": {
          "$ref": "#/$defs/AcpProtocol",
          "description": "The version of ACP that this is written in."
        },
        "capabilities": {
          "$ref": "#/$defs/AcpCapabilities",
          "description": "What the seller can do of what ACP has."
        },
        "status": {
          "$ref": "#/$defs/AcpStatus",
          "description": "Where it is."
        },
        "currency": {
          "type": "string",
          "pattern": "^[a-z]{3}$",
          "description": "The currency of all amounts (ISO 4217), in lower case.",
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
          "description": "What is bought."
        },
        "fulfillment_options": {
          "type": "array",
          "items": {},
          "maxItems": 0,
          "description": "How to send it: the buyer chooses on the hosted page, so there is nothing to choose from here."
        },
        "totals": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpTotal"
          },
          "description": "What is due today."
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
          "description": "What it means and what to do next."
        },
        "links": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpLink"
          },
          "description": "The shop's terms, its privacy policy, and its support."
        },
        "created_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it was created (RFC 3339, UTC).",
          "examples": [
            "2026-11-21T09:30:00Z"
          ]
        },
        "updated_at": {
          "type": "string",
          "format": "date-time",
          "description": "When it last changed.",
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
          "description": "The hosted page on which the buyer pays. Send the buyer there. Left out once there is nothing left to pay.",
          "examples": [
            "http://127.0.0.1:4100/checkout/pay/sbx_1"
          ]
        },
        "order": {
          "$ref": "#/$defs/AcpOrder",
          "description": "What was bought, once it is."
        }
      },
      "description": "A checkout, as ACP writes it: the same one that `getCheckout` reads."
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
          "description": "Whose fault it is."
        },
        "code": {
          "type": "string",
          "description": "What it is, as a word to switch on.",
          "examples": [
            "invalid"
          ]
        },
        "message": {
          "type": "string",
          "description": "What happened this time, and what to do.",
          "examples": [
            "line_items/0/quantity: It is 0. Too small: expected number to be >=1."
          ]
        },
        "param": {
          "type": "string",
          "description": "Which part of the body it is about (RFC 9535).",
          "examples": [
            "$.line_items[0].quantity"
          ]
        },
        "supported_versions": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "The versions of ACP that are served, the newest first."
        }
      },
      "description": "What went wrong, as ACP says it. `code` is one of:\n\n- `missing_api_version`, `unsupported_api_version` (400): `supported_versions` says which there are.\n- `idempotency_key_required` (400), `idempotency_in_flight` (409), `idempotency_conflict` (422).\n- `invalid` (400): the request does not fit, at `param`. `invalid_item_id`: nothing of that id is for sale.\n`out_of_stock`: it is sold out. `unsupported`: the offers can't be bought together, or not in that currency.\n- `not_found` (404): there is no such checkout, or no such path.\n- `not_cancelable` (405): the checkout is over. `method_not_allowed` (405): the path has other methods.\n- `conflict` (409): the checkout is over, or its payment is on its way.\n- `body_too_large` (413), `rate_limited` (429), `internal` (500), `payments_unavailable`, `limiter_unavailable` (503)."
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
          "description": "The offer, by the id that `listProducts` gives it.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "name": {
          "type": "string",
          "description": "Taken and passed over.",
          "examples": [
            "Desk, monthly subscription"
          ]
        },
        "unit_amount": {
          "type": "integer",
          "description": "Taken and passed over.",
          "examples": [
            1200
          ]
        }
      },
      "description": "An offer, wrapped.",
      "additionalProperties": false
    },
    "AcpRequestedItem": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string",
          "minLength": 1,
          "maxLength": 200,
          "description": "The offer, by the id that `listProducts` gives it.",
          "examples": [
            "desk-monthly-subscription"
          ]
        },
        "item": {
          "$ref": "#/$defs/AcpItemReference",
          "description": "The offer, where the line wraps it."
        },
        "quantity": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "description": "How many; one by default.",
          "examples": [
            1
          ]
        },
        "name": {
          "type": "string",
          "description": "Taken and passed over: the shop's own name stands.",
          "examples": [
            "Desk, monthly subscription"
          ]
        },
        "unit_amount": {
          "type": "integer",
          "description": "Taken and passed over: the shop's own price stands.",
          "examples": [
            1200
          ]
        }
      },
      "description": "Something that is asked for, in any of the forms that the versions of ACP have had.",
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
          "description": "What is bought; or `items`."
        },
        "items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpRequestedItem"
          },
          "minItems": 1,
          "maxItems": 20,
          "description": "What is bought, as versions before 2026-01-30 called it."
        },
        "currency": {
          "type": "string",
          "pattern": "^[A-Za-z]{3}$",
          "description": "The currency (ISO 4217, in either case), which must be the offers' own.",
          "examples": [
            "eur"
          ]
        },
        "capabilities": {
          "description": "What the agent can do. Not read: nothing that it could be asked to do is used here."
        },
        "buyer": {
          "description": "The buyer. Not read."
        },
        "fulfillment_details": {
          "description": "Where to send it, and to whom. Not read."
        },
        "fulfillment_groups": {
          "description": "What is sent together. Not read."
        },
        "coupons": {
          "description": "Codes for a discount. Not read: the buyer gives them on the hosted page, where there are any."
        },
        "discounts": {
          "description": "Codes for a discount. Not read."
        },
        "order_notes": {
          "description": "Notes for the shop. Not read."
        },
        "affiliate_attribution": {
          "description": "Who sent the buyer. Not read."
        },
        "locale": {
          "description": "The buyer's language. Not read."
        },
        "timezone": {
          "description": "The buyer's time zone. Not read."
        },
        "quote_id": {
          "description": "A quote. Not read: there are none."
        },
        "metadata": {
          "description": "The agent's own notes. Not read."
        }
      },
      "description": "What a new checkout is to be.",
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
          "description": "What is bought instead of what was; or `items`."
        },
        "items": {
          "type": "array",
          "items": {
            "$ref": "#/$defs/AcpRequestedItem"
          },
          "minItems": 1,
          "maxItems": 20,
          "description": "What is bought, as versions before 2026-01-30 called it."
        },
        "buyer": {
          "description": "The buyer. Not read."
        },
        "fulfillment_details": {
          "description": "Where to send it, and to whom. Not read."
        },
        "fulfillment_groups": {
          "description": "What is sent together. Not read."
        },
        "coupons": {
          "description": "Codes for a discount. Not read: the buyer gives them on the hosted page, where there are any."
        },
        "discounts": {
          "description": "Codes for a discount. Not read."
        },
        "order_notes": {
          "description": "Notes for the shop. Not read."
        },
        "selected_fulfillment_options": {
          "description": "How to send it. Not read: the buyer chooses on the hosted page."
        }
      },
      "description": "What a checkout is to be instead: what is left out stays as it is.",
      "additionalProperties": false
    },
    "AcpCompleteRequest": {
      "type": "object",
      "properties": {
        "payment_data": {
          "description": "An instrument or a token to pay with. Not taken: the answer says where the buyer pays."
        },
        "buyer": {
          "description": "The buyer. Not read."
        },
        "authentication_result": {
          "description": "What came of an authentication. Not read."
        },
        "affiliate_attribution": {
          "description": "Who sent the buyer. Not read."
        },
        "risk_signals": {
          "description": "What speaks for or against fraud. Not read."
        },
        "marketing_consents": {
          "description": "What the buyer wants to hear of. Not read."
        },
        "order_notes": {
          "description": "Notes for the shop. Not read."
        }
      },
      "description": "What ACP pays with. Nothing here is ever taken: not read, not kept, not answered.",
      "additionalProperties": false
    },
    "AcpCancelRequest": {
      "type": "object",
      "properties": {
        "intent_trace": {
          "description": "The agent's reason. Not read."
        }
      },
      "description": "Why a checkout is called off.",
      "additionalProperties": true
    }
  }
};
