/**
 * The entry. It is small, so that the session and the page of the address are requested while the rest of the console is being
 * loaded, and not after it. It is an async script, which does not wait for style sheets.
 */
import { sendEarly } from './api/early.ts';
import { pageAt, signInPage } from './pages.ts';
import { startFirstSession } from './session/first-session.ts';
import { BasicsDocument } from './shell/basics.documents.ts';
import { WaitingActionsDocument } from './shell/inbox.documents.ts';
import { waitingActionsVariables } from './shell/inbox-variables.ts';

const page = pageAt(location.pathname);
startFirstSession(() => {
  // The link of the sign-in page may belong to another person.
  if (page === signInPage) return;
  sendEarly(BasicsDocument, {});
  sendEarly(WaitingActionsDocument, waitingActionsVariables);
});
// The router loads it again, and shows the error if it fails.
page?.lazy().catch(() => undefined);
if (document.readyState === 'loading') await new Promise((go) => addEventListener('DOMContentLoaded', go));
await import('./main.tsx');
