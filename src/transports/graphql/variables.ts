/** The values that a request gives to the variables of its document. */
export type Variables = Readonly<Record<string, unknown>>;

/** A variable's value as it was sent: names such as `toString` are of variables, not of the object that holds them. */
export const ownValue = (variables: Variables | null | undefined, name: string): unknown =>
  variables && Object.hasOwn(variables, name) ? variables[name] : undefined;
