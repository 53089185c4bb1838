/** The variable values of a request. */
export type Variables = Readonly<Record<string, unknown>>;

/** A variable's value as sent. Inherited properties do not count: a variable may be named `toString`. */
export const ownValue = (variables: Variables | null | undefined, name: string): unknown =>
  variables && Object.hasOwn(variables, name) ? variables[name] : undefined;
