/** Who did something: a person, the credential of a program, an operator, or the service itself. */
import { type Actor, actorKinds } from '../../src/infrastructure/database/attribution.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';

export const ActorKindEnum = describedEnum('ActorKind', 'Kind of an actor.', actorKinds, {
  MEMBER: 'A person who signs in.',
  API_TOKEN: 'A back end with an API token.',
  ACCESS_TOKEN: 'The holder of an access token.',
  AGENT: 'The software of an agent.',
  OPERATOR: 'An operator, with a command on the server.',
  SYSTEM: 'The service itself, for example when it starts for the first time.',
  ANONYMOUS: 'A caller without a credential, for example with a code or a link.',
});

export const ActorRef = builder.objectRef<Actor>('Actor').implement({
  description: 'Who did something: a stable identity.',
  fields: (t) => ({
    kind: t.field({ type: ActorKindEnum, description: 'Kind of the actor.', resolve: ({ kind }) => kind }),
    id: t.id({
      nullable: true,
      description: 'Member:<uuid>, Token:<uuid>, AccessToken:<uuid> or Agent:<uuid>; null for other kinds.',
      resolve: ({ id }) => id ?? null,
    }),
    name: t.string({
      nullable: true,
      description:
        'Name at that time: of the person, of the API token or agent, or the subject of the access token. Null for other kinds.',
      resolve: ({ name }) => name ?? null,
    }),
  }),
});
