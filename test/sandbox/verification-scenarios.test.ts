import { describe, expect, test } from 'vitest';
import { individualScenario, kybScenario, kycScenario } from '../../src/sandbox/verification-scenarios.ts';

const pending = { status: 'PENDING', verification: 'PENDING_MANUAL_REVIEW' };
const rejected = { status: 'REJECTED', verification: 'REJECTED' };
const approved = { status: 'APPROVED', verification: 'APPROVED' };

describe('the suffix of a registration number selects the result for a business', () => {
  test.each([
    ['001 leaves it pending, under review', 'HRB123001', pending],
    ['001 alone does too', '001', pending],
    ['002 rejects it', '5591-002', rejected],
    ['003 approves it', 'HRB123003', approved],
    ['000 approves it', 'HRB123000', approved],
    ['0010 approves it', '0010', approved],
    ['01 approves it', '01', approved],
    ['nothing approves it', '', approved],
    ['a missing number approves it', undefined, approved],
    ['the name of a property of every object approves it', 'constructor', approved],
  ])('%s', (_, registrationNumber, scenario) => {
    expect(kybScenario(registrationNumber)).toEqual(scenario);
  });
});

describe('the suffix of a last name selects the result for a beneficial owner', () => {
  test.each([
    ['Okafor001', 'PENDING'],
    ['Okafor002', 'REJECTED'],
    ['Okafor003', 'APPROVED'],
    ['Okafor', 'APPROVED'],
    ['Okafor001 ', 'APPROVED'],
    ['Li', 'APPROVED'],
  ])('%s is %s', (lastName, status) => {
    expect(kycScenario(lastName)).toBe(status);
  });
});

test('an individual who is submitted is approved', () => {
  expect(individualScenario).toEqual(approved);
});
