/** Customers and beneficial owners. Source: docs/behaviour/conventions.md; docs/behaviour/endpoints.md#customers-owners-invitations-and-agents, docs/behaviour/endpoints.md#further-endpoints. */
import { z } from 'zod';
import {
  BeneficialOwnerNotFound,
  CreateBeneficialOwnerInput,
  UpdateBeneficialOwnerInput,
} from '../../../customers/beneficial-owners/beneficial-owner.ts';
import { createBeneficialOwner } from '../../../customers/beneficial-owners/create-beneficial-owner.ts';
import { countOwners, findOwner, listOwners } from '../../../customers/beneficial-owners/owner-store.ts';
import { updateBeneficialOwner } from '../../../customers/beneficial-owners/update-beneficial-owner.ts';
import { CreateCustomerInput, createCustomer } from '../../../customers/create-customer.ts';
import { CustomerNotFound } from '../../../customers/customer.ts';
import { beneficialOwnerView } from '../../../customers/customer-view.ts';
import { deleteCustomer } from '../../../customers/delete-customer.ts';
import { CustomerFilterInput } from '../../../customers/filters.ts';
import {
  ImportNotFound,
  importStatuses,
  maxImportBytes,
} from '../../../customers/imports/customer-import.ts';
import {
  countImports,
  errorsOfImport,
  findImports,
  listImports,
} from '../../../customers/imports/import-store.ts';
import { importView } from '../../../customers/imports/import-view.ts';
import { startImport } from '../../../customers/imports/start-import.ts';
import {
  countCustomers,
  findCustomer,
  isWideCustomerFilter,
  listCustomers,
} from '../../../customers/store.ts';
import { createKycLink } from '../../../customers/verifications/create-kyc-link.ts';
import { CreateKycLinkInput } from '../../../customers/verifications/kyc-link.ts';
import { kycLinkView } from '../../../customers/verifications/verification-view.ts';
import { idSchema } from '../../../kernel/ids.ts';
import { oneOf, optional } from '../../../kernel/parse.ts';
import { scopeOf } from '../../../platforms/access/principal.ts';
import { UpdateCustomerInput, updateCustomer } from '../../../wallets/update-customer.ts';
import { pageOf } from '../bodies/common.ts';
import { BeneficialOwner, BulkUpload, BulkUploadAccepted, Customer, KycLink } from '../bodies/customers.ts';
import { formatOf, formatOfMediaType, ImportSettings, importSettings } from '../import-input.ts';
import { flag, pageView, paging, readPage } from '../query.ts';
import { customerBodies, customerBody, identifiersFor } from '../response-bodies.ts';
import { found, idIn, routesFor } from '../route.ts';

const route = routesFor('platform', 'Customers');

const customerId = { customerId: idIn('Customer', CustomerNotFound) };
const ownerId = { beneficialOwnerId: idIn('BeneficialOwner', BeneficialOwnerNotFound) };

