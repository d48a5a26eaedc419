import { describe, expect, it } from 'vitest';
import { nationalNumber, phoneProblem } from './phone-number.ts';

describe('a phone number', () => {
  it.each([
    ['082 123 4567', 'ZA', null],
    ['+27 82 123 4567', 'ZA', null],
    ['020 7946 0958', 'GB', null],
    ['', 'ZA', 'Phone is required'],
    ['   ', 'ZA', 'Phone is required'],
    ['082 123 4567', '', 'Phone is required'],
    ['12', 'ZA', 'Phone number must be valid'],
    ['+44 20 7946 0958', 'ZA', 'Phone number must be valid'],
    ['call 082 123 4567', 'ZA', 'Phone number must be valid'],
    ['082 123 4567 ext 3', 'ZA', 'Phone number must be valid'],
  ])('"%s" of %s: %s', (phone, country, problem) => {
    expect(phoneProblem(phone, country)).toBe(problem);
  });

  it('is shown in national format', () => {
    expect(nationalNumber('+27821234567')).toBe('082 123 4567');
    expect(nationalNumber('unknown')).toBe('unknown');
  });
});
