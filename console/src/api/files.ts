/** Files of the API, which GraphQL does not carry. */
import { getFile, postForm } from './client.ts';
import { type Problem, problemOf } from './problem.ts';

/** The body of an error over REST. */
interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly details?: { readonly errors?: readonly { readonly field: string; readonly reason: string }[] };
}

async function problemOfResponse(response: Response, otherwise: string): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  return {
    code: body.code ?? 'UNEXPECTED',
    message: body.message ?? `${otherwise} (HTTP ${response.status}).`,
    fields: new Map(body.details?.errors?.map(({ field, reason }) => [field, reason])),
    requestId: response.headers.get('x-request-id') ?? undefined,
    isUnreachable: false,
  };
}

function unreachable(error: unknown, message: string): Problem {
  const { requestId: _requestId, ...problem } = problemOf(error);
  return { ...problem, message, isUnreachable: true };
}

/** The file of a document. The service records who read it. */
export async function readDocument(id: string): Promise<Blob | Problem> {
  try {
    const response = await getFile(`/2025-10-13/documents/${encodeURIComponent(id)}/content`);
    if (response.ok) return await response.blob();
    return await problemOfResponse(response, 'The file could not be read');
  } catch (error) {
    return unreachable(error, 'The file could not be read. Check the connection.');
  }
}

/** Uploads a file with customers, which may be too large for GraphQL. Returns the id of the import. */
export async function uploadImport(
  file: File,
  { dryRun, key }: { readonly dryRun: boolean; readonly key: string },
): Promise<string | Problem> {
  const form = new FormData();
  form.set('dryRun', String(dryRun));
  form.set('file', file);
  try {
    const response = await postForm('/2025-10-13/customers/bulk/csv', form, key);
    if (response.ok) return ((await response.json()) as { readonly jobId: string }).jobId;
    return await problemOfResponse(response, 'The file could not be sent');
  } catch (error) {
    return unreachable(error, 'The file could not be sent. Check the connection.');
  }
}
