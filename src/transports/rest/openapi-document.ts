/**
 * The parts of an OpenAPI document that the description uses, and zod schemas as its schemas.
 *
 * Source: OpenAPI 3.1.1; JSON Schema 2020-12.
 */
import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };

interface Media {
  readonly schema: JsonSchema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface ResponseDescription {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema; readonly description: string }>>;
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
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Whether a property may be absent. Of what is prepared before it is parsed, the schema that parses it says so. */
function isOptional(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodPipe) {
    return isOptional(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  }
  return schema._zod.optin !== undefined;
}

/** zod takes every property that is prepared first, as a bounded list is, for one that may be absent. */
function nameRequired({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) {
  if (!(zodSchema instanceof z.ZodObject) || !('properties' in jsonSchema)) return;
  const required = Object.entries(zodSchema.shape).flatMap(([name, property]) =>
    isOptional(property as z.core.$ZodType) ? [] : [name],
  );
  if (required.length > 0) Object.assign(jsonSchema, { required });
}

/** Named schemas move into the components; what refers to them follows. */
export function schemaOf(schema: z.ZodType, components: Record<string, JsonSchema>): JsonSchema {
  // Wrapped, so that a schema with a name comes out as a reference.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
    io: 'input',
    unrepresentable: 'any',
    override: nameRequired,
  }) as unknown as { properties: { it: JsonSchema }; $defs?: Record<string, JsonSchema> };
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        if (key === 'id' && typeof inner === 'string' && inner in $defs) return [];
        return [
          [
            key,
            key === '$ref' && typeof inner === 'string'
              ? inner.replace('#/$defs/', '#/components/schemas/')
              : moved(inner),
          ],
        ];
      }),
    );
  };
  for (const [name, definition] of Object.entries($defs)) {
    components[name] = moved(definition) as JsonSchema;
  }
  return moved(properties.it) as JsonSchema;
}
