/** A tool as the protocol lists it: its description with the policy, and its JSON schemas. */
import type { Agent } from '../../../agents/agent.ts';
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from '../json-schemas.ts';
import { policyText } from '../policy-text.ts';
import type { Tool } from './tool.ts';

interface Schemas {
  /** The arguments that a call may have, those that the schema does not list included. */
  readonly names: ReadonlySet<string>;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

const keyField = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Only for a second payment with the same arguments, on purpose: a text that no earlier call has, for example the number of the invoice.',
};

function makeSchemas({ input, output, notes = {}, takesKey }: Tool, isSandbox: boolean): Schemas {
  const schema = inputJsonSchema(input, isSandbox ? ['customerId'] : ['customerId', 'sandboxOutcome']);
  const given = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const properties = Object.fromEntries(
    Object.entries(given).map(([name, field]) => {
      const note = [notes[name], field['description']].filter(Boolean).join(' ');
      return [name, note === '' ? field : { ...field, description: note }];
    }),
  );
  const all = (inputJsonSchema(input)['properties'] ?? {}) as Record<string, JsonSchema>;
  return {
    names: new Set([...Object.keys(all), ...(takesKey ? ['idempotencyKey'] : [])]),
    input: {
      ...schema,
      type: 'object',
      properties: { ...properties, ...(takesKey && { idempotencyKey: keyField }) },
      additionalProperties: false,
    },
    output: outputJsonSchema(output),
  };
}

/** By tool, for sandbox and production platforms. */
const made = new WeakMap<Tool, Map<boolean, Schemas>>();

export function schemasOf(tool: Tool, isSandbox: boolean): Schemas {
  const ofTool = made.get(tool) ?? new Map<boolean, Schemas>();
  made.set(tool, ofTool);
  const known = ofTool.get(isSandbox) ?? makeSchemas(tool, isSandbox);
  ofTool.set(isSandbox, known);
  return known;
}

/** @param agent with its usage, which the description of a tool that moves money contains. */
export function describeTool(tool: Tool, agent: Agent, now: Date, isSandbox: boolean) {
  const { name, title, about, effect, takesKey = false } = tool;
  const { input, output } = schemasOf(tool, isSandbox);
  return {
    name,
    title,
    description: effect === 'money' ? `${about} ${policyText(agent, now)}` : about,
    inputSchema: input as { type: 'object' },
    outputSchema: output as { type: 'object' },
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      destructiveHint: effect !== 'read',
      idempotentHint: effect === 'read' || takesKey,
      openWorldHint: effect === 'money',
    },
  };
}
