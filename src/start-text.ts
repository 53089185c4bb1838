import type { Bootstrapped } from './bootstrap.ts';
import { printedLinkHours, signInUrl } from './members/sign-in/link.ts';

/**
 * The text that the process prints after its start. It ends with a command.
 *
 * @param pages the URL that a person opens.
 */
export function startText(
  url: string,
  pages: string,
  created: Bootstrapped | undefined,
  { graphiql, lacksRates }: { graphiql: boolean; lacksRates: boolean },
): string {
  const lines = [`Payments platform: ${url}/graphql${graphiql ? '  (GraphiQL in a browser)' : ''}`];
  if (lacksRates) {
    lines.push(
      'RATES_FILE and RATES_SOURCE are not set: production platforms have no exchange rates, and their quotes are rejected.',
    );
  }
  if (created) {
    const { clientId, secret, signInToken } = created;
    // The secret of BOOTSTRAP_TOKEN is not printed, because logs must not contain it.
    const token = secret === undefined ? undefined : `${clientId}:${secret}`;
    lines.push(
      '',
      ...(token === undefined
        ? [`Created a sandbox platform. Its API token is BOOTSTRAP_TOKEN, with the id ${clientId}.`]
        : [
            'Created a sandbox platform. Its API token, shown only once:',
            `  ${token}`,
            `  Authorization: Basic ${Buffer.from(token).toString('base64')}`,
          ]),
      ...(signInToken === undefined
        ? []
        : [
            '',
            `Sign in as its first member. The link works once, within ${printedLinkHours} hours:`,
            `  ${signInUrl(pages, signInToken)}`,
          ]),
      '',
      'Try it:',
      `  curl -s ${url}/graphql -u ${token === undefined ? '"$BOOTSTRAP_TOKEN"' : `'${token}'`} -H 'content-type: application/json' \\`,
      `    -d '{"query":"{ viewer { __typename ... on Platform { id name mode } } }"}'`,
    );
  } else {
    lines.push(
      'The database has platforms and API tokens. No platform was created.',
      '',
      'Open the console. A lost link is replaced by npm run member:create:',
      `  ${pages}`,
      '',
      'Check the server:',
      `  curl -s ${url}/health/ready`,
    );
  }
  return `${lines.join('\n')}\n`;
}