export const customerRoutes = [
  route({
    method: 'GET',
    path: '/customers',
    name: 'listCustomers',
    graphql: 'customers',
    summary: 'Customers, newest first.',
    permission: 'VIEW',
    query: CustomerFilterInput.omit({ includeDeleted: true }).extend({
      isIncludingDeleted: optional(flag).meta({ description: 'Deleted customers too. Default: false.' }),
      ...paging,
    }),
    status: 200,
    response: pageOf(Customer),
    run: (
      { ports, principal },
      { query: { limit, cursor, isIncludingDeleted: includeDeleted, ...rest } },
    ) => {
      const filter = { ...rest, includeDeleted };
      const scope = scopeOf(principal);
      return readPage(
        ports,
        'customers',
        { limit, cursor, ...filter },
        (db, page) => listCustomers(db, scope, filter, page),
        (db) => countCustomers(db, scope, filter),
        { isWide: isWideCustomerFilter(filter) },
      );
    },
    view: async (result, call) => pageView(result, await customerBodies(call, result.page.items)),
  }),
  route({
    method: 'POST',
    path: '/customers',
    name: 'createCustomer',
    graphql: 'createCustomer',
    summary: "Creates a customer, a person or a business, and opens the customer's accounts.",
    permission: 'MANAGE',
    body: CreateCustomerInput,
    idempotent: 'current-record',
    status: 201,
    response: Customer,
    errorStatuses: [409, 501],
    run: ({ ports, principal, idempotencyKey }, { body }) =>
      createCustomer(ports, principal, body, idempotencyKey),
    view: customerBody,
  }),
  route({
    method: 'GET',
    path: '/customers/{customerId}',
    name: 'getCustomer',
    graphql: 'customer',
    summary: 'Returns one customer, including deleted customers.',
    permission: 'VIEW_CUSTOMER',
    params: customerId,
    status: 200,
    response: Customer,
    run: async ({ ports, principal }, { params: { customerId: id } }) =>
      found(await findCustomer(ports.db.orm, scopeOf(principal), id), () => new CustomerNotFound(id)),
    view: customerBody,
  }),
  route({
    method: 'PATCH',
    path: '/customers/{customerId}',
    name: 'updateCustomer',
    graphql: 'updateCustomer',
    summary:
      'Updates a customer. A new email address requires a signed retry if the customer has a wallet whose one-time codes are sent to it.',
    permission: 'MANAGE',
    params: customerId,
    body: UpdateCustomerInput,
    signing: 'retry',
    challengedIf: 'one-time codes of a wallet are sent to the email address that changes',
    status: 200,
    response: Customer,
    errorStatuses: [409, 410, 424],
    run: ({ ports, principal, retry }, { params, body }) =>
      updateCustomer(ports, principal, params.customerId, body, retry),
    view: customerBody,
  }),
  route({
    method: 'DELETE',
    path: '/customers/{customerId}',
    name: 'deleteCustomer',
    graphql: 'deleteCustomer',
    summary:
      'Deletes a customer with no money and no payment in progress. The record is marked as deleted and can still be read.',
    permission: 'MANAGE',
    params: customerId,
    status: 200,
    response: Customer,
    errorStatuses: [409, 410],
    run: ({ ports, principal }, { params }) => deleteCustomer(ports, principal, params.customerId),
    view: customerBody,
  }),
  route({
    method: 'POST',
    path: '/customers/{customerId}/kyc-link',
    name: 'createKycLink',
    summary:
      'Creates a link to pages that verify the identity of the customer. The link is valid for one use, for one day. In the sandbox the pages require only a confirmation.',
    permission: 'MANAGE',
    params: customerId,
    body: CreateKycLinkInput,
    idempotent: 'current-record',
    status: 201,
    response: KycLink,
    errorStatuses: [409, 410, 501],
    run: ({ ports, principal, idempotencyKey }, { params, body }) =>
      createKycLink(ports, principal, params.customerId, body, idempotencyKey),
    view: kycLinkView,
  }),
  route({
    method: 'POST',
    path: '/customers/bulk/csv',
    name: 'importCustomers',
    graphql: 'importCustomers',
    summary:
      'Imports customers from a file of CSV or NDJSON, up to 100 MiB and 1,000,000 rows. A job creates them. A dry run checks the rows only.',
    permission: 'MANAGE',
    query: ImportSettings,
    describedBody: ImportSettings,
    streamedUpload: { mediaTypes: Object.keys(formatOfMediaType), maxBytes: maxImportBytes },
    idempotent: 'current-record',
    status: 202,
    response: BulkUploadAccepted,
    errorStatuses: [409],
    run: ({ ports, principal, idempotencyKey }, { query, streamed }) =>
      startImport(
        ports,
        principal,
        { format: formatOf(streamed), pieces: streamed.pieces },
        () => importSettings(query, streamed),
        idempotencyKey,
      ),
    view: ({ id, status }) => ({ jobId: id, status }),
  }),
  route({
    method: 'GET',
    path: '/customers/bulk/jobs',
    name: 'listImportJobs',
    graphql: 'customerImports',
    summary: 'Imports of customers, newest first, without their errors.',
    permission: 'VIEW_PLATFORM',
    query: z.object({
      status: optional(oneOf(importStatuses)).meta({ description: 'Status of the import.' }),
      dryRun: optional(flag).meta({ description: 'Only dry runs, or only imports that are none.' }),
      ...paging,
    }),
    status: 200,
    response: pageOf(BulkUpload),
    run: ({ ports, principal: { platform } }, { query: { limit, cursor, ...filter } }) =>
      readPage(
        ports,
        'customerImports',
        { limit, cursor, ...filter },
        (db, page) => listImports(db, platform.id, filter, page),
        (db) => countImports(db, platform.id, filter),
      ),
    view: (result) =>
      pageView(
        result,
        result.page.items.map((item) => importView(item, [])),
      ),
  }),
  route({
    method: 'GET',
    path: '/customers/bulk/jobs/{jobId}',
    name: 'getImportJob',
    graphql: 'customerImport',
    summary: 'Progress of an import, and its first 1,000 rows that failed.',
    permission: 'VIEW_PLATFORM',
    params: { jobId: idIn('Job', ImportNotFound) },
    status: 200,
    response: BulkUpload,
    run: async ({ ports, principal: { platform } }, { params: { jobId: id } }) => {
      const [job] = await findImports(ports.db.orm, platform.id, [id]);
      return found(job, () => new ImportNotFound(id));
    },
    view: async (job, { ports }) => importView(job, await errorsOfImport(ports.db.orm, job.id)),
  }),
  route({
    method: 'GET',
    path: '/beneficial-owners',
    name: 'listBeneficialOwners',
    graphql: 'beneficialOwners',
    summary: 'Beneficial owners of one business, newest first.',
    permission: 'VIEW',
    query: z.object({ customerId: idSchema('Customer'), ...paging }),
    status: 200,
    response: pageOf(BeneficialOwner),
    run: ({ ports, principal }, { query }) => {
      const scope = scopeOf(principal);
      return readPage(
        ports,
        'beneficialOwners',
        query,
        (db, page) => listOwners(db, scope, query.customerId, page),
        (db) => countOwners(db, scope, query.customerId),
      );
    },
    view: (result, { principal }) =>
      pageView(
        result,
        result.page.items.map((owner) => beneficialOwnerView(owner, identifiersFor(principal))),
      ),
  }),
  route({
    method: 'POST',
    path: '/beneficial-owners',
    name: 'createBeneficialOwner',
    graphql: 'createBeneficialOwner',
    summary: 'Creates a beneficial owner of a business. The identity check starts automatically.',
    permission: 'MANAGE',
    body: CreateBeneficialOwnerInput,
    status: 201,
    response: BeneficialOwner,
    errorStatuses: [404, 410],
    run: ({ ports, principal }, { body }) => createBeneficialOwner(ports, principal, body),
    view: (owner) => beneficialOwnerView(owner, 'shown'),
  }),
  route({
    method: 'GET',
    path: '/beneficial-owners/{beneficialOwnerId}',
    name: 'getBeneficialOwner',
    graphql: 'beneficialOwner',
    summary: 'Returns one beneficial owner.',
    permission: 'VIEW',
    params: ownerId,
    status: 200,
    response: BeneficialOwner,
    run: async ({ ports, principal }, { params: { beneficialOwnerId: id } }) =>
      found(await findOwner(ports.db.orm, scopeOf(principal), id), () => new BeneficialOwnerNotFound(id)),
    view: (owner, { principal }) => beneficialOwnerView(owner, identifiersFor(principal)),
  }),
  route({
    method: 'PATCH',
    path: '/beneficial-owners/{beneficialOwnerId}',
    name: 'updateBeneficialOwner',
    graphql: 'updateBeneficialOwner',
    summary:
      'Updates a beneficial owner. Omitted fields stay unchanged. Changed personal data starts a new identity check.',
    permission: 'MANAGE',
    params: ownerId,
    body: UpdateBeneficialOwnerInput,
    status: 200,
    response: BeneficialOwner,
    errorStatuses: [410],
    run: ({ ports, principal }, { params, body }) =>
      updateBeneficialOwner(ports, principal, params.beneficialOwnerId, body),
    view: (owner) => beneficialOwnerView(owner, 'shown'),
  }),
];
