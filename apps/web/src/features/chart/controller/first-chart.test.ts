import { beforeEach, expect, test, vi } from 'vitest';
import type { PageChart } from './page-chart.ts';

beforeEach(() => vi.resetModules());

async function offered() {
  const { firstChart } = await import('./first-chart.ts');
  const dispose = vi.fn();
  const remove = vi.fn();
  const chart = { controller: { dispose } } as unknown as PageChart;
  firstChart.offer({ chart, frame: { remove } as unknown as HTMLElement });
  return { firstChart, chart, dispose, remove };
}

test('the first chart is handed over once, without its frame, and lives on', async () => {
  const { firstChart, chart, dispose, remove } = await offered();
  expect(firstChart.isOver()).toBe(false);
  expect(firstChart.take()).toBe(chart);
  expect(remove).toHaveBeenCalledOnce();
  expect(firstChart.isOver()).toBe(true);
  expect(firstChart.take()).toBeNull();
  firstChart.drop();
  expect(dispose).not.toHaveBeenCalled();
});

test('a dropped first chart is disposed of with its frame, and no other is wanted', async () => {
  const { firstChart, dispose, remove } = await offered();
  firstChart.drop();
  firstChart.drop();
  expect(dispose).toHaveBeenCalledOnce();
  expect(remove).toHaveBeenCalledOnce();
  expect(firstChart.isOver()).toBe(true);
  expect(firstChart.take()).toBeNull();
});
