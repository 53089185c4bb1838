/**
 * Faults on request, for operations over HTTP and sockets alike. The sandbox says what happens to an operation or an update;
 * this file does it. An error is the one that the service itself would return.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { Context } from '../../../schema/core/context.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import type { RequestFault } from '../../sandbox/ports.ts';
import { faultHeader } from '../http/faults.ts';
import type { Service } from '../service.ts';
import type { Execution } from './execution.ts';
import { formatDomainError, formatError } from './format-error.ts';
import { rootFields } from './public-fields.ts';
import { isAsyncIterable } from './subscription-executor.ts';
import { withUpdateFaults } from './update-faults.ts';

/** The fields of `extensions` that name the fault: a socket has no headers. */
const extensionsOf = (label: string | undefined) => label !== undefined && { sandboxFault: label };

function rejection(
  { error, label }: RequestFault,
  report: (defect: unknown) => void,
): ExecutionResult | undefined {
  if (!error) return undefined;
  const formatted = error instanceof DomainError ? formatDomainError(error) : formatError(error, report);
  const extensions = {
    ...formatted.extensions,
    ...(error instanceof DomainError && {
      http: { status: error.httpStatus, headers: { 'Retry-After': String(error.retryAfterSeconds) } },
    }),
    ...extensionsOf(label),
  };
  return { errors: [new GraphQLError(formatted.message, { extensions })] };
}

const labelled = (result: ExecutionResult, label: string | undefined): ExecutionResult =>
  label === undefined || result.data === undefined
    ? result
    : { ...result, extensions: { ...result.extensions, ...extensionsOf(label) } };

/**
 * Operations with the faults of their platform.
 *
 * @param admit checks the credential again after a delay. Otherwise an operation would be executed after its credential ended.
 */
export function withOperationFaults(
  execution: Execution,
  { requestFaults, updateFaults }: Pick<Service, 'requestFaults' | 'updateFaults'>,
  admit: Authenticator['admit'],
  report: (defect: unknown) => void,
): Execution {
  const fieldsOf = ({ document, operationName }: ExecutionArgs): string[] => {
    const operation = getOperationAST(document, operationName || null);
    return operation ? [...rootFields(document, operation)] : [];
  };

  /** Runs an operation with the fault of its request, if there is one. */
  async function withFault<T extends object>(
    args: ExecutionArgs,
    run: (args: ExecutionArgs) => Promise<T>,
  ): Promise<T | ExecutionResult> {
    const context = args.contextValue as Context;
    const { principal, ports, connection } = context;
    // Most platforms have no fault. Their requests do not collect the root fields.
    if (!principal?.platform.faultsUntil) return run(args);
    const since = ports.clock.real();
    const fault = await requestFaults(ports.db, principal, fieldsOf(args));
    if (!fault) return run(args);
    const { label, delayMs, losesResponse } = fault;
    if (label !== undefined) connection?.setHeader(faultHeader, label);
    if (delayMs > 0) await delay(delayMs, undefined, { ref: false });
    const admitted = await admit(principal, since, ports.db);
    if (admitted instanceof DomainError) return { errors: [formatDomainError(admitted)] };
    const contextValue: Context = { ...context, principal: admitted };
    const result = rejection(fault, report) ?? (await run({ ...args, contextValue }));
    if (losesResponse) connection?.destroy();
    return isAsyncIterable(result) ? result : labelled(result as ExecutionResult, label);
  }

  return {
    ...execution,
    execute: (given) => withFault(given, (args) => execution.execute(args)),
    subscribe: (given) =>
      withFault(given, async (args) => {
        const { principal, ports, connection } = args.contextValue as Context;
        const faults = principal && updateFaults(ports.db, principal, fieldsOf(args));
        if (!faults) return execution.subscribe(args);
        try {
          const results = await execution.subscribe(args);
          if (isAsyncIterable(results)) return withUpdateFaults(results, faults, () => connection?.destroy());
          faults.close();
          return results;
        } catch (error) {
          faults.close();
          throw error;
        }
      }) as ReturnType<Execution['subscribe']>,
  };
}
