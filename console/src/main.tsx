/** The console. It renders nothing of a page before the session is known. */
import './theme/mantine.ts';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { router } from './router.tsx';
import { SessionProvider } from './session/session.tsx';
import { theme } from './theme/mantine.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element for the console.');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </MantineProvider>
  </StrictMode>,
);
