/**
 * How documents become answers, the same over HTTP and sockets: parsed and validated once for each text, their cost known
 * before they run, executed with loaders of their own.
 */
import type { DocumentNode, ExecutionArgs, ExecutionResult, OperationDefinitionNode } from 'graphql';
import {
  createSourceEventStream,
  GraphQLError,
  getOperationAST,
  NoFragmentCyclesRule,
  validate,
} from 'graphql';
import type { Context } from '../../../schema/core/context.ts';
import { schema } from '../../../schema/index.ts';
import type { Update } from '../../../schema/payments/subscriptions.ts';
import { anonymousPartition, platformPartition } from '../../infrastructure/database/fair-queue.ts';
import { credentialIdOf } from '../../platforms/access/principal.ts';
import type { Limits } from '../limits.ts';
import { createConnectionQuota } from './connection-quota.ts';
import { costMeter } from './cost.ts';
import { formatDocumentError, formatDocumentErrors, formatResult } from './format-error.ts';
import { limitExceeded, type ParsedDocument, parseWithinLimits, tooManySubscriptions } from './limits.ts';
import { located } from './locations.ts';
import { withinTime, withStopped } from './operation-timeout.ts';
import { createPlannedExecution } from './planned-execution.ts';
import { areFieldsAllowed, rootFields } from './public-fields.ts';
import { withinSize } from './response-size.ts';
import { executeSubscription, type InTurn, type SubscriptionResult } from './subscription-executor.ts';
import { createUpdateScheduler } from './update-scheduler.ts';

/** A text that was understood, and what is wrong with what it asks. */
export interface Prepared {
  readonly document: DocumentNode;
  readonly errors: readonly GraphQLError[];
}

/** What is known of an operation before it is given its variables. */
interface Plan {
  readonly operation: OperationDefinitionNode;
  /** Its kind and first root field: one of as many words as the schema has root fields. */
  readonly label: string;
  readonly fields: readonly string[];
  readonly cost: ReturnType<typeof costMeter>;
}

export interface ExecutionOptions {
  readonly limits: Limits;
  /** Whether callers without a credential may ask for the schema. */
  readonly openSchema: boolean;
  readonly report: (defect: unknown) => void;
}

export interface Execution {
  /** A document's text, parsed within the limits and validated; throws what is wrong with its syntax or size. */
  prepare(source: string): Prepared;
  /** What is wrong with a prepared document. */
  errorsOf(document: DocumentNode): readonly GraphQLError[];
  /** Notes in the record of the request what is asked. */
  describe(args: ExecutionArgs): void;
  /** Why an operation of a prepared document may not begin: who asks, or what it costs. */
  rejectionOf(args: ExecutionArgs): GraphQLError | undefined;
  execute(args: ExecutionArgs): Promise<ExecutionResult>;
  /** Starts a subscription: answers one by one, or the result that says why not. */
  subscribe(args: ExecutionArgs): Promise<AsyncIterableIterator<SubscriptionResult> | ExecutionResult>;
}

const preparedKept = 1_000;
/** Of all their texts together. A parsed document takes some seventy times its text, and callers choose the text. */
const preparedCharacters = 2_000_000;

/** A field that is planned takes about half a kilobyte. */
const plannedFieldsKept = 50_000;

function parsed(source: string, limits: Limits): ParsedDocument {
  try {
    return parseWithinLimits(source, limits);
  } catch (error) {
    throw error instanceof GraphQLError ? formatDocumentError(error) : error;
  }
}

function withLocations(result: ExecutionResult): ExecutionResult {
  result.errors?.forEach(located);
  return result;
}

