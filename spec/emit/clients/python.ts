/** Writes the Python client of a service: models, routes, and two classes for each resource. */
import type { OperationEntry, Schema, Table } from "../table.ts";
import { nameCalls } from "./call-names.ts";
import { formatPython } from "./format-python.ts";
import { pythonExtras } from "./python-extras.ts";
import {
  isNullable,
  renderDocstring,
  renderLiteral,
  renderPythonType,
  renderTypedDict,
  toSnakeCase,
} from "./python-types.ts";
import {
  findItem,
  findOutput,
  groupByResource,
  listNamedInputs,
  listReachableModels,
  readRouteFacts,
  type ServiceClient,
} from "./service-client.ts";

/** The modules of a service's client by file name. */
export function renderPythonClient(client: ServiceClient): Record<string, string> {
  const { service } = client;
  return {
    [`${typesModule(service)}.py`]: formatPython(renderTypes(client)),
    [`_${service}_routes.py`]: formatPython(renderRoutes(client)),
    [`_${service}.py`]: formatPython(renderModule(client, false)),
    [`_${service}_async.py`]: formatPython(renderModule(client, true)),
  };
}

/** Renders `__init__.py`. The asynchronous classes load when they are used, because asyncio is slow to import. */
export function renderPythonPackage(clients: readonly ServiceClient[]): string {
  const sync = clients.map(({ className }) => className);
  const asyncNames = sync.map((name) => `Async${name}`);
  const all = [...sync, ...asyncNames, "ApiKey", "AsyncPages", "JackfieldError", "Pages", "UNSET"];
  return formatPython(`${BANNER}"""Find and run the tools of third-party apps, and read and search websites, with Jackfield."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._runtime.errors import JackfieldError
from ._runtime.options import ApiKey
from ._runtime.pages import AsyncPages, Pages
from ._runtime.request import UNSET
${clients.map(({ service, className }) => `from ._${service} import ${className}`).join("\n")}

if TYPE_CHECKING:
${clients.map(({ service, className }) => `    from ._${service}_async import Async${className}`).join("\n")}

__version__ = "1.0.0"

__all__ = [
${all.map((name) => `    "${name}",`).join("\n")}
]

#: These import asyncio, which is slow, so they are loaded when a program uses them.
_ASYNC = {
${clients.map(({ service, className }) => `    "Async${className}": "_${service}_async",`).join("\n")}
}


def __getattr__(name: str) -> Any:
    if name not in _ASYNC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f".{_ASYNC[name]}", __name__), name)
`);
}

const BANNER = "# Written by `npm run generate` from spec/. Do not edit.\n";

const typesModule = (service: string) => (service === "platform" ? "types" : `${service}_types`);

function renderTypes({ table, service }: ServiceClient): string {
  const reachable = listReachableModels(table);
  const models = Object.entries(table.$defs)
    .filter(([name]) => reachable.has(name))
    .sort(([a], [b]) => orderModels(table.$defs, a, b));
  const body = models.map(([name, schema]) => renderTypedDict(name, schema)).join("\n\n\n");
  const names = ["Any", "Literal", "TypedDict"].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  );
  return `${BANNER}"""The models of the ${service}. A newer service may add members."""

from __future__ import annotations

from typing import ${names.join(", ")}

${body}
`;
}

/**
 * Puts aliases before the models that use them, and unions of models after those. Otherwise keeps
 * the order.
 */
const orderModels = ($defs: Table["$defs"], a: string, b: string): number =>
  rankModel($defs[a]!) - rankModel($defs[b]!);

function rankModel(schema: Schema): number {
  if ("properties" in schema) return 1;
  const options: readonly Schema[] = schema["oneOf"] ?? schema["anyOf"] ?? [];
  return options.some((option) => "$ref" in option) ? 2 : 0;
}

