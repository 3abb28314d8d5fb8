import { table as accountTable } from "../../../../generated/account/operations.ts";
import { table as platformTable } from "../../../../generated/platform/operations.ts";
import type { RequiredRole } from "../../../../generated/table.ts";
import type { HttpResponse } from "../../../http/handler.ts";
import type {
  RequestInput as PlatformInput,
  OperationName as PlatformOperationName,
  Output as PlatformOutput,
} from "../../contract.ts";
import type { OperationName, Output } from "../contract.ts";
import type { DescribeEnd } from "./confirmation-page.ts";
import { decodeForm } from "./form-input.ts";
import type { PageRequest } from "./page-request.ts";
import { withoutSecrets } from "./page-request.ts";

/** A page of the account, and the forms on it. */
export interface Page {
  /** A path template: `/keys/{key}`. */
  readonly path: string;
  /** Who may see it. People without a session are sent to the page to sign in. */
  readonly role: RequiredRole;
  readonly render: RenderPage;
  readonly forms?: readonly PageForm[];
}

/** Renders a page. */
export type RenderPage = (request: PageRequest) => Promise<HttpResponse> | HttpResponse;

/** A form on a page. */
export interface PageForm {
  /** A path template. It may be that of the page. */
  readonly path: string;
  /** The maximum size of its request in bytes. Set if it has a file. Default: 64 KiB. */
  readonly bodyLimit?: number;
  /**
   * Describes what the form ends. The person then confirms it on a page first. Absent if the form
   * never ends anything.
   */
  readonly confirm?: DescribeEnd;
  /** Throws the `Problem` "invalid_input" for fields that `submit` would reject. */
  validate?(request: PageRequest, fields: URLSearchParams): void;
  /**
   * Carries out the form. Returns the path of the next page, or a response. If it throws a
   * `Problem`, the page is shown again with it.
   */
  submit(request: PageRequest, fields: URLSearchParams): Promise<string | HttpResponse>;
}

/** What the browser gets after a form: the path of the next page, or a response. */
type Respond<Result> = (
  request: PageRequest,
  output: Result,
) => string | HttpResponse | Promise<HttpResponse>;

/**
 * Creates a form that runs an operation of the account. Its input is the fields and the parameters
 * of the path.
 */
export const accountForm = <N extends OperationName>(
  path: string,
  operation: N,
  respond: Respond<Output<N>>,
): PageForm => {
  const { properties } = accountTable.operations[operation].input;
  const readInput = (request: PageRequest, fields: URLSearchParams) => ({
    ...decodeForm(properties, fields),
    ...request.parameters,
  });
  return {
    path,
    validate: (request, fields) => request.validate(operation, readInput(request, fields)),
    submit: async (request, fields) =>
      respond(
        { ...request, fields: withoutSecrets(fields) },
        await request.run(operation, readInput(request, fields)),
      ),
  };
};

/** Creates a form that runs an operation of the platform for the person. */
export const platformForm = <N extends PlatformOperationName>(
  path: string,
  operation: N,
  respond: Respond<PlatformOutput<N>>,
): PageForm => ({
  path,
  async submit(request, fields) {
    const { properties } = platformTable.operations[operation].input;
    const parameters = new URLSearchParams(request.parameters);
    const input = { ...decodeForm(properties, fields), ...decodeForm(properties, parameters) };
    const run = request.context.platform;
    return respond(request, await run(operation, input as PlatformInput<N>));
  },
});