export function createExecution({ limits, openSchema, report }: ExecutionOptions): Execution {
  const prepared = new Map<string, Prepared>();
  const planned = createPlannedExecution({ fields: plannedFieldsKept });
  const subscriptions = createConnectionQuota(limits.platformSubscriptions);
  const updates = createUpdateScheduler();
  /** A subscription is executed again for each event. */
  const updateCost = Math.min(limits.cost, limits.subscriptionCost);
  let characters = 0;
  const plans = new WeakMap<DocumentNode, Map<string, Plan>>();
  const errorsOf = new WeakMap<DocumentNode, readonly GraphQLError[]>();

  function planOf({ document, operationName }: ExecutionArgs): Plan | undefined {
    let byName = plans.get(document);
    if (!byName) {
      byName = new Map();
      plans.set(document, byName);
    }
    const name = operationName ?? '';
    const known = byName.get(name);
    if (known) return known;
    const operation = getOperationAST(document, operationName || null);
    if (!operation) return undefined;
    const fields = [...rootFields(document, operation)];
    const plan: Plan = {
      operation,
      fields,
      label: `${operation.operation} ${fields[0]}${fields.length > 1 ? ' …' : ''}`,
      cost: costMeter(document, operation),
    };
    byName.set(name, plan);
    return plan;
  }

  async function answer(args: ExecutionArgs): Promise<ExecutionResult> {
    const plan = planOf(args);
    const kind = plan?.operation.operation ?? 'query';
    const context = args.contextValue as Context;
    const work = (async () => {
      // Before anything is read: a cursor of a later moment could be past what the same answer does not show yet.
      if (plan?.fields.includes('eventCursor')) await context.tail.caughtUp();
      return await planned.execute(args);
    })();
    const result = await withinTime(work, { seconds: limits.time, kind, context });
    return withinSize(withLocations(result), limits.response, kind);
  }

  /** How the updates of a subscription wait for their turn. */
  function inTurnOf(args: ExecutionArgs): InTurn {
    const { principal, ports } = args.contextValue as Context;
    const cost = planOf(args)?.cost(args.variableValues ?? {});
    const values = typeof cost === 'number' ? cost : updateCost;
    const partition = principal
      ? platformPartition(principal.platform.id, credentialIdOf(principal))
      : anonymousPartition('');
    return (execute) => updates.run({ partition, cost: values, db: ports.db }, execute);
  }

  return {
    prepare(source) {
      const known = prepared.get(source);
      if (known) {
        prepared.delete(source);
        prepared.set(source, known);
        return known;
      }
      const { document, isCyclic } = parsed(source, limits);
      const wrong = isCyclic
        ? validate(schema, document, [NoFragmentCyclesRule])
        : validate(schema, document);
      const fresh: Prepared = { document, errors: formatDocumentErrors(wrong, document) };
      errorsOf.set(document, fresh.errors);
      prepared.set(source, fresh);
      characters += source.length;
      while (prepared.size > preparedKept || characters > preparedCharacters) {
        const oldest = prepared.keys().next().value as string;
        prepared.delete(oldest);
        characters -= oldest.length;
      }
      return fresh;
    },

    errorsOf(document) {
      const errors = errorsOf.get(document);
      if (!errors) throw new Error('The document was not prepared.');
      return errors;
    },

    describe(args) {
      const { record } = args.contextValue as Context;
      const plan = planOf(args);
      if (!record || !plan) return;
      record.operation = plan.label;
      record.operationName = plan.operation.name?.value;
      record.fields = plan.fields;
    },

    rejectionOf(args) {
      const plan = planOf(args);
      // Which operation is meant cannot be told: execution says so.
      if (!plan) return undefined;
      const refused = areFieldsAllowed(
        args.document,
        plan.operation,
        args.contextValue as Context,
        openSchema,
      );
      if (refused) return refused;
      const cost = plan.cost(args.variableValues ?? {});
      if (cost instanceof GraphQLError) return cost;
      const most = plan.operation.operation === 'subscription' ? updateCost : limits.cost;
      return cost > most ? limitExceeded('cost', most, cost) : undefined;
    },

    async execute(args) {
      const result = await answer(args);
      const requested = planOf(args)?.cost(args.variableValues ?? {});
      if (typeof requested !== 'number') return result;
      const cost = { requested, limit: limits.cost, remaining: limits.cost - requested };
      return { ...result, extensions: { ...result.extensions, cost } };
    },

    async subscribe(args) {
      const { principal } = args.contextValue as Context;
      const giveBack = principal ? subscriptions.take(principal) : () => undefined;
      if (typeof giveBack === 'number') return { errors: [tooManySubscriptions('caller', giveBack)] };
      try {
        const source = await createSourceEventStream(args);
        if (Symbol.asyncIterator in source) {
          const events = (source as AsyncIterable<Update>)[Symbol.asyncIterator]();
          const textOf = (result: ExecutionResult) => JSON.stringify(formatResult(result, report));
          return executeSubscription(events, args, answer, textOf, giveBack, inTurnOf(args));
        }
        giveBack();
        return withStopped(withLocations(source), limits.time, 'subscription');
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  };
}
