/** `token list|create|delete`. */
import {
  ApiTokensDocument,
  CreateApiTokenDocument,
  type CreateApiTokenInput,
  DeleteApiTokenDocument,
} from '@payments-platform/client/operations';
import type { App, Cli } from '../app.ts';
import { enumValue, idOf, pageOf, pageOptions } from './options.ts';

export function addTokens(cli: Cli, { command }: App): void {
  cli.command('token', 'API tokens', (group) =>
    group
      .command(
        'list',
        'List API tokens',
        (y) => y.options(pageOptions),
        command(async ({ request, printer }, given) =>
          printer.list(await request(ApiTokensDocument, pageOf(given)), [
            { title: 'Id', of: ({ id }) => id },
            { title: 'Name', of: ({ name }) => name },
            { title: 'Permissions', of: ({ permissions }) => permissions },
            { title: 'Created', of: ({ createdAt }) => createdAt },
          ]),
        ),
      )
      .command(
        'create',
        'Create an API token; its secret is printed once',
        (y) =>
          y.options({
            name: { type: 'string', demandOption: true, requiresArg: true, describe: 'Purpose of the token' },
            permission: {
              type: 'string',
              array: true,
              demandOption: true,
              requiresArg: true,
              describe: 'view, transact or manage; repeatable',
            },
          }),
        command(async ({ request, printer }, { name, permission }) => {
          const input = { name, permissions: permission.map(enumValue) } as CreateApiTokenInput;
          const created = await request(CreateApiTokenDocument, { input });
          printer.record(created, [
            ['Id', created.token.id],
            ['Name', created.token.name],
            ['Permissions', created.token.permissions],
            ['Token', `${created.token.clientId}:${created.clientSecret}`],
          ]);
          printer.note('The token is not shown again. Store it in a secret store.');
        }),
      )
      .command(
        'delete <id>',
        'Delete an API token: it is rejected at once',
        (y) => y.positional('id', idOf('Token')),
        command(async ({ request, printer }, { id }) => {
          const deleted = await request(DeleteApiTokenDocument, { id });
          printer.record(deleted, [['Deleted', deleted.deletedId]]);
        }),
      )
      .demandCommand(1, 'Name a command of token.'),
  );
}
