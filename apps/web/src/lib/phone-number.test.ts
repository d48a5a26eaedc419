import { describe, expect, it } from 'vitest';
import {
  findRegions,
  listRegions,
  nationalNumber,
  phoneProblem,
  regionLabel,
} from './phone-number.ts';

describe('a phone number', () => {
  it.each([
    ['082 123 4567', 'ZA', null],
    ['+27 82 123 4567', 'ZA', null],
    ['0171 1234567', 'DE', null],
    ['212 555 0101', 'US', null],
    ['082 555', 'ZA', 'Phone number must be valid'],
    ['082 555 010', 'ZA', 'Phone number must be valid'],
    ['011 555 0101', 'ZA', 'Phone number must be a mobile number, because codes are sent to it.'],
    ['020 7946 0958', 'GB', 'Phone number must be a mobile number, because codes are sent to it.'],
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

const regions = listRegions('en');
const find = (typed: string) => findRegions(regions, typed);

describe('the list of countries', () => {
  it('has about 240 distinct regions', () => {
    expect(regions.length).toBeGreaterThanOrEqual(240);
    expect(new Set(regions.map(({ code }) => code)).size).toBe(regions.length);
    expect(regions.filter(({ name, code }) => name === code)).toEqual([]);
    expect(regions.every(({ code }) => /^[A-Z]{2}$/.test(code))).toBe(true);
  });

  it('is written as name and code', () => {
    expect(regions.map(regionLabel)).toContain('South Africa (ZA)');
  });

  it('is sorted alphabetically, ignoring accents', () => {
    const names = regions.map(({ name }) => name);
    expect(names.indexOf('Åland Islands')).toBeLessThan(names.indexOf('Albania'));
    expect(names.indexOf('Germany')).toBeLessThan(names.indexOf('Ghana'));
  });

  it.each([
    ['south af', 'ZA'],
    ['za', 'ZA'],
    ['cote', 'CI'],
    [' aland', 'AX'],
  ])('is searched by "%s" and finds %s', (typed, code) => {
    expect(find(typed).map((region) => region.code)).toContain(code);
  });

  it.each([
    ['de', ['DE', 'DK']],
    ['za', ['ZA', 'ZM']],
    ['in', ['IN', 'ID']],
    ['united', ['AE', 'GB', 'US']],
    ['south', ['ZA', 'KR', 'SS']],
    ['guinea', ['GN', 'GW', 'GQ', 'PG']],
    ['uk', ['GB', 'UA']],
    ['USA', ['US']],
    ['uae', ['AE']],
    ['united states', ['US']],
  ])('puts codes and starts of names first for "%s"', (typed, codes) => {
    const found = find(typed).map((region) => region.code);
    expect(found.slice(0, codes.length)).toEqual(codes);
  });

  it('shows everything while nothing is typed', () => {
    expect(find('')).toHaveLength(regions.length);
  });
});
