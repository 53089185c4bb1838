/**
 * The session of the page. When it ends while a page is open, the page stays as it is behind the sign-in window, so that
 * nothing that was typed is lost.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
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

/** A page that the service rejects although its session is valid opens its subscriptions again, but not all the time. */
const minRestartMs = 10_000;

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ kind: 'loading' });
  /** The last state, also before the next rendering. */
  const latest = useRef<SessionState>(state);
  const restartedAt = useRef(Number.NEGATIVE_INFINITY);
  const { recovered } = useConnection();

  const change = useCallback((next: SessionState) => {
    const before = latest.current;
    latest.current = next;
    setState(next);
    if (next.kind !== 'signed-in' || before.kind !== 'signed-in') return;
    // What is shown belongs to another person.
    if (!isSamePerson(before.session, next.session)) location.reload();
    else if (before.hasEnded && !next.hasEnded) startGeneration();
  }, []);

  const enter = useCallback(
    (session: Session) => {
      change({ kind: 'signed-in', session, hasEnded: false });
      channel?.postMessage('signed-in');
    },
    [change],
  );

  const leave = useCallback(async () => {
    await sendSignOut();
    channel?.postMessage('signed-out');
    // Everything in memory goes.
    location.assign('/sign-in');
  }, []);

  const refresh = useCallback(async () => {
    const session = await currentSession().catch(() => 'unreachable' as const);
    const before = latest.current;
    if (session === 'unreachable') {
      if (before.kind === 'loading') change({ kind: 'unreachable' });
    } else if (session) change({ kind: 'signed-in', session, hasEnded: false });
    else change(before.kind === 'signed-in' ? { ...before, hasEnded: true } : { kind: 'signed-out' });
  }, [change]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the session is read again when the service is back.
  useEffect(() => {
    void refresh();
  }, [refresh, recovered]);

  useEffect(() => {
    // A socket also closes when the session was about to end and is used again, and when another tab signed in.
    whenSessionEnds(async () => {
      await refresh();
      const { current } = latest;
      if (current.kind !== 'signed-in' || current.hasEnded) return;
      if (performance.now() - restartedAt.current < minRestartMs) return;
      restartedAt.current = performance.now();
      startGeneration();
    });
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
