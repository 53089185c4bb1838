/** Schemas that the response bodies share. They describe responses; the `*-view.ts` files of the contexts create them. */
import { z } from 'zod';
import { errorCodes } from '../../../kernel/error-codes.ts';
import { maxFieldErrors } from '../../../kernel/errors.ts';
import type { IdType } from '../../../kernel/ids.ts';
import { maxPageSize } from '../../../kernel/page.ts';
import { signatureProblems } from '../../../kernel/signature-problem.ts';
import { permissions } from '../../../platforms/platform.ts';

export const id = (...types: readonly IdType[]) =>
  z.string().meta({ description: types.map((type) => `${type}:<uuid>`).join(' or ') });

export const instant = z.string().meta({ format: 'date-time' });

/** In the smallest unit of a currency, below 2^53. */
export const amount = z.int();

export const Currency = z
  .object({ code: z.string(), name: z.string(), symbol: z.string(), decimals: z.int().min(0) })
  .meta({ id: 'Currency' });

export const CurrencyAmount = z.object({ amount, currency: Currency }).meta({ id: 'CurrencyAmount' });

export const Address = z
  .object({
    line1: z.string(),
    line2: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    postalCode: z.string(),
    country: z.string(),
  })
  .meta({ id: 'Address' });

export const stringMap = z.record(z.string(), z.string());

export const times = { createdAt: instant, updatedAt: instant };

/** A list without pages. */
export const listOf = (item: z.ZodType, maxItems: number) => z.object({ data: z.array(item).max(maxItems) });

/** A page of a list. */
export const pageOf = (item: z.ZodType) =>
  z.object({
    data: z.array(item).max(maxPageSize),
    hasMore: z.boolean(),
    nextCursor: z
      .string()
      .optional()
      .meta({ description: 'Cursor of the next page. Only if hasMore is true.' }),
    totalCount: z.int().min(0).optional().meta({
      description: 'Number of all records that match, on all pages. Absent if counting takes too long.',
    }),
  });

export const ErrorBody = z
  .object({
    status: z.int().meta({ description: 'HTTP status of the response.' }),
    code: z.enum([
      ...errorCodes,
      'NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'SERVICE_UNAVAILABLE',
      'TIME_LIMIT_EXCEEDED',
      'RESPONSE_LIMIT_EXCEEDED',
    ]),
    message: z.string().meta({ description: 'Explanation for a human reader. The text may change.' }),
    reason: z
      .string()
      .optional()
      .meta({ description: 'The check that failed, if the error has more than one cause.' }),
    details: z.looseObject({
      field: z.string().optional().meta({ description: 'Dotted path of the first invalid field.' }),
      errors: z
        .array(z.object({ field: z.string(), reason: z.string() }))
        .max(maxFieldErrors)
        .optional(),
      reason: z.string().optional(),
      requiredPermission: z
        .enum(permissions)
        .optional()
        .meta({ description: 'The missing permission, or the first of requiredPermissions.' }),
      requiredPermissions: z
        .array(z.enum(permissions))
        .max(permissions.length)
        .optional()
        .meta({ description: 'All permissions that the API token is missing.' }),
      signatureProblem: z.enum(signatureProblems).optional().meta({
        description: 'What is wrong with the wallet signature or the request id of a signed retry.',
      }),
    }),
  })
  .meta({
    id: 'Error',
    description: 'Body of every error response.',
    examples: [
      {
        status: 400,
        code: 'INVALID_INPUT',
        message: 'email: must be an email address',
        details: { field: 'email', errors: [{ field: 'email', reason: 'must be an email address' }] },
      },
    ],
  });
