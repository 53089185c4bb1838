/** `customers list|show|create|import`. */
import {
  CreateCustomerDocument,
  type CreateCustomerInput,
  CustomerDocument,
  type CustomerFieldsFragment,
  CustomersDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import type { Printer } from '../output.ts';
import { importCustomers } from './customer-imports.ts';
import { defined, enumValue, idOf, keyOption, pageOf, pageOptions } from './options.ts';

const show = (printer: Printer, customer: CustomerFieldsFragment): void =>
  printer.record(customer, [
    ['Id', customer.id],
    ['Name', customer.fullName],
    ['Type', customer.customerType],
    ['Own id', customer.platformCustomerId],
    ['Email', customer.email],
    ['Region', customer.region],
    ['UMA address', customer.umaAddress],
    ['Currencies', customer.currencies],
    ['KYC', customer.kycStatus],
    ['KYB', customer.kybStatus],
    ['Created', customer.createdAt],
    ['Updated', customer.updatedAt],
  ]);

export function addCustomers(cli: Cli, { command }: App): void {
  cli.command('customers', 'Customers', (group) =>
    group
      .command(
        'list',
        'List customers, newest first',
        (y) =>
          y.options({
            ...pageOptions,
            query: { type: 'string', requiresArg: true, describe: 'Words of the name, email address or id' },
            type: { type: 'string', requiresArg: true, describe: 'individual or business' },
          }),
        command(async ({ request, printer }, given) => {
          const { query, type } = given;
          const filter = defined({ query, customerType: type && enumValue(type) });
          printer.list(await request(CustomersDocument, { ...pageOf(given), filter: filter as object }), [
            { title: 'Id', of: ({ id }) => id },
            { title: 'Name', of: ({ fullName }) => fullName },
            { title: 'Type', of: ({ customerType }) => customerType },
            { title: 'Email', of: ({ email }) => email },
            { title: 'KYC/KYB', of: ({ kycStatus, kybStatus }) => kycStatus ?? kybStatus },
            { title: 'Created', of: ({ createdAt }) => createdAt },
          ]);
        }),
      )
      .command(
        'show <id>',
        'Show a customer',
        (y) => y.positional('id', idOf('Customer')),
        command(async ({ request, printer }, { id }) =>
          show(printer, await request(CustomerDocument, { id })),
        ),
      )
      .command(
        'create',
        'Create a customer',
        (y) =>
          y.options({
            ...keyOption,
            type: {
              type: 'string',
              default: 'individual',
              requiresArg: true,
              describe: 'individual or business',
            },
            name: { type: 'string', requiresArg: true, describe: 'Full name; of a business its legal name' },
            email: { type: 'string', requiresArg: true, describe: 'Email address' },
            region: { type: 'string', requiresArg: true, describe: 'Country, ISO 3166-1 alpha-2' },
            'birth-date': { type: 'string', requiresArg: true, describe: 'YYYY-MM-DD' },
            'account-currency': {
              type: 'string',
              array: true,
              requiresArg: true,
              describe: 'Currency of an account; repeatable',
            },
            'own-id': {
              type: 'string',
              requiresArg: true,
              describe: 'Id of the customer in your own system',
            },
          }),
        command(async ({ request, printer }, given) => {
          const customerType = enumValue(given.type);
          const isBusiness = customerType === 'BUSINESS';
          const input = defined({
            customerType,
            fullName: isBusiness ? undefined : given.name,
            businessInfo: isBusiness && given.name ? { legalName: given.name } : undefined,
            email: given.email,
            region: given.region,
            birthDate: given.birthDate,
            currencies: given.accountCurrency?.map((code) => code.toUpperCase()),
            platformCustomerId: given.ownId,
          });
          const created = await request(
            CreateCustomerDocument,
            { input: input as CreateCustomerInput },
            given,
          );
          show(printer, created);
        }),
      )
      .command(
        'import <file>',
        'Import customers from a CSV or NDJSON file',
        (y) =>
          y.positional('file', { type: 'string', demandOption: true, describe: 'Path of the file' }).options({
            ...keyOption,
            'dry-run': { type: 'boolean', default: false, describe: 'Only check the rows' },
          }),
        command((session, { file, dryRun, idempotencyKey }) =>
          importCustomers(session, file, { dryRun, idempotencyKey }),
        ),
      )
      .demandCommand(1, 'Name a command of customers.'),
  );
}
