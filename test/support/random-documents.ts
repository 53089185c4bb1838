/** Random documents for a schema, with valid and invalid variables; for tests that compare executors. */
import fc from 'fast-check';
import {
  doTypesOverlap,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

export interface RandomDocument {
  readonly source: string;
  readonly operationName: string | undefined;
  /** Sets of variables, as JSON, because a property may be named `__proto__`. */
  readonly variables: readonly string[];
}

/** Ordinary names, and names that plain objects inherit. */
const variableNames = ['a', 'b', 'c', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
const aliases = ['x', 'y', '__proto__', 'constructor', 'toString', 'valueOf'];

interface Choices {
  below(max: number): number;
  chance(percent: number): boolean;
  pick<T>(list: readonly T[]): T;
}

function choicesOf(generate: fc.GeneratorValue): Choices {
  const below = (max: number) => generate(fc.nat, { max: max - 1 });
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
  };
}

/** The state of the generator. Fragments and variables are declared at their first use. */
class Writer {
  readonly #schema: GraphQLSchema;
  readonly #choices: Choices;
  readonly #fragments: { name: string; type: GraphQLCompositeType; text: string }[] = [];
  readonly #variables = new Map<string, GraphQLInputType>();
  readonly #defaults = new Map<string, string>();
  /** Equal response names of a field have equal arguments, because they must be mergeable. */
  readonly #arguments = new Map<string, string>();
  /** The number of fields that may still be added. */
  #left: number;

  constructor(schema: GraphQLSchema, choices: Choices, fields: number) {
    this.#schema = schema;
    this.#choices = choices;
    this.#left = fields;
  }

  document(kind: 'query' | 'mutation' | 'subscription'): {
    source: string;
    operationName: string | undefined;
  } {
    const root = this.#schema.getRootType(kind as never);
    if (!root) throw new Error(`The schema has no ${kind}.`);
    const set = kind !== 'subscription' ? this.#set(root, 4) : `{ ${this.#field(root, 4, '')} }`;
    const declared = [...this.#variables].map(([name, type]) => {
      const given = this.#defaults.get(name);
      return `$${name}: ${type}${given === undefined ? '' : ` = ${given}`}`;
    });
    const parts = [
      `${kind} Q${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${set}`,
      ...this.#fragments.map(({ name, type, text }) => `fragment ${name} on ${type.name} ${text}`),
    ];
    const hasOther = this.#choices.chance(15);
    if (hasOther) parts.unshift('query Other { __typename }');
    return { source: parts.join('\n'), operationName: hasOther ? 'Q' : undefined };
  }

  /** Values for the variables: valid, missing, null or invalid. */
  values(): string {
    const members = [...this.#variables].flatMap(([name, type]) => {
      const outcome = this.#choices.below(40);
      if (outcome < 4) return [];
      const value =
        outcome < 6 ? 'null' : outcome < 7 ? '{"no":["such"]}' : asJson(this.#literal(type, 2, false));
      return [`${JSON.stringify(name)}: ${value}`];
    });
    return `{${members.join(', ')}}`;
  }

  #set(type: GraphQLCompositeType, depth: number): string {
    const selections = Array.from({ length: 1 + this.#choices.below(4) }, () => this.#selection(type, depth));
    return `{ ${selections.join(this.#choices.chance(30) ? '\n  ' : ' ')} }`;
  }

  #selection(type: GraphQLCompositeType, depth: number): string {
    const form = this.#choices.below(10);
    if (depth > 0 && form === 0) return this.#inline(type, depth);
    if (depth > 0 && form <= 2) return this.#spread(type, depth);
    return this.#field(type, depth, this.#directives());
  }

  #inline(type: GraphQLCompositeType, depth: number): string {
    const on = this.#choices.chance(70) ? this.#overlapping(type) : undefined;
    return `...${on ? ` on ${on.name}` : ''}${this.#directives()} ${this.#set(on ?? type, depth - 1)}`;
  }

  /** An existing fragment, if it may be spread here, or a new one. */
  #spread(type: GraphQLCompositeType, depth: number): string {
    const fitting = this.#fragments.filter((one) => one.text && doTypesOverlap(this.#schema, one.type, type));
    if (fitting.length > 0 && this.#choices.chance(70)) {
      return `...${this.#choices.pick(fitting).name}${this.#directives()}`;
    }
    const fragment = { name: `F${this.#fragments.length}`, type: this.#overlapping(type), text: '' };
    this.#fragments.push(fragment);
    // A fragment without a text is incomplete. It is not spread, because a fragment must not contain itself.
    fragment.text = this.#set(fragment.type, depth - 1);
    return `...${fragment.name}${this.#directives()}`;
  }

  #overlapping(type: GraphQLCompositeType): GraphQLCompositeType {
    if (isObjectType(type) && this.#choices.chance(50)) return type;
    const types = Object.values(this.#schema.getTypeMap()).filter(
      (one): one is GraphQLCompositeType =>
        isCompositeType(one) && !one.name.startsWith('__') && doTypesOverlap(this.#schema, one, type),
    );
    return this.#choices.pick(types);
  }

  #field(type: GraphQLCompositeType, depth: number, directives: string): string {
    this.#left -= 1;
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const leaves = fields.filter((one) => isLeafType(getNamedType(one.type)));
    const open = depth > 0 && this.#left > 0 ? fields : leaves;
    if (open.length === 0 || this.#choices.chance(8)) return `__typename${directives}`;
    const { name, args, type: fieldType } = this.#choices.pick(open);
    // Each alias belongs to one field name.
    const alias = this.#choices.chance(25) ? `${this.#choices.pick(aliases)}_${name}` : undefined;
    const odd = this.#choices.chance(4) ? this.#choices.pick(aliases) : undefined;
    const response = odd ?? alias ?? name;
    const below: GraphQLNamedOutputType = getNamedType(fieldType);
    return [
      response === name ? '' : `${response}: `,
      name,
      this.#argumentsOf(`${type.name}.${name} ${response}`, args),
      directives,
      isCompositeType(below) ? ` ${this.#set(below, depth - 1)}` : '',
    ].join('');
  }

  #argumentsOf(place: string, args: readonly GraphQLArgument[]): string {
    const known = this.#arguments.get(place);
    if (known !== undefined) return known;
    const given = args.filter(
      ({ type, defaultValue }) =>
        (isNonNullType(type) && defaultValue === undefined) || this.#choices.chance(60),
    );
    const text = given.map(({ name, type }) => `${name}: ${this.#literal(type, 2, true)}`).join(', ');
    const all = text === '' ? '' : `(${text})`;
    this.#arguments.set(place, all);
    return all;
  }

  #directives(): string {
    const given = ['skip', 'include'].filter(() => this.#choices.chance(12));
    return given.map((name) => ` @${name}(if: ${this.#condition()})`).join('');
  }

  #condition(): string {
    if (this.#choices.chance(25)) return this.#choices.pick(['true', 'false']);
    const type = this.#schema.getDirective('skip')?.args[0]?.type;
    return type ? (this.#variable(type) ?? 'true') : 'true';
  }

  /** A variable of a type, with or without a default value; undefined if a variable of the same name has another type. */
  #variable(type: GraphQLInputType): string | undefined {
    const name = this.#choices.pick(variableNames);
    const before = this.#variables.get(name);
    if (before) return String(before) === String(type) || `${before}!` === `${type}` ? `$${name}` : undefined;
    const hasDefault = this.#choices.chance(35);
    const declared = isNonNullType(type) && hasDefault && this.#choices.chance(50) ? type.ofType : type;
    this.#variables.set(name, declared);
    if (hasDefault) this.#defaults.set(name, this.#literal(declared, 1, false));
    return `$${name}`;
  }

  #literal(type: GraphQLInputType, depth: number, mayVary: boolean): string {
    if (mayVary && this.#choices.chance(35)) {
      const variable = this.#variable(type);
      if (variable) return variable;
    }
    if (isNonNullType(type)) return this.#literal(type.ofType, depth, false);
    if (this.#choices.chance(8)) return 'null';
    if (isListType(type)) {
      if (this.#choices.chance(20)) return this.#literal(type.ofType, depth, mayVary);
      const items = Array.from({ length: this.#choices.below(4) }, () =>
        this.#literal(type.ofType, depth, mayVary),
      );
      return `[${items.join(', ')}]`;
    }
    if (isEnumType(type)) return this.#choices.pick(type.getValues()).name;
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const one = type.isOneOf ? [this.#choices.pick(fields)] : undefined;
      const given =
        one ??
        fields.filter(
          (field) =>
            (isNonNullType(field.type) && field.defaultValue === undefined) ||
            (depth > 0 && this.#choices.chance(40)),
        );
      const members = given.map(
        ({ name, type: of }) => `${name}: ${this.#literal(of, depth - 1, mayVary && !one)}`,
      );
      return `{${members.join(', ')}}`;
    }
    switch (type.name) {
      case 'Int':
        return String(this.#choices.below(5));
      case 'Float':
        return this.#choices.pick(['0', '1.5', '-2e3']);
      case 'Boolean':
        return this.#choices.pick(['true', 'false']);
      default:
        return JSON.stringify(this.#choices.pick(['', 'text', '__proto__', 'é"\n']));
    }
  }
}

/** A literal without variables as JSON: names of enum values and of object keys become strings. */
const asJson = (literal: string): string =>
  literal.replace(/"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*/g, (part) =>
    part.startsWith('"') || ['true', 'false', 'null'].includes(part) || /^e\d*$/.test(part)
      ? part
      : JSON.stringify(part),
  );

/** @param fields the approximate number of fields of a document before its fragments are expanded. */
export function randomDocument(
  schema: GraphQLSchema,
  generate: fc.GeneratorValue,
  fields: number,
): RandomDocument {
  const choices = choicesOf(generate);
  const writer = new Writer(schema, choices, fields);
  const kind = choices.pick([
    'query',
    'query',
    'query',
    'query',
    'query',
    'query',
    'mutation',
    'subscription',
  ] as const);
  const { source, operationName } = writer.document(kind);
  return { source, operationName, variables: Array.from({ length: 3 }, () => writer.values()) };
}
