/** The names of the operations of both APIs, by which a fault of the sandbox can select one. */
import { schema } from '../schema/index.ts';
import type { OperationNames } from './sandbox/ports.ts';
import { routes } from './transports/rest/routes/index.ts';

const fieldsOf = (type: ReturnType<typeof schema.getQueryType>): string[] =>
  Object.keys(type?.getFields() ?? {});

const subscriptions = fieldsOf(schema.getSubscriptionType());

export const operationNames: OperationNames = {
  requests: new Set([
    ...fieldsOf(schema.getQueryType()),
    ...fieldsOf(schema.getMutationType()),
    ...subscriptions,
    ...routes.map(({ name }) => name),
  ]),
  subscriptions: new Set(subscriptions),
};
