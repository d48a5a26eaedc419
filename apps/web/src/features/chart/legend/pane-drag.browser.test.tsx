import '../../../testing/open-page.tsx';
import type { PanePlace } from '@moneytrail/chart';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import { eventually } from '../../../testing/eventually.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { ChartScreenProvider, type ChartScreenState } from '../model/chart-context.ts';
import { PaneLegends } from './PaneLegends.tsx';

const place = (pane: PanePlace['pane'], topPx: number): PanePlace => ({
  pane,
  topPx,
  heightPx: 100,
  isFolded: false,
  mayFold: true,
});

test('panes are dragged by their legends: anywhere with a mouse, by the handle with a finger, not while one is enlarged', async () => {
  const movePane = vi.fn();
  const openPanel = vi.fn();
  const enlarged = createValueStore<string | null>(null);
  const controller = {
    panes: createValueStore([
      place('main', 0),
      place('longShort', 200),
      place('tightness', 300),
      place('deployment', 400),
    ]),
    enlarged,
    legend: createValueStore(null),
    inView: createValueStore(null),
    engine: { movePane },
  } as unknown as ChartController;
  const screen = { info: { type: 'crypto' }, onlyPane: null, openPanel, decimals: 2 };
  const shown = await render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <ChartScreenProvider value={screen as unknown as ChartScreenState}>
          <div style={{ position: 'relative', height: 500 }}>
            <PaneLegends controller={controller} />
          </div>
        </ChartScreenProvider>
      </App>
    </QueryClientProvider>,
  );
  onTestFinished(() => shown.unmount());
  const name = page.getByRole('button', { name: 'Tightness', exact: true });
  await expect.element(name).toBeVisible();
  const fire = (target: EventTarget, type: string, clientY: number, pointerType = 'mouse') =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, clientY, pointerType }),
    );
  const topPx = shown.container.querySelector('[data-pane]')?.parentElement?.offsetTop ?? 0;
  const drag = async (from: Element, toPx: number, pointerType = 'mouse') => {
    fire(from, 'pointerdown', topPx + 310, pointerType);
    await new Promise(requestAnimationFrame);
    fire(window, 'pointermove', topPx + toPx, pointerType);
    await new Promise(requestAnimationFrame);
  };
  await drag(name.element(), 420);
  fire(window, 'pointerup', topPx + 420);
  (name.element() as HTMLElement).click();
  expect(movePane.mock.calls).toEqual([['tightness', 1]]);
  expect(openPanel).not.toHaveBeenCalled();
  (name.element() as HTMLElement).click();
  expect(openPanel).toHaveBeenCalledOnce();

  await drag(name.element(), 100);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  await new Promise(requestAnimationFrame);
  fire(window, 'pointerup', topPx + 100);
  await drag(name.element(), 100, 'touch');
  fire(window, 'pointerup', topPx + 100, 'touch');
  expect(movePane).toHaveBeenCalledOnce();
  const handle = name.element().closest('[data-pane]')?.querySelector('[data-handle]');
  if (!handle) throw new Error('The legend has no handle.');
  await drag(handle, 100, 'touch');
  fire(window, 'pointerup', topPx + 100, 'touch');
  expect(movePane).toHaveBeenLastCalledWith('tightness', -1);

  enlarged.set('tightness');
  await eventually(() => expect(shown.container.querySelector('[data-handle]')).toBeNull());
});
