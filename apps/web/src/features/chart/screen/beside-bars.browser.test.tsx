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
import { BesideBars } from './BesideBars.tsx';

type PartProps = { controller: ChartController };
const StyleBar = () => <p>The style bar</p>;
const frame = () => new Promise(requestAnimationFrame);
const alert = page.getByRole('alert');

/** A chart with bars and a part whose code fails to load at first. */
async function open(isSilent: boolean) {
  const muted = vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn<() => Promise<ComponentType<PartProps>>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(StyleBar);
  const part = lazyPart(load);
  const controller = { lastBar: createValueStore({}) } as unknown as ChartController;
  const state = { info: {}, resolution: '60' } as unknown as ChartScreenState;
  const shown = await render(
    <App>
      <ChartScreenProvider value={state}>
        <BesideBars controller={controller} part={part} isSilent={isSilent} />
      </ChartScreenProvider>
    </App>,
  );
  onTestFinished(async () => {
    await shown.unmount();
    reachability.isReachable.set(true);
    muted.mockRestore();
  });
  await expect.poll(() => load.mock.calls.length).toBe(1);
  return load;
}

test.each([false, true])(
  'a part that was given up comes when the server is back: silent %s',
  async (isSilent) => {
    const load = await open(isSilent);
    if (!isSilent) await page.getByRole('button', { name: 'Close message' }).click();
    await expect.element(alert).not.toBeInTheDocument();
    expect(load).toHaveBeenCalledOnce();
    // Nothing shows when a silent part has been given up.
    await vi.waitFor(async () => {
      reachability.isReachable.set(false);
      await frame();
      reachability.isReachable.set(true);
      await frame();
      expect(load).toHaveBeenCalledTimes(2);
    });
    await expect.element(page.getByText('The style bar')).toBeVisible();
  },
);
