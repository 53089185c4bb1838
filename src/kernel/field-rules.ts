/**
 * Rules over several fields of an input. A rule runs when the fields that it depends on are valid, even if other fields are
 * not. So an error names every wrong field once, and no correct one.
 */
import type { z } from 'zod';

type Path = readonly PropertyKey[];

const isWithin = (path: Path, outer: Path): boolean =>
  outer.length <= path.length && outer.every((key, index) => String(key) === String(path[index]));

/**
 * An option for a refinement of an object: run it although other fields are wrong.
 *
 * @param fields dotted paths of the fields that the rule reads. A field is wrong if it, an outer or an inner field has an
 *   issue.
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

/** An option for a refinement of a list: run it although items are wrong. */
export const whenList = {
  when: ({ value, issues }: z.core.ParsePayload): boolean =>
    Array.isArray(value) && !issues.some(({ path = [] }) => path.length === 0),
};

/** The indexes of items whose field has an issue already. */
function wrongItems(issues: readonly z.core.$ZodRawIssue[], field: string | undefined): ReadonlySet<unknown> {
  const wrong = issues.filter(({ path = [] }) => path.length < 2 || field === undefined || path[1] === field);
  return new Set(wrong.map(({ path = [] }) => path[0]));
}

/**
 * A refinement of a list: adds an issue for each item whose key an earlier item has. Linear in the length of the list.
 *
 * @param field the field of the item that has the key. The issue names it.
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
