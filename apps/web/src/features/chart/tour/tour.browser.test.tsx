import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { updatePreferences } from '../preferences/preferences.ts';
import { Tour } from './Tour.tsx';

const RING_PX = 4;

function Page({ hasBanner }: { hasBanner: boolean }) {
  return (
    <App>
      <QueryClientProvider client={new QueryClient()}>
        <main style={{ display: 'flex', flexDirection: 'column', height: 400 }}>
          {hasBanner && (
            <p style={{ flex: 'none', height: 40, margin: 0 }}>The source is offline.</p>
          )}
          <Tour hasSummary={false} freeStart={null} />
          <div style={{ flex: 1, minHeight: 0 }}>
            <button type="button" data-tour="search">
              BTCUSD
            </button>
          </div>
        </main>
      </QueryClientProvider>
    </App>
  );
}

test('the ring stays around its part when a banner moves the chart', async () => {
  updatePreferences({ isTourDone: false });
  const { rerender } = await render(<Page hasBanner={false} />);
  const part = page.getByRole('button', { name: 'BTCUSD' });
  const distance = () => {
    const ring = document.querySelector('main > [aria-hidden="true"]');
    const top = ring?.getBoundingClientRect().top ?? Number.NaN;
    return part.element().getBoundingClientRect().top - top;
  };
  await expect.poll(distance).toBe(RING_PX);
  for (const hasBanner of [true, false]) {
    await rerender(<Page hasBanner={hasBanner} />);
    await expect.poll(distance).toBe(RING_PX);
  }
});
