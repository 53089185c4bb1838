/**
 * The session of the page. When it ends while a page is open, the page stays as it is behind the sign-in window, so that
 * nothing that was typed is lost.
 */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { whenSessionEnds } from '../api/client.ts';
import { useConnection } from '../api/connection.ts';
import { startGeneration } from './generation.ts';
import { currentSession, type Role, type Session, signOut as sendSignOut } from './requests.ts';

type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly session: Session; readonly hasEnded: boolean };

interface SessionContext {
  readonly state: SessionState;
  /** Continues with a new session. The page of another member or platform is loaded again. */
  readonly enter: (session: Session) => void;
  readonly leave: () => Promise<void>;
  /** Reads the session again, after a change of it. */
  readonly refresh: () => Promise<void>;
}

const Context = createContext<SessionContext | undefined>(undefined);

/** Other tabs of this browser share the cookie. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('session') : undefined;

const isSamePerson = (a: Session, b: Session): boolean =>
  a.member.id === b.member.id && a.platform.id === b.platform.id;

/** While the sign-in window is open, another tab may sign in, for example that of the link. */
const endedPollMs = 5_000;

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  const { recovered } = useConnection();

  const enter = useCallback((session: Session) => {
    setState((before) => {
      // What is shown belongs to another person.
      if (before.kind === 'signed-in' && !isSamePerson(before.session, session)) location.reload();
      return { kind: 'signed-in', session, hasEnded: false };
    });
    startGeneration();
    channel?.postMessage('signed-in');
  }, []);

  const leave = useCallback(async () => {
    await sendSignOut();
    channel?.postMessage('signed-out');
    // Everything in memory goes.
    location.assign('/sign-in');
  }, []);

  const refresh = useCallback(async () => {
    const session = await currentSession().catch(() => 'unreachable' as const);
    setState((before) => {
      if (session === 'unreachable') return before.kind === 'loading' ? { kind: 'unreachable' } : before;
      if (session) {
        if (before.kind === 'signed-in' && before.hasEnded) startGeneration();
        if (before.kind === 'signed-in' && !isSamePerson(before.session, session)) location.reload();
        return { kind: 'signed-in', session, hasEnded: false };
      }
      return before.kind === 'signed-in' ? { ...before, hasEnded: true } : { kind: 'signed-out' };
    });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is read again when the service is back.
  useEffect(() => {
    void refresh();
  }, [refresh, recovered]);

  useEffect(() => {
    whenSessionEnds(() =>
      setState((before) => (before.kind === 'signed-in' ? { ...before, hasEnded: true } : before)),
    );
    const listen = () => void refresh();
    channel?.addEventListener('message', listen);
    return () => channel?.removeEventListener('message', listen);
  }, [refresh]);

  const hasEnded = state.kind === 'signed-in' && state.hasEnded;
  const isWaiting = hasEnded || state.kind === 'unreachable';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void refresh(), endedPollMs);
    return () => clearInterval(timer);
  }, [isWaiting, refresh]);

  const value = useMemo(() => ({ state, enter, leave, refresh }), [state, enter, leave, refresh]);
  return <Context value={value}>{children}</Context>;
}

export function useSessionContext(): SessionContext {
  const context = useContext(Context);
  if (!context) throw new Error('This component is outside of SessionProvider.');
  return context;
}

/** The session of a page that only signed-in members see. */
export function useSession(): Session {
  const { state } = useSessionContext();
  if (state.kind !== 'signed-in') throw new Error('This page is for signed-in members.');
  return state.session;
}

/** Whether the member has a role. The service checks it too; here it hides what would be rejected. */
export function useRole(role: Role): boolean {
  return useSession().member.roles.includes(role);
}