function renderRoutes({ table: { operations }, service }: ServiceClient): string {
  const models = Object.entries(operations).map(([name, each]) => findOutput(name, each));
  const routes = Object.entries(operations).map(([name, operation]) => {
    const members = [
      `"${operation.method}"`,
      `"${operation.path}"`,
      ...Object.entries(readRouteFacts(operation)).map(
        ([fact, value]) => `${toSnakeCase(fact)}=${renderLiteral(value)}`,
      ),
    ];
    const constant = toSnakeCase(name).toUpperCase();
    return `${constant}: Route[${findOutput(name, operation)}] = Route(${members.join(", ")})`;
  });
  return `${BANNER}"""The operations, as the clients send them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._runtime.request import Route

if TYPE_CHECKING:
    from .${typesModule(service)} import ${[...new Set(models)].join(", ")}

${routes.join("\n")}
`;
}

function renderModule(client: ServiceClient, isAsync: boolean): string {
  const { service, table } = client;
  const resources = [...groupByResource(table)];
  const extras = pythonExtras(service, isAsync);
  const body = [
    renderClient(client, resources.map(([name]) => name).filter(Boolean), isAsync),
    ...resources
      .filter(([resource]) => resource)
      .map(([resource, operations]) =>
        renderResource(client, resource, operations, isAsync, extras.methods[resource] ?? ""),
      ),
  ].join("\n\n\n");
  const transport = isAsync ? "AsyncTransport" : "Transport";
  const pages = isAsync ? "AsyncPages" : "Pages";
  const names = (text: readonly string[]) =>
    text.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const models = names(Object.keys(table.$defs));
  const plain = names(["asyncio", "time"]).map((name) => `import ${name}`);
  return `${BANNER}"""The ${isAsync ? "asynchronous " : ""}client of the ${service}."""

from __future__ import annotations

${plain.join("\n")}
from collections.abc import ${names(["AsyncGenerator", "Generator", "Mapping", "Sequence"]).join(", ")}
from typing import ${["TYPE_CHECKING", ...names(["Any", "Literal"])].join(", ")}

from . import _${service}_routes as routes
from ._runtime.client import BaseClient${/without_none/.test(body) ? ", without_none" : ""}
${[
  ...extras.imports.filter((line) => line.startsWith("from")),
  `from ._runtime.options import ${client.isKeyed ? "ApiKey, " : ""}GivenOptions, resolve_options`,
  ...(new RegExp(`\\b${pages}\\b`).test(body) ? [`from ._runtime.pages import ${pages}`] : []),
  ...(/\bUNSET\b/.test(body) ? ["from ._runtime.request import UNSET, Unset"] : []),
  `from ._runtime.${isAsync ? "async" : "sync"}_transport import ${transport}`,
].join("\n")}
from .${typesModule(service)} import ${models.join(", ")}

if TYPE_CHECKING:
    import ssl


${body}
`;
}

const resourceClass = (resource: string, isAsync: boolean) =>
  `${isAsync ? "Async" : ""}${resource[0]!.toUpperCase()}${resource.slice(1)}Resource`;

function renderClient(
  { className, summary, isKeyed, defaults, service, table }: ServiceClient,
  resources: readonly string[],
  isAsync: boolean,
): string {
  const name = `${isAsync ? "Async" : ""}${className}`;
  const transport = isAsync ? "AsyncTransport" : "Transport";
  const [def, wait, prefix] = isAsync ? ["async def", "await ", "a"] : ["def", "", ""];
  const own = Object.entries(table.operations).filter(([, { client }]) => !client!.resource);
  return `class ${name}(BaseClient):
${renderDocstring(`${summary} ${isAsync ? "Close it with `aclose` or `async with`." : "Close it with `close` or `with`."}`, "    ")}

    _transport: ${transport}

    def __init__(
        self,
${isKeyed ? "        api_key: ApiKey | None = None,\n" : ""}        *,
        base_url: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        headers: Mapping[str, str | None] | None = None,
        ssl_context: ssl.SSLContext | None = None,
        proxy: str | None = None,
    ) -> None:
        """Raises a \`\`JackfieldError\`\` (\`\`invalid_input\`\`) if an option is invalid."""
        given = GivenOptions(${isKeyed ? "api_key=api_key, " : ""}base_url=base_url, headers=headers, proxy=proxy)
        # Tracebacks can show local variables.
        del ${isKeyed ? "api_key, " : ""}base_url, headers, proxy
        options = resolve_options(
            given,
            base_url_variable="${defaults.baseUrlVariable}",
            default_base_url=${defaults.baseUrl ? `"${defaults.baseUrl}"` : "None"},
${isKeyed ? `            api_key_variable="${defaults.apiKeyVariable}",\n` : ""}            timeout=timeout,
            max_retries=max_retries,
            ssl_context=ssl_context,
        )
        self._bind(${transport}(options))

    def _bind(self, transport: ${transport}) -> None:
        self._transport = transport
${resources.map((resource) => `        self.${toSnakeCase(resource)} = ${resourceClass(resource, isAsync)}(transport)`).join("\n")}

    ${def} ${prefix}close(self) -> None:
        """Closes the kept connections. The client can still be used afterwards."""
        ${wait}self._transport.close()

    ${def} __${prefix}enter__(self) -> ${name}:
        return self

    ${def} __${prefix}exit__(self, *_: object) -> None:
        ${wait}self.${prefix}close()
${pythonExtras(service, isAsync).clientMethods}${own.map(([operationName, operation]) => `\n${renderMethod(table, operationName, operation, isAsync)}\n`).join("")}`.trimEnd();
}

