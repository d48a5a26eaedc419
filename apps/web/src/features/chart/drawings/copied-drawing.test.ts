import type { Drawing } from '@moneytrail/chart';
import { expect, it } from 'vitest';
import { forgetDrafts } from '../../../lib/draft-storage.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { copyDrawing, hasCopiedDrawing } from './copied-drawing.ts';

// These tests run without browser storage, as in a browser that denies it.
it('a drawing that is copied to memory is gone after sign-out', () => {
  const engine = { drawings: { copy: () => '{"tool":"trendLine"}' } };
  copyDrawing({ engine } as unknown as ChartController, { id: 'a', tool: 'trendLine' } as Drawing);
  expect(hasCopiedDrawing()).toBe(true);
  forgetDrafts();
  expect(hasCopiedDrawing()).toBe(false);
});
