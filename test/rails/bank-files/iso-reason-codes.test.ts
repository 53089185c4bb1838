import { expect, test } from 'vitest';
import { isoReasonTitle } from '../../../src/rails/bank-files/iso-reason-codes.ts';

const rejections = ['AC01', 'AC04', 'AC06', 'AG01', 'AM04', 'AM05', 'MD01', 'MD06', 'MD07', 'RC01', 'FF01'];
const others = ['MS02', 'MS03', 'NOAS', 'RR04', 'TECH', 'CUST', 'DUPL', 'FOCR', 'FRAD'];

test.each([...rejections, ...others])('%s has a title', (code) => {
  expect(isoReasonTitle(code)).toMatch(/^[A-Z][\w ,]+$/);
});

test.each([['XX99'], ['ac01'], ['toString'], ['']])('"%s" has no title', (code) => {
  expect(isoReasonTitle(code)).toBeUndefined();
});
