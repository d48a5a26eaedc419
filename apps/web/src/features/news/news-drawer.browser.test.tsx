import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render, renderHook } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { expectNoBarriers } from '../../testing/barriers.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { NewsDrawer } from './NewsDrawer.tsx';
import { useFrameLoad } from './use-frame-load.ts';
import 'virtual:theme-variables.css';
import '../../ui/theme/mantine.ts';
import '../../ui/theme/base.css';
import '../../ui/theme/global.css';

const SOURCE = 'data:text/html,<title>{theme}</title><a href="x">A headline</a>';
const TIMEOUT_MS = 15_000;

const drawer = page.getByRole('dialog', { name: 'Market news' });
const close = drawer.getByRole('button', { name: 'Close' });
const unavailable = drawer.getByRole('alert');
const frame = drawer.getByTitle('Market news');

/** Answers the page's probes of the server. */
function serve(): void {
  onTestFinished(new FakeServer().install());
}

async function openDrawer() {
  serve();
  const onClose = vi.fn();
  const screen = await render(
    <App>
      <NewsDrawer source={SOURCE} onClose={onClose} />
    </App>,
  );
  onTestFinished(() => screen.unmount());
  await expect.element(frame).toHaveAttribute('data-loaded');
  return onClose;
}

/** The browser's report that the content policy refused the frame's address. */
const refuseFrame = () =>
  document.dispatchEvent(
    new SecurityPolicyViolationEvent('securitypolicyviolation', {
      effectiveDirective: 'frame-src',
      violatedDirective: 'frame-src',
      documentURI: location.href,
      originalPolicy: '',
      disposition: 'enforce',
      statusCode: 200,
    }),
  );

test('the close button has the initial focus, before the frame, and Escape closes', async () => {
  const onClose = await openDrawer();
  await expect.element(close).toHaveFocus();
  await userEvent.tab();
  await expect.element(frame).toHaveFocus();
  (close.element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a page refused by the content policy is unavailable, and Retry loads it again', async () => {
  await openDrawer();
  refuseFrame();
  await expect.element(unavailable.getByText('News is unavailable right now.')).toBeVisible();
  await expect.element(frame).not.toBeInTheDocument();
  await drawer.getByRole('button', { name: 'Retry' }).click();
  await expect.element(frame).toHaveAttribute('data-loaded');
  await expect.element(unavailable).not.toBeInTheDocument();
});

test('a page that takes longer than 15 s is unavailable, even if it arrives later', async () => {
  serve();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { result, act, unmount } = await renderHook(() => useFrameLoad(true));
  onTestFinished(unmount);
  await act(() => vi.advanceTimersByTime(TIMEOUT_MS - 1));
  expect(result.current.phase).toBe('loading');
  await act(() => vi.advanceTimersByTime(1));
  expect(result.current.phase).toBe('failed');
  await act(() => result.current.onLoad());
  expect(result.current.phase).toBe('failed');
});

test('the drawer is on the right of a desk, fills most of a phone and has no barrier', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await openDrawer();
  const box = () => {
    const { x, y, width, height } = drawer.element().getBoundingClientRect();
    return { x, y: Math.round(y), width, height: Math.round(height) };
  };
  await expect.poll(box).toEqual({ x: 940, y: 0, width: 500, height: 900 });
  await expectNoBarriers('news');
  refuseFrame();
  await expect.element(unavailable).toBeVisible();
  await expectNoBarriers('news that are unavailable');
  await page.viewport(390, 844);
  await expect.poll(box).toMatchObject({ x: 0, y: 68, width: 390 });
});
