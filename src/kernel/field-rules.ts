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

/** The indexes of items that have an issue: the item itself, or one of the fields. */
function wrongItems(issues: readonly z.core.$ZodRawIssue[], fields: readonly string[]): ReadonlySet<unknown> {
  const wrong = issues.filter(({ path = [] }) => path.length < 2 || fields.includes(String(path[1])));
  return new Set(wrong.map(({ path = [] }) => path[0]));
}

/** Adds an issue for each valid item whose key an earlier item has. Linear in the length of the list. */
function rejectRepeated<T>(
  items: readonly T[],
  context: z.core.$RefinementCtx<readonly T[]>,
  keyOf: (item: T) => unknown,
  fields: readonly string[],
  message = 'is in the list already',
): void {
  const wrong = wrongItems(context.issues, fields);
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    if (wrong.has(index)) continue;
    const key = keyOf(item);
    if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, ...fields.slice(-1)], message });
    seen.add(key);
  }
}

/** A refinement of a list of values: adds an issue for each value whose key an earlier one has. */
export const distinct =
  <T>(keyOf: (value: T) => unknown) =>
  (values: readonly T[], context: z.core.$RefinementCtx<readonly T[]>): void =>
    rejectRepeated(values, context, keyOf, []);

/**
 * A refinement of a list of objects: adds an issue for each object whose fields together have the values of an earlier one.
 * Objects in which one of the fields is wrong are not compared.
 *
 * @param fields the last of them is the one that the issue names.
 */
export const distinctBy =
  <Field extends string>(fields: readonly Field[], message?: string) =>
  (
    objects: readonly Readonly<Record<Field, string | bigint>>[],
    context: z.core.$RefinementCtx<readonly Readonly<Record<Field, string | bigint>>[]>,
  ): void =>
    rejectRepeated(objects, context, (one) => fields.map((field) => one[field]).join(' '), fields, message);
