/** Schemas of the audit log and the request log. Source: docs/behaviour/audit.md, docs/behaviour/requests.md. */
import { z } from 'zod';
import { maxChangedFields } from '../../../infrastructure/audit-log/audit-entry.ts';
import { actorKinds } from '../../../infrastructure/database/attribution.ts';
import { requestTransports } from '../../../infrastructure/request-log/api-request.ts';
import { id, instant } from './common.ts';

const Actor = z
  .object({
    kind: z.enum(actorKinds),
    id: z.string().optional(),
    name: z.string().optional(),
  })
  .meta({ id: 'Actor' });

export const AuditEntry = z
  .object({
    id: id('AuditEntry'),
    position: z.int().min(1).meta({ description: 'Position in the log of the platform, without gaps.' }),
    createdAt: instant,
    actor: Actor,
    operation: z.string().meta({ description: 'GraphQL mutation of the same operation, or command.' }),
    recordType: z.string(),
    recordId: z.string().meta({ description: 'Id of the record, or the code of an invitation.' }),
    changes: z
      .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
      .max(maxChangedFields),
    requestId: z.string().optional(),
    address: z.string().optional().meta({ description: 'Source address of the request.' }),
    previousHash: z.string(),
    hash: z.string().meta({ description: 'SHA-256 of the entry, 64 hex digits.' }),
  })
  .meta({ id: 'AuditEntry' });

export const ApiRequest = z
  .object({
    id: id('ApiRequest'),
    requestId: z.string().meta({ description: 'Header X-Request-Id.' }),
    startedAt: instant,
    durationMs: z.int().min(0),
    transport: z.enum(requestTransports.map((one) => one.toUpperCase())),
    method: z.string(),
    operation: z.string().meta({ description: 'Method and path, or kind and first root field.' }),
    operationName: z.string().optional().meta({ description: 'Name of the GraphQL operation.' }),
    status: z.int().meta({ description: 'HTTP status. 499: the client disconnected.' }),
    errorCode: z.string().optional().meta({ description: 'Code of the first error.' }),
    actor: Actor,
    address: z.string().optional().meta({ description: 'Source address.' }),
    requestBody: z.string().optional().meta({ description: 'JSON without values: see the documentation.' }),
    responseBody: z.string().optional().meta({ description: 'As requestBody.' }),
  })
  .meta({ id: 'ApiRequest' });
