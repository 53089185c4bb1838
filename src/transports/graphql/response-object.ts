/** The objects of a response while it is made: some of their values are still promised. */

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** The objects of a response. They inherit nothing, as those of graphql-js, and are faster to fill. */
export class ResponseObject {
  [name: string]: unknown;
}
Object.setPrototypeOf(ResponseObject.prototype, null);
Reflect.deleteProperty(ResponseObject.prototype, 'constructor');

/** The object once every promise in it is kept. */
export function settled(object: Record<string, unknown>): Promise<Record<string, unknown>> {
  return Promise.all(Object.values(object)).then((values) => {
    const result = new ResponseObject();
    for (const [index, name] of Object.keys(object).entries()) result[name] = values[index];
    return result;
  });
}
