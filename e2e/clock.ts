import { expect, type Page } from '@playwright/test';
import { CONTROL_PORT } from './ports.ts';

const CLOCK = `http://127.0.0.1:${CONTROL_PORT}/clock`;
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** The server's time. */
export async function readClock(): Promise<number> {
  return Number(await (await fetch(CLOCK)).text());
}

/** Gives a browser a movable clock at the server's time. Call it before the first page is opened. */
export async function holdClock({ clock }: Page): Promise<void> {
  await clock.install({ time: await readClock() });
}

/**
 * Stops a page's installed clock a moment from now. Playwright refuses a moment that has passed by then and leaves the
 * clock stopped, so the next attempt succeeds.
 */
export async function stopClock(page: Page): Promise<void> {
  await expect(async () => {
    const nowMs = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(nowMs + SECOND_MS);
  }).toPass();
}

/** Advances only the server's clock, as while every tab sleeps. */
export async function passOnServer(durationMs: number): Promise<void> {
  await fetch(`${CLOCK}?ms=${durationMs}`, { method: 'POST' });
}

/**
 * Advances the clocks of the server and of all tabs of a browser with a movable clock. Requests of the tabs wait at the
 * server until its clock has moved, so that both clocks agree for every request.
 */
export async function passTime({ clock }: Page, durationMs: number): Promise<void> {
  await fetch(`${CLOCK}/hold`, { method: 'DELETE' });
  await clock.fastForward(durationMs);
  await passOnServer(durationMs);
}
