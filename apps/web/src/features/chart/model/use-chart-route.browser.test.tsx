import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { parseSearch, stringifySearch } from '../../../lib/search-params.ts';
import { useChartRoute, useFactsRoute } from './use-chart-route.ts';

const CHART = '/dashboard/live-chart?symbol=FMP:AAPL&resolution=1D';

function Page() {
  const { setResolution } = useChartRoute();
  const { isOpen, open, close } = useFactsRoute();
  return (
    <main>
      <p>{isOpen ? 'Facts' : 'No facts'}</p>
      <button type="button" onClick={open}>
        Open
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
      <button
        type="button"
        onClick={() => {
          setResolution('1W');
          close();
        }}
      >
        Weeks
      </button>
    </main>
  );
}

async function openAt(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const root = createRootRoute();
  const chart = createRoute({
    getParentRoute: () => root,
    path: '/dashboard/live-chart',
    component: Page,
  });
  const router = createRouter({
    routeTree: root.addChildren([chart]),
    history,
    parseSearch,
    stringifySearch,
  });
  const shown = await render(<RouterProvider router={router} />);
  onTestFinished(() => shown.unmount());
  const press = (name: string) => page.getByRole('button', { name }).first().click();
  const expectAt = async (text: string, href: string, step: number) => {
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
    await expect.poll(() => history.location.href).toBe(href);
    expect(history.location.state.__TSR_index).toBe(step);
  };
  return { history, press, expectAt };
}

test('the facts of a symbol have an address, which Back and their own button leave alike', async () => {
  const { history, press, expectAt } = await openAt(CHART);
  await press('Open');
  await expectAt('Facts', `${CHART}&info=1`, 1);
  history.back();
  await expectAt('No facts', CHART, 0);
  history.forward();
  await expectAt('Facts', `${CHART}&info=1`, 1);
  await press('Close');
  await expectAt('No facts', CHART, 0);
});

test('another chart that the facts lead to is shown without them', async () => {
  const { history, press, expectAt } = await openAt(CHART);
  await press('Open');
  await expectAt('Facts', `${CHART}&info=1`, 1);
  await press('Weeks');
  await expectAt('No facts', CHART.replace('1D', '1W'), 2);
  history.back();
  await expectAt('Facts', `${CHART}&info=1`, 1);
});

test('facts that a link has opened leave the address when they are closed', async () => {
  const { press, expectAt } = await openAt(`${CHART}&info=1`);
  await press('Close');
  await expectAt('No facts', CHART, 0);
});
