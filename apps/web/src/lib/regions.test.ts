import { describe, expect, it } from 'vitest';
import { listRegions, matchesRegion, regionLabel } from './regions.ts';

const regions = listRegions('en');
const find = (typed: string) => regions.filter((region) => matchesRegion(region, typed));

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

  it('shows everything while nothing is typed', () => {
    expect(find('')).toHaveLength(regions.length);
  });
});
