import { describe, expect, test } from 'vitest';
import { isTimeZone } from '../../src/kernel/time-zone.ts';

describe('a time zone', () => {
  test.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Etc/GMT+5', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Europe/Atlantis', false],
    ['+05:30', false],
    ['', false],
    [`A${'/a'.repeat(40)}`, false],
  ])('"%s": %s', (text, expected) => {
    expect(isTimeZone(text)).toBe(expected);
  });
});
