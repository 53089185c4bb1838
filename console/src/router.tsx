/** The pages in the frame of the console. */
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { pages, signInPage } from './pages.ts';
import { SignedIn } from './session/signed-in.tsx';
import { NotFound, PageError } from './shell/error-boundary.tsx';
import { Shell } from './shell/shell.tsx';

const routes: RouteObject[] = [
  ...pages.map(({ path, lazy }) => (path === '' ? { index: true, lazy } : { path, lazy })),
  { path: 'developers', element: <Navigate to="/developers/tokens" replace /> },
  { path: 'settings', element: <Navigate to="/settings/members" replace /> },
  { path: '*', element: <NotFound /> },
];

export const router = createBrowserRouter([
  { ...signInPage, errorElement: <PageError /> },
  {
    element: (
      <SignedIn>
        <Shell />
      </SignedIn>
    ),
    errorElement: <PageError />,
    HydrateFallback: () => null,
    children: [{ errorElement: <PageError />, children: routes }],
  },
]);
