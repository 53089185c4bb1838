/** One-of inputs of credentials: GraphQL has one field for each type, the operations have the discriminator `type`. */
import { z } from 'zod';
import { InvalidInput } from '../../src/kernel/errors.ts';

type Branches = Readonly<Record<string, z.ZodObject>>;

/** A schema for an input with exactly one of the fields, each with its own schema. */
export function oneOfInput<B extends Branches>(branches: B) {
  const names = Object.keys(branches) as (keyof B & string)[];
  const shape = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));
  return z.object(shape).transform((given, context) => {
    const [name, ...others] = names.filter((one) => given[one] !== undefined && given[one] !== null);
    if (name === undefined || others.length > 0) {
      context.addIssue({ code: 'custom', message: `must have exactly one of ${names.join(', ')}` });
      return z.NEVER;
    }
    const parsed = (branches[name] as z.ZodObject).safeParse(given[name]);
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        context.addIssue({ ...issue, path: [name, ...issue.path] } as never);
      }
      return z.NEVER;
    }
    return { [name]: parsed.data } as { [N in keyof B]?: z.output<B[N]> };
  });
}

const typeOfBranch = { emailOtp: 'EMAIL_OTP', oauth: 'OAUTH', passkey: 'PASSKEY' } as const;
type Branch = keyof typeof typeOfBranch;
type OfType<I, B extends Branch> = I & { readonly type: (typeof typeOfBranch)[B] };

/** Converts the one-of input to the input of the operation, with the discriminator `type`. */
export function flattened<E, O, P>(input: { emailOtp?: E; oauth?: O; passkey?: P }) {
  const [branch] = Object.keys(input) as [Branch];
  const flat = { ...(input[branch] as object), type: typeOfBranch[branch] };
  return { branch, flat: flat as OfType<E, 'emailOtp'> | OfType<O, 'oauth'> | OfType<P, 'passkey'> };
}

/** An operation reports fields of the flat input. The caller sent them below the branch, whose name is the type. */
export function errorInBranch<T>(result: T, branch: Branch): T {
  if (!(result instanceof InvalidInput)) return result;
  const [field] = result.fields;
  return (field?.path === 'type' ? InvalidInput.at(branch, field.message) : result.under(branch)) as T;
}
