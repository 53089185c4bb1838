/**
 * Types of the parts of OpenAPI that the description uses, and the conversion of zod schemas.
 *
 * Source: OpenAPI 3.1.1; JSON Schema 2020-12.
 */
import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}

export interface Header {
  readonly schema: JsonSchema;
  readonly description: string;
}

export interface ResponseDescription {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, ResponseDescription>>;
}

export interface OpenApi {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    /** By its SPDX identifier. */
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Whether a property may be absent. For a preprocessed property the schema after the preprocessing decides. */
function isOptional(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodPipe) {
    return isOptional(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  }
  return schema._zod.optin !== undefined;
}

/** Sets `required`. zod treats every preprocessed property, such as a bounded list, as optional. */
function nameRequired({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) {
  if (!(zodSchema instanceof z.ZodObject) || !('properties' in jsonSchema)) return;
  const required = Object.entries(zodSchema.shape).flatMap(([name, property]) =>
    isOptional(property as z.core.$ZodType) ? [] : [name],
  );
  if (required.length > 0) Object.assign(jsonSchema, { required });
}

/** Converts a zod schema. Named schemas become components, and references point there. */
export function schemaOf(schema: z.ZodType, components: Record<string, JsonSchema>): JsonSchema {
  // Wrapped in an object, so that a named schema becomes a reference.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ wrapped: schema }), {
    io: 'input',
    unrepresentable: 'any',
    override: nameRequired,
  }) as unknown as { properties: { wrapped: JsonSchema }; $defs?: Record<string, JsonSchema> };
  const withComponentRefs = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withComponentRefs);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        if (key === 'id' && typeof inner === 'string' && inner in $defs) return [];
        return [
          [
            key,
            key === '$ref' && typeof inner === 'string'
              ? inner.replace('#/$defs/', '#/components/schemas/')
              : withComponentRefs(inner),
          ],
        ];
      }),
    );
  };
  for (const [name, definition] of Object.entries($defs)) {
    components[name] = withComponentRefs(definition) as JsonSchema;
  }
  return withComponentRefs(properties.wrapped) as JsonSchema;
}
