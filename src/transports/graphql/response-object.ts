/** The objects of a response during its execution, when some of their values are still promises. */

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/** An object of a response. It has no prototype properties, like those of graphql-js, and is faster to fill. */
export class ResponseObject {
  [name: string]: unknown;
}
Object.setPrototypeOf(ResponseObject.prototype, null);
Reflect.deleteProperty(ResponseObject.prototype, 'constructor');

/** The object with all of its promises resolved. */
export function settled(object: Record<string, unknown>): Promise<Record<string, unknown>> {
  return Promise.all(Object.values(object)).then((values) => {
    const result = new ResponseObject();
    for (const [index, name] of Object.keys(object).entries()) result[name] = values[index];
    return result;
  });
}
