/** The order of the steps of an explanation. */
import { expect, test } from 'vitest';
import {
  type ExplanationStep,
  ordered,
  type StepKind,
} from '../../../src/operations/explanation/explanation.ts';

const step = (kind: StepKind, at: string): ExplanationStep => ({
  kind,
  at: new Date(at),
  text: '',
  outcome: 'NEUTRAL',
});

test('steps are in the order of their times, and those of one time in the order of their kinds', () => {
  const [early, late] = ['2026-11-02T09:00:00.000Z', '2026-11-02T09:00:00.001Z'];
  const steps = [
    step('WEBHOOK_DELIVERED', early),
    step('REQUESTED', late),
    step('POSTED', early),
    step('REQUESTED', early),
    step('STATUS_CHANGED', early),
  ];
  expect(ordered(steps).map(({ kind }) => kind)).toEqual([
    'REQUESTED',
    'STATUS_CHANGED',
    'POSTED',
    'WEBHOOK_DELIVERED',
    'REQUESTED',
  ]);
});
