/**
 * Rules over several fields of one input. A rule runs once the fields that it depends on have passed their own checks,
 * whatever else of the input is wrong: so that an error names every wrong field once, and no right one.
 */
import type { z } from 'zod';

type Path = readonly PropertyKey[];

const isWithin = (path: Path, outer: Path): boolean =>
  outer.length <= path.length && outer.every((key, index) => String(key) === String(path[index]));

/**
 * The option of a refinement of an object: run it although other fields are wrong.
 *
 * @param fields dotted paths of the fields that the rule reads. A field is wrong when it, something around it or
 *   something in it is.
 */
export function whenValid(...fields: readonly string[]) {
  const paths = fields.map((field) => field.split('.'));
  return {
    when: ({ value, issues }: z.core.ParsePayload): boolean =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !issues.some(({ path = [] }) => paths.some((one) => isWithin(path, one) || isWithin(one, path))),
  };
}

/** The same for a list: run the rule although items are wrong. */
export const whenList = {
  when: ({ value, issues }: z.core.ParsePayload): boolean =>
    Array.isArray(value) && !issues.some(({ path = [] }) => path.length === 0),
};

/** Whether the field of an item has an issue already. Linear in the issues, once for each list. */
function wrongItems(issues: readonly z.core.$ZodRawIssue[], field: string | undefined): ReadonlySet<unknown> {
  const wrong = issues.filter(({ path = [] }) => path.length < 2 || field === undefined || path[1] === field);
  return new Set(wrong.map(({ path = [] }) => path[0]));
}

/**
 * A refinement of a list: names each item whose key an item before it has. Linear in the length of the list.
 *
 * @param field of the item that the key is, and that is named.
 */
export function distinct<T>(keyOf: (item: T) => unknown, field?: string, message = 'is in the list already') {
  return (items: readonly T[], context: z.core.$RefinementCtx<readonly T[]>): void => {
    const wrong = wrongItems(context.issues, field);
    const seen = new Set<unknown>();
    for (const [index, item] of items.entries()) {
      if (wrong.has(index)) continue;
      const key = keyOf(item);
      if (seen.has(key)) {
        context.addIssue({
          code: 'custom',
          path: field === undefined ? [index] : [index, field],
          message,
        });
      }
      seen.add(key);
    }
  };
}
