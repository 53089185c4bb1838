/**
 * Parses, validates, prices and executes documents, in the same way over HTTP and sockets. Each text is parsed and
 * validated once.
 */
import type { DocumentNode, ExecutionArgs, ExecutionResult, OperationDefinitionNode } from 'graphql';
import {
  createSourceEventStream,
  GraphQLError,
  getOperationAST,
  NoFragmentCyclesRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../../schema/core/context.ts';
import type { Update } from '../../../schema/core/updates.ts';
import { schema } from '../../../schema/index.ts';
import { anonymousPartition, platformPartition } from '../../infrastructure/database/fair-queue.ts';
import { credentialIdOf } from '../../platforms/access/principal.ts';
import type { Limits } from '../limits.ts';
import { createConnectionQuota } from './connection-quota.ts';
import { costMeter } from './cost.ts';
import { formatDocumentError, formatDocumentErrors } from './document-errors.ts';
import { formatResult } from './format-error.ts';
import { limitExceeded, type ParsedDocument, parseWithinLimits, tooManySubscriptions } from './limits.ts';
import { addLocations } from './locations.ts';
import { withTimeLimit, withTimeLimitErrors } from './operation-timeout.ts';
import { createPlannedExecution } from './planned-execution.ts';
import { fieldAccessError, rootFields } from './public-fields.ts';
import { limitSize } from './response-size.ts';
import { executeSubscription, type Schedule, type SubscriptionResult } from './subscription-executor.ts';
import { createUpdateScheduler } from './update-scheduler.ts';

/** A parsed document and its validation errors. */
interface Prepared {
  readonly document: DocumentNode;
  readonly errors: readonly GraphQLError[];
}

/** What is known of an operation without its variables. */
interface Plan {
  readonly operation: OperationDefinitionNode;
  /** Its kind and first root field, so that the number of labels is bounded by the schema. */
  readonly label: string;
  readonly fields: readonly string[];
  readonly cost: ReturnType<typeof costMeter>;
}

interface ExecutionOptions {
  readonly limits: Limits;
  /** Whether callers without a credential may use introspection. */
  readonly openSchema: boolean;
  readonly report: (defect: unknown) => void;
}

export interface Execution {
  /** Parses and validates a document; throws a GraphQLError on a syntax error or an exceeded limit. */
  prepare(source: string): Prepared;
  /** The validation errors of a prepared document. */
  errorsOf(document: DocumentNode): readonly GraphQLError[];
  /** Writes the operation and its root fields to the request record. */
  describe(args: ExecutionArgs): void;
  /** The error of an operation that may not start: its caller lacks access, or it costs too much. */
  rejectionOf(args: ExecutionArgs): GraphQLError | undefined;
  execute(args: ExecutionArgs): Promise<ExecutionResult>;
  /** Starts a subscription; returns its results, or one result with the errors that reject it. */
  subscribe(args: ExecutionArgs): Promise<AsyncIterableIterator<SubscriptionResult> | ExecutionResult>;
}

const maxPreparedDocuments = 1_000;
/** The maximum total length of the cached texts. A parsed document takes about seventy times the memory of its text. */
const maxPreparedCharacters = 2_000_000;

/** A planned field takes about half a kilobyte. */
const maxPlannedFields = 50_000;

function parseDocument(source: string, limits: Limits): ParsedDocument {
  try {
    return parseWithinLimits(source, limits);
  } catch (error) {
    throw error instanceof GraphQLError ? formatDocumentError(error) : error;
  }
}

function withLocations(result: ExecutionResult): ExecutionResult {
  result.errors?.forEach(addLocations);
  return result;
}

export function createExecution({ limits, openSchema, report }: ExecutionOptions): Execution {
  const prepared = new LRUCache<string, Prepared>({
    max: maxPreparedDocuments,
    maxSize: maxPreparedCharacters,
    sizeCalculation: (_prepared, source) => source.length,
  });
  const planned = createPlannedExecution({ maxFields: maxPlannedFields });
  const subscriptions = createConnectionQuota(limits.platformSubscriptions);
  const updates = createUpdateScheduler();
  /** A subscription is executed again for each event. */
  const updateCost = Math.min(limits.cost, limits.subscriptionCost);
  const plans = new WeakMap<DocumentNode, Map<string, Plan>>();
  const errorsOf = new WeakMap<DocumentNode, readonly GraphQLError[]>();

  function planOf({ document, operationName }: ExecutionArgs): Plan | undefined {
    let byName = plans.get(document);
    if (!byName) {
      byName = new Map();
      plans.set(document, byName);
    }
    const name = operationName ?? '';
    const existing = byName.get(name);
    if (existing) return existing;
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

  async function executeWithinLimits(args: ExecutionArgs): Promise<ExecutionResult> {
    const plan = planOf(args);
    const kind = plan?.operation.operation ?? 'query';
    const context = args.contextValue as Context;
    const work = (async () => {
      // Before any read. A later cursor could be past events whose effects are missing in the same result.
      if (plan?.fields.includes('eventCursor')) await context.tail.caughtUp();
      return await planned.execute(args);
    })();
    const result = await withTimeLimit(work, { seconds: limits.time, kind, context });
    return limitSize(withLocations(result), limits.response, kind);
  }

  /** Schedules the executions of a subscription by its partition and cost. */
  function scheduleOf(args: ExecutionArgs): Schedule {
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
      const existing = prepared.get(source);
      if (existing) return existing;
      const { document, isCyclic } = parseDocument(source, limits);
      const errors = isCyclic
        ? validate(schema, document, [NoFragmentCyclesRule])
        : validate(schema, document);
      const fresh: Prepared = { document, errors: formatDocumentErrors(errors, document) };
      errorsOf.set(document, fresh.errors);
      prepared.set(source, fresh);
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
      // The operation name is unknown or ambiguous. Execution returns the error.
      if (!plan) return undefined;
      const accessError = fieldAccessError(
        args.document,
        plan.operation,
        args.contextValue as Context,
        openSchema,
      );
      if (accessError) return accessError;
      const cost = plan.cost(args.variableValues ?? {});
      if (cost instanceof GraphQLError) return cost;
      const maxCost = plan.operation.operation === 'subscription' ? updateCost : limits.cost;
      return cost > maxCost ? limitExceeded('cost', maxCost, cost) : undefined;
    },

    async execute(args) {
      const result = await executeWithinLimits(args);
      const { record } = args.contextValue as Context;
      if (record) {
        record.requestBody = { rootFields: planOf(args)?.fields, variables: args.variableValues };
        record.responseBody = result;
      }
      const requested = planOf(args)?.cost(args.variableValues ?? {});
      if (typeof requested !== 'number') return result;
      const cost = { requested, limit: limits.cost, remaining: limits.cost - requested };
      return { ...result, extensions: { ...result.extensions, cost } };
    },

    async subscribe(args) {
      const { principal } = args.contextValue as Context;
      const releaseSlot = principal ? subscriptions.take(principal) : () => undefined;
      if (typeof releaseSlot === 'number') return { errors: [tooManySubscriptions('caller', releaseSlot)] };
      try {
        const source = await createSourceEventStream(args);
        if (Symbol.asyncIterator in source) {
          const events = (source as AsyncIterable<Update>)[Symbol.asyncIterator]();
          const textOf = (result: ExecutionResult) => JSON.stringify(formatResult(result, report));
          return executeSubscription(
            events,
            args,
            executeWithinLimits,
            textOf,
            releaseSlot,
            scheduleOf(args),
          );
        }
        releaseSlot();
        return withTimeLimitErrors(withLocations(source), limits.time, 'subscription');
      } catch (error) {
        releaseSlot();
        throw error;
      }
    },
  };
}
