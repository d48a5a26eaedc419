import 'virtual:theme-variables.css';
import '../../../ui/theme/mantine.ts';
import '../../../ui/theme/base.css';
import type { ComponentType } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { reachability } from '../../../api/reachability.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { BesideBars, useMissingParts } from './BesideBars.tsx';

type PartProps = { controller: ChartController };
const StyleBar = () => <p>The style bar</p>;
const shown = page.getByText('The style bar');
const retry = page.getByRole('button', { name: 'Retry' });

function MissingParts() {
  const load = useMissingParts();
  return (
    load && (
      <button type="button" onClick={load}>
        Retry
      </button>
    )
  );
}

/** A chart with bars and a part whose first attempts to load fail. */
async function open(failures: number) {
  const load = vi.fn<() => Promise<ComponentType<PartProps>>>().mockResolvedValue(StyleBar);
  for (let index = 0; index < failures; index++) {
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  }
  const part = lazyPart(load);
  const controller = { lastBar: createValueStore({}) } as unknown as ChartController;
  const state = { info: {}, resolution: '60' } as unknown as ChartScreenState;
  const screen = await render(
    <App>
      <ChartScreenProvider value={state}>
        <BesideBars controller={controller} part={part} />
        <MissingParts />
      </ChartScreenProvider>
    </App>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    reachability.isReachable.set(true);
  });
  return load;
}

test('a part that fails to load shows no card, and comes when the server is back', async () => {
  reachability.isReachable.set(false);
  const load = await open(1);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  reachability.isReachable.set(true);
  await expect.element(shown).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a part that fails again is told as missing until it is loaded', async () => {
  const load = await open(2);
  await expect.element(retry).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
  // The page loads it again by itself, so the button may be gone by now.
  retry.query()?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(shown).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});
