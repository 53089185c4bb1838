/**
 * The open streams of sessions in this process: they notify assistants of changed tools and resources. They are fed from the event
 * log, so a change on any process reaches them.
 *
 * Source: docs/behaviour/mcp.md#notifications.
 */

import { useRecordedAfterMs } from '../../agents/mcp-sessions/mcp-session.ts';
import { recordUse, subscriptionsOf } from '../../agents/mcp-sessions/mcp-session-store.ts';
import type { LoggedEvent } from '../../infrastructure/events/log.ts';
import type { EventTail } from '../../infrastructure/events/tail.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { Authenticator } from '../../platforms/access/authenticator.ts';
import type { AgentPrincipal } from '../../platforms/access/principal.ts';
import type { Ports } from '../../sandbox/ports.ts';
import { resourcesChangedBy } from './resources.ts';
import type { McpServer } from './sdk.ts';

/** Several changes within this time are one notification of each resource. */
const gatherMs = 50;
const sessionsAtOnce = 500;

interface OpenStream {
  readonly principal: AgentPrincipal;
  readonly sessionId: string;
  readonly server: McpServer;
  /** The resources that changed since the last notification. */
  readonly changed: Set<string>;
}

interface Streams {
  /** Adds the stream of a session, instead of one that it has. Returns a function that removes it. */
  add(stream: Pick<OpenStream, 'principal' | 'sessionId' | 'server'>): () => void;
  /** Ends the stream of a session, if it is open here. */
  end(sessionId: string): void;
  readonly size: number;
  close(): void;
}

type StreamPorts = Pick<Ports, 'db' | 'clock'>;

/** Groups of streams by a key of their agent. */
class Index {
  readonly #groups = new Map<string, Set<OpenStream>>();

  add(key: string, stream: OpenStream): void {
    this.#groups.set(key, (this.#groups.get(key) ?? new Set()).add(stream));
  }
  remove(key: string, stream: OpenStream): void {
    const group = this.#groups.get(key);
    group?.delete(stream);
    if (group?.size === 0) this.#groups.delete(key);
  }
  get(key: string | undefined): readonly OpenStream[] {
    return key === undefined ? [] : [...(this.#groups.get(key) ?? [])];
  }
}

export function createStreams(
  tail: Pick<EventTail, 'listen'>,
  ports: StreamPorts,
  authenticator: Pick<Authenticator, 'renew'>,
  report: (defect: unknown) => void,
): Streams {
  const bySession = new Map<string, OpenStream>();
  const byAgent = new Index();
  const byCustomer = new Index();
  let gathering: NodeJS.Timeout | undefined;

  const end = (stream: OpenStream): void => void stream.server.close().catch(report);
  const send = (sent: Promise<void>): void => void sent.catch(() => undefined);

  /** Notifies each session of the changed resources that it follows. */
  async function notifyChanged(): Promise<void> {
    const changed = [...bySession.values()].filter(({ changed: uris }) => uris.size > 0);
    for (let at = 0; at < changed.length; at += sessionsAtOnce) {
      const some = changed.slice(at, at + sessionsAtOnce);
      const uris = new Map(some.map((stream) => [stream, [...stream.changed]]));
      for (const stream of some) stream.changed.clear();
      const followed = await subscriptionsOf(
        ports.db.orm,
        some.map(({ sessionId }) => sessionId),
      );
      for (const [{ sessionId, server }, own] of uris) {
        const following = own.filter((uri) => followed.get(sessionId)?.includes(uri));
        for (const uri of following) send(server.sendResourceUpdated({ uri }));
      }
    }
  }

  function addChanged(streams: readonly OpenStream[], uris: readonly string[]): void {
    if (streams.length === 0) return;
    for (const { changed } of streams) for (const uri of uris) changed.add(uri);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      notifyChanged().catch(report);
    }, gatherMs).unref();
  }

  /** Ends the streams of an agent that lost its access, and notifies the others of their tools. */
  async function renew(streams: readonly OpenStream[]): Promise<void> {
    const [first] = streams;
    if (!first) return;
    const principal = await authenticator.renew(first.principal);
    const isOver =
      principal instanceof DomainError ||
      principal.kind !== 'agent' ||
      principal.agent.isPaused ||
      principal.customerIsDeleted;
    for (const stream of streams) {
      if (isOver) end(stream);
      else {
        send(stream.server.sendToolListChanged());
        send(stream.server.sendResourceListChanged());
      }
    }
    if (!isOver) addChanged(streams, ['payments://policy', 'payments://usage']);
  }

  const stopListening = tail.listen((event: LoggedEvent) => {
    if (bySession.size === 0) return;
    if (event.topic === 'access') {
      const agentId = event.data['ended'] ?? event.data['changed'];
      if (typeof agentId === 'string') renew(byAgent.get(agentId)).catch(report);
      return;
    }
    const changed = resourcesChangedBy(event);
    if (!changed) return;
    addChanged(byAgent.get(changed.agentId), changed.uris);
    addChanged(byCustomer.get(changed.customerId), changed.uris);
  });

  /** A session with an open stream is in use. One that was ended on another process ends here. */
  async function keepInUse(): Promise<void> {
    const ids = [...bySession.keys()];
    for (let at = 0; at < ids.length; at += sessionsAtOnce) {
      const some = ids.slice(at, at + sessionsAtOnce);
      const live = new Set(await recordUse(ports.db.orm, some, ports.clock.real()));
      for (const id of some) {
        const stream = live.has(id) ? undefined : bySession.get(id);
        if (stream) end(stream);
      }
    }
  }
  const keeping = setInterval(() => void keepInUse().catch(report), useRecordedAfterMs).unref();

  return {
    add({ principal, sessionId, server }) {
      const before = bySession.get(sessionId);
      if (before) end(before);
      const stream: OpenStream = { principal, sessionId, server, changed: new Set() };
      const { id: agentId, customerId } = principal.agent;
      bySession.set(sessionId, stream);
      byAgent.add(agentId, stream);
      byCustomer.add(customerId, stream);
      return () => {
        if (bySession.get(sessionId) === stream) bySession.delete(sessionId);
        byAgent.remove(agentId, stream);
        byCustomer.remove(customerId, stream);
      };
    },
    end(sessionId) {
      const stream = bySession.get(sessionId);
      if (stream) end(stream);
    },
    get size() {
      return bySession.size;
    },
    close() {
      stopListening();
      clearInterval(keeping);
      clearTimeout(gathering);
      for (const stream of bySession.values()) end(stream);
    },
  };
}
