/** Fields of filters by date: `...createdWithin(t)`. Both ends are inclusive. */
import type { BuilderTypes } from './builder.ts';

type FieldBuilder = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

const rangeEnd = (t: FieldBuilder, end: 'Start' | 'End', times: string, deprecationReason?: string) =>
  t.field({
    type: 'DateTime',
    description: `${end} of the range of ${times} times, inclusive.`,
    ...(deprecationReason !== undefined && { deprecationReason }),
  });

export const createdWithin = (t: FieldBuilder) => ({
  createdAfter: rangeEnd(t, 'Start', 'creation'),
  createdBefore: rangeEnd(t, 'End', 'creation'),
});

export const updatedWithin = (t: FieldBuilder) => ({
  updatedAfter: rangeEnd(t, 'Start', 'update'),
  updatedBefore: rangeEnd(t, 'End', 'update'),
});

/** The earlier names of `createdWithin`, for lists that were published with them. */
export const startAndEndDate = (t: FieldBuilder) => ({
  startDate: rangeEnd(t, 'Start', 'creation', 'Use createdAfter.'),
  endDate: rangeEnd(t, 'End', 'creation', 'Use createdBefore.'),
});
