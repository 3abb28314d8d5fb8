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
  never;

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
      "description": "Begin a purchase of one offer. Nothing is charged: the answer has `continue_url`, the address of a hosted page, to which the buyer is sent to pay and to give an e-mail address (for hardware, a shipping address too). Then read the checkout until its status is `completed`. Payment instruments and tokens are not taken.",
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
  "bindings": {},
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
        "unavailable",
        "payments_unavailable"
      ],
      "description": "The kinds of problem of the site service, each with its status:\n\n- `invalid_input` (400): the request does not fit the specification; `errors` says where.\n- `outside_site` (400): the URL is not one of this site.\n- `invalid_signature` (400): a webhook's body is not the payment provider's own.\n- `offers_do_not_mix` (400): the offers can't be bought together.\n- `not_found` (404): nothing is served at this path.\n- `page_not_found` (404): the site has no such page.\n- `part_not_found` (404): the page has fewer parts than that.\n- `offer_not_found` (404): nothing of that id is for sale.\n- `checkout_not_found` (404): there is no such checkout.\n- `method_not_allowed` (405): the path is not served with this method; Allow says with which.\n- `not_acceptable` (406): none of the media types that were asked for can be given.\n- `offer_unavailable` (409): the offer is sold out.\n- `checkout_final` (409): the checkout is over, and can't be changed any more.\n- `request_in_flight` (409): a request with the same idempotency key is being carried out.\n- `body_too_large` (413): the body is larger than is read.\n- `wrong_host` (421): the request names a host that this site does not answer for.\n- `unreadable_page` (422): the page is there, but is no text.\n- `idempotency_conflict` (422): the idempotency key was used for another request.\n- `rate_limited` (429): the client has asked more than its rate allows.\n- `internal` (500): a fault of this service.\n- `unavailable` (503): the site's pages can't be reached just now.\n- `payments_unavailable` (503): the payment provider can't be reached just now."
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
    }
  }
};
