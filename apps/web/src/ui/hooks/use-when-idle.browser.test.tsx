import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { Urgent, whenIdle } from './use-when-idle.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // The faked call of the timers runs at the latest moment only.
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run, 50));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
});

test('work for an idle page waits until nothing urgent is shown any more', async () => {
  const run = vi.fn();
  whenIdle(run);
  const first = await render(<Urgent />);
  const second = await render(<Urgent />);
  vi.advanceTimersByTime(1_000);
  await first.unmount();
  vi.advanceTimersByTime(1_000);
  expect(run).not.toHaveBeenCalled();
  await second.unmount();
  vi.advanceTimersByTime(1_000);
  expect(run).toHaveBeenCalledOnce();
});

test('work for an idle page waits five seconds at most', async () => {
  const run = vi.fn();
  await render(<Urgent />);
  whenIdle(run);
  vi.advanceTimersByTime(4_900);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(run).toHaveBeenCalledOnce();
});

test('cancelled work does not run once nothing urgent is shown', async () => {
  const run = vi.fn();
  const { unmount } = await render(<Urgent />);
  const cancel = whenIdle(run);
  vi.advanceTimersByTime(1_000);
  cancel();
  await unmount();
  vi.advanceTimersByTime(10_000);
  expect(run).not.toHaveBeenCalled();
});
