/** Renders the OpenAPI description as an HTML page, self-contained and without scripts. */
import { escaped } from '../http/html.ts';
import type { JsonSchema, OpenApi, Operation, Parameter, ResponseDescription } from './openapi-document.ts';

/** Escaped text, with `code` for backticks. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const listed = (values: readonly unknown[]): string =>
  values.map((value) => `<code>${escaped(String(value))}</code>`).join(', ');

/** A short description of a schema. `fields` lists the fields of an object. */
function typeOf(schema: JsonSchema): string {
  const {
    $ref,
    anyOf,
    oneOf,
    type,
    items,
    enum: values,
    const: only,
    pattern,
    minimum,
    maximum,
    format,
  } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`;
  }
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices) {
    const shown = choices.filter((one) => one['type'] !== 'null').map(typeOf);
    return [...new Set(shown)].join(' or ') + (shown.length < choices.length ? ', or null' : '');
  }
  if (only !== undefined) return listed([only]);
  if (Array.isArray(values)) return `one of ${listed(values)}`;
  if (type === 'array') return `array of ${items ? typeOf(items as JsonSchema) : 'any value'}`;
  const bounds = [
    format && escaped(String(format)),
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    pattern && `<code>${escaped(String(pattern))}</code>`,
  ].filter(Boolean);
  return [escaped(String(type ?? 'any')), ...bounds].join(', ');
}

/** The object schemas in the items of an array or the options of a union. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  if (schema['properties']) return [schema];
  const inner = [schema['items'], ...((schema['anyOf'] ?? schema['oneOf'] ?? []) as unknown[])];
  return inner.flatMap((one) => (one ? objectsIn(one as JsonSchema) : []));
}

function fields(schema: JsonSchema): string {
  return objectsIn(schema)
    .map((object) => {
      const properties = Object.entries(object['properties'] as Record<string, JsonSchema>);
      const required = (object['required'] ?? []) as string[];
      const rows = properties.map(([name, property]) => {
        const details =
          typeof property['description'] === 'string' ? ` — ${prose(property['description'])}` : '';
        const mark = required.includes(name) ? '<b title="required">*</b>' : '';
        return `<li><code>${escaped(name)}</code>${mark} <small>${typeOf(property)}</small>${details}${fields(property)}</li>`;
      });
      return `<ul>${rows.join('')}</ul>`;
    })
    .join('');
}

const shape = (schema: JsonSchema): string => `${typeOf(schema)}${fields(schema)}`;

const parameter = ({ name, in: location, required, description, schema }: Parameter): string =>
  `<li><code>${escaped(name)}</code>${required ? '<b title="required">*</b>' : ''} <small>${location}, ${typeOf(schema)}</small>${
    description ? ` — ${prose(description)}` : ''
  }</li>`;

function response([status, { description, content }]: [string, ResponseDescription]): string {
  const schema = Object.values(content ?? {})[0]?.schema;
  const body = schema && Number(status) < 400 ? ` ${shape(schema)}` : '';
  return `<li><code>${status}</code> ${prose(description)}${body}</li>`;
}

function endpoint(path: string, method: string, operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const [media] = Object.entries(requestBody?.content ?? {});
  return `<section id="${operationId}"><h3><span class="method">${method.toUpperCase()}</span> ${escaped(path)}</h3>
<p>${prose(summary)} <small>${prose(description)}</small></p>
${parameters.length > 0 ? `<h4>Parameters</h4><ul>${parameters.map(parameter).join('')}</ul>` : ''}
${media ? `<h4>Body <small>${media[0]}</small></h4>${shape(media[1].schema)}` : ''}
<h4>Responses</h4><ul>${Object.entries(responses).map(response).join('')}</ul></section>`;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;grid-template-columns:20rem 1fr;color:#1c2330}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;background:#f4f6fa;box-sizing:border-box;font-size:.85rem}
nav a{display:block;color:inherit;text-decoration:none;overflow-wrap:anywhere}nav a:hover{text-decoration:underline}
main{padding:1rem 2rem;max-width:60rem;min-width:0}section{border-top:1px solid #d8dee9;padding:.5rem 0 1rem}
h3{font-family:ui-monospace,monospace;overflow-wrap:anywhere}h4{margin:.8rem 0 .2rem}ul{margin:.2rem 0;padding-left:1.2rem}
code{background:#eef1f6;padding:0 .2em;border-radius:3px;overflow-wrap:anywhere}small{color:#4c566a}.method{color:#0b5cad}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto}}
@media(prefers-color-scheme:dark){body{background:#15181f;color:#e3e7ef}nav{background:#1d212b}code{background:#262b38}small{color:#a5afc0}.method{color:#7ab8ff}a{color:#7ab8ff}section{border-color:#333a48}}`;

/** The page. All text from the description is escaped. */
export function referencePage({ info, servers, tags, paths, components }: OpenApi): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tagged = tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const menu = tagged.map(
    ({ name, endpoints }) =>
      `<h4>${escaped(name)}</h4>${endpoints
        .map(
          ({ path, method, operation }) =>
            `<a href="#${operation.operationId}"><span class="method">${method.toUpperCase()}</span> ${escaped(path)}</a>`,
        )
        .join('')}`,
  );
  const body = tagged.map(
    ({ name, description, endpoints }) =>
      `<h2>${escaped(name)}</h2><p>${prose(description)}</p>${endpoints
        .map(({ path, method, operation }) => endpoint(path, method, operation))
        .join('')}`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<section id="schema-${escaped(name)}"><h3>${escaped(name)}</h3>${shape(schema)}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(info.title)} ${escaped(info.version)}</title><style>${style}</style></head>
<body><nav><b>${escaped(info.title)} ${escaped(info.version)}</b>${menu.join('')}<h4><a href="#schemas">Schemas</a></h4></nav>
<main><h1>${escaped(info.title)}</h1>${info.description
    .split('\n\n')
    .map((paragraph) => `<p>${prose(paragraph)}</p>`)
    .join(
      '',
    )}<p>Base address: <code>${escaped(servers[0]?.url ?? '')}</code> · <a href="openapi.json">openapi.json</a> · * required</p>
${body.join('')}<h2 id="schemas">Schemas</h2>${schemas.join('')}</main></body></html>
`;
}
