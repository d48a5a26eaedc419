import { MantineProvider } from '@mantine/core';
import type { Summary } from '@moneytrail/indicators';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DepthTable } from './DepthDrawer.tsx';

function wordsOf(summary: Summary | null): string {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <DepthTable level="longTermSupport" summary={summary} />
    </MantineProvider>,
  );
  return markup.replaceAll(/<style.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, '');
}

it('says nothing about a level while its bars load, then how many it needs', () => {
  expect(wordsOf(null)).toBe('');
  const levels = { longTermSupport: { value: Number.NaN, depth: [] } };
  const summary = { barCount: 62, levels } as unknown as Summary;
  expect(wordsOf(summary)).toBe('This level needs 100 bars; 62 are loaded.');
});
