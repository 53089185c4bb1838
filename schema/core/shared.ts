/** Small answers that several operations share. */
import { builder } from './builder.ts';

export const DeletedRef = builder.objectRef<{ readonly deletedId: string }>('Deleted').implement({
  description: 'Something was deleted.',
  fields: (t) => ({
    deletedId: t.exposeID('deletedId', { description: 'Its id.' }),
  }),
});
