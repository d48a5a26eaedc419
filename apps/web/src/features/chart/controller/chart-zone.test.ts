import { expect, it } from 'vitest';
import { zoneLabel } from './chart-zone.ts';

const NOW = Date.UTC(2026, 10, 20);

it('says what a zone is called now, and nothing twice', () => {
  expect(zoneLabel('exchange', 'America/New_York', NOW)).toBe('Exchange (EST)');
  expect(zoneLabel('utc', 'America/New_York', NOW)).toBe('UTC');
});
