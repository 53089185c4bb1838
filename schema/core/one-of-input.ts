/** One-of inputs of credentials: a field for each type, where the operations tell types apart by `type`. */
import { z } from 'zod';
import { InvalidInput } from '../../src/kernel/errors.ts';

type Branches = Readonly<Record<string, z.ZodObject>>;

/** One-of: exactly one of the branches, each with a schema of its own. */
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

/** The branch as the operation takes it, told apart by its type. */
export function flattened<E, O, P>(input: { emailOtp?: E; oauth?: O; passkey?: P }) {
  const [branch] = Object.keys(input) as [Branch];
  const flat = { ...(input[branch] as object), type: typeOfBranch[branch] };
  return { branch, flat: flat as OfType<E, 'emailOtp'> | OfType<O, 'oauth'> | OfType<P, 'passkey'> };
}

/** A refusal names the fields of the flat input; the caller sent them below a branch, whose name is the type. */
export function errorInBranch<T>(answer: T, branch: Branch): T {
  if (!(answer instanceof InvalidInput)) return answer;
  const [field] = answer.fields;
  return (field?.path === 'type' ? InvalidInput.at(branch, field.message) : answer.under(branch)) as T;
}
