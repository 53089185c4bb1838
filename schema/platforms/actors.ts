/** Who did something: a person, or the credential of a program. */
import { type Actor, actorKinds } from '../../src/platforms/access/principal.ts';
import { builder } from '../core/builder.ts';
import { describedEnum } from '../core/enums.ts';

const ActorKindEnum = describedEnum('ActorKind', 'Kind of an actor.', actorKinds, {
  MEMBER: 'A person who signs in.',
  API_TOKEN: 'A back end with an API token.',
  ACCESS_TOKEN: 'The holder of an access token.',
  AGENT: 'The software of an agent.',
});

export const ActorRef = builder.objectRef<Actor>('Actor').implement({
  description: 'Who did something.',
  fields: (t) => ({
    kind: t.field({ type: ActorKindEnum, description: 'Kind of the actor.', resolve: ({ kind }) => kind }),
    id: t.id({
      description: 'Member:<uuid>, Token:<uuid>, AccessToken:<uuid> or Agent:<uuid>.',
      resolve: ({ id }) => id,
    }),
    name: t.exposeString('name', {
      description:
        'Name at that time: of the person, of the API token or agent, or the subject of the access token.',
    }),
  }),
});
