/**
 * Components that no page shows at first: windows, and the menu of the member. They are loaded after the first data, and not when
 * they are needed: the connection may be lost by then.
 */
import type { DrawerProps, ModalProps } from '@mantine/core';
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';

const loadWindows = () => import('./windows.tsx');
const loadSignInForm = () => import('../session/sign-in-form.tsx');
const loadMemberMenu = () => import('../shell/member-menu.tsx');

const Modal = lazy(async () => ({ default: (await loadWindows()).Modal }));
const Drawer = lazy(async () => ({ default: (await loadWindows()).Drawer }));
export const SignInForm = lazy(loadSignInForm);

/** Loads them where it is rendered. */
export function LoadLater({ onMemberMenu }: { readonly onMemberMenu: (menu: ComponentType) => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    // A window is requested again when it opens. Without the menu, the name of the member stays a text.
    loadMemberMenu().then(
      (module) => onMemberMenu(module.default),
      () => undefined,
    );
    for (const load of [loadWindows, loadSignInForm]) load().catch(() => undefined);
  }, []);
  return null;
}

/** Whether it is open or was. A window that closes stays until its transition has ended. */
function useWasOpened(isOpen: boolean): boolean {
  const wasOpened = useRef(isOpen);
  if (isOpen) wasOpened.current = true;
  return wasOpened.current;
}

export function LaterModal(props: ModalProps) {
  return (
    useWasOpened(props.opened) && (
      <Suspense>
        <Modal {...props} />
      </Suspense>
    )
  );
}

export function LaterDrawer(props: DrawerProps) {
  return (
    useWasOpened(props.opened) && (
      <Suspense>
        <Drawer {...props} />
      </Suspense>
    )
  );
}