function renderResource(
  { table }: ServiceClient,
  resource: string,
  operations: readonly [string, OperationEntry][],
  isAsync: boolean,
  extraMethods: string,
): string {
  const transport = isAsync ? "AsyncTransport" : "Transport";
  return `class ${resourceClass(resource, isAsync)}:
    """The calls of \`\`${toSnakeCase(resource)}\`\`."""

    def __init__(self, transport: ${transport}) -> None:
        self._transport = transport

${operations.map(([name, operation]) => renderMethod(table, name, operation, isAsync)).join("\n\n")}
${extraMethods}`.trimEnd();
}

function renderMethod(
  table: Table,
  name: string,
  operation: OperationEntry,
  isAsync: boolean,
): string {
  const { client, input, description } = operation;
  const { positional, method, pages } = client!;
  const named = listNamedInputs(operation);
  const parameters = [
    "self",
    ...positional.map((key) => renderParameter(key, operation)),
    ...(named.length > 0 ? ["*", ...named.map((key) => renderParameter(key, operation))] : []),
  ];
  const output = findOutput(name, operation);
  const item = pages ? findItem(table, name, output) : undefined;
  const pagesType = `${isAsync ? "AsyncPages" : "Pages"}[${item}, ${output}]`;
  const result = pages ? pagesType : output;
  const def = isAsync && !pages ? "async def" : "def";
  const route = `routes.${toSnakeCase(name).toUpperCase()}`;
  const docs = [
    nameCalls(table, description, toSnakeCase),
    ...named.map((key) => describe(table, key, input.properties[key]!)),
  ];
  const head = `    ${def} ${toSnakeCase(method)}(${parameters.join(", ")}) -> ${result}:`;
  const values = renderValues([...named, ...positional], operation);
  const call = `${isAsync && !pages ? "await " : ""}self._transport.${pages ? "list" : "call"}`;
  return `${head}
${renderDocstring(docs.join("\n\n").replaceAll("`", "``"), "        ")}
        return ${call}(${route}, ${values})`;
}

function describe(table: Table, key: string, schema: Schema): string {
  const text = nameCalls(table, schema["description"] ?? "", toSnakeCase);
  const value = "default" in schema ? ` Default: ${renderLiteral(schema["default"])}.` : "";
  return `\`${key}\`: ${text}${value}`;
}

function renderParameter(key: string, { input }: OperationEntry): string {
  const schema = input.properties[key]!;
  const type = renderPythonType(schema, "input");
  if (input.required.includes(key)) return `${key}: ${type}`;
  return isNullable(schema) ? `${key}: ${type} | Unset = UNSET` : `${key}: ${type} | None = None`;
}

/** The inputs as a dict, in the order in which the JavaScript client sends them. */
function renderValues(keys: readonly string[], { input }: OperationEntry): string {
  const hasNone = keys.some(
    (key) => !input.required.includes(key) && !isNullable(input.properties[key]!),
  );
  return hasNone
    ? `without_none(${keys.map((key) => `${key}=${key}`).join(", ")})`
    : `{${keys.map((key) => `"${key}": ${key}`).join(", ")}}`;
}
