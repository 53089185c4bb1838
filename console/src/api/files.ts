/** Files of the API, which GraphQL does not carry. */
import { getFile } from './client.ts';
import { type Problem, problemOf } from './problem.ts';

/** The body of an error over REST. */
interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
}

/** The file of a document. The service records who read it. */
export async function readDocument(id: string): Promise<Blob | Problem> {
  try {
    const response = await getFile(`/2025-10-13/documents/${encodeURIComponent(id)}/content`);
    if (response.ok) return await response.blob();
    const body = (await response.json().catch(() => ({}))) as ErrorBody;
    return {
      code: body.code ?? 'UNEXPECTED',
      message: body.message ?? `The file could not be read (HTTP ${response.status}).`,
      fields: new Map(),
      requestId: response.headers.get('x-request-id') ?? undefined,
      isUnreachable: false,
    };
  } catch (error) {
    const { requestId: _requestId, ...problem } = problemOf(error);
    return { ...problem, message: 'The file could not be read. Check the connection.', isUnreachable: true };
  }
}
