/** Result types of several operations. */
import { builder } from './builder.ts';

export const DeletedRef = builder.objectRef<{ readonly deletedId: string }>('Deleted').implement({
  description: 'Result of a deletion.',
  fields: (t) => ({
    deletedId: t.exposeID('deletedId', { description: 'Id of the deleted record.' }),
  }),
});
