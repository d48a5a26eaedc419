import type {} from '@vitest/browser-playwright';
import axe from 'axe-core';
import { expect } from 'vitest';
import { cdp } from 'vitest/browser';
import { findCutTexts } from './cut-texts.ts';

const USUAL_PX = 16;

/**
 * Fails on definite axe violations. Document-level rules are left to the journeys, because a test's page is a frame
 * of the runner.
 */
export async function expectNoBarriers(state?: string): Promise<void> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    selectors: false,
    rules: { region: { enabled: false } },
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(found, state).toEqual([]);
  await expectRoomForText(state);
}

/** A window of a desk, whose layout another text size would change. */
const isWide = () => window.innerWidth >= 768;

/** Chooses the text size: that of the browser on a phone, and on a desk that of the document, which keeps the layout. */
async function chooseTextSize(px: number): Promise<void> {
  if (isWide()) document.documentElement.style.fontSize = px === USUAL_PX ? '' : `${px}px`;
  else await cdp().send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  // Observers tell computed places.
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
}

/** Fails for texts that are cut off, shortened or laid over each other at twice the usual size, but not at that. */
async function expectRoomForText(state?: string): Promise<void> {
  const before = new Set(findCutTexts());
  await chooseTextSize(2 * USUAL_PX);
  const found = findCutTexts().filter((line) => !before.has(line));
  await chooseTextSize(USUAL_PX);
  expect(found, `${state}, text at 200 %`).toEqual([]);
}
