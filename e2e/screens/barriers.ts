import { expect, type Page, test } from '@playwright/test';
import { findBarriers } from '../barriers.ts';
import { chooseTextSize, findCutTexts } from '../cut-texts.ts';
import { colourIn, type Look, SIZES, standStill } from './look.ts';

const COLOUR = 'color-contrast';

type Findings = Awaited<ReturnType<typeof findBarriers>>;

/** Certain violations, and text in exactly the colour of its background, which axe only reports as undecided. */
function barriersIn({ violations, incomplete }: Findings): string[] {
  const sure = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  const unseen = incomplete
    .flatMap(({ id, nodes }) => (id === COLOUR ? nodes : []))
    .filter(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio'))
    .map(({ html }) => html)
    // A code field's own text is hidden; boxes draw it.
    .filter((html) => !html.startsWith('<input'))
    .map((html) => `unseen: ${html}`);
  return [...sure, ...unseen];
}

/** The chart behind a dialog has its own journeys, and checking it takes as long as all the rest. */
const CHART = '[aria-label="Live chart"]';

/** A walk checks a dozen states twice, which takes more than a minute on a busy machine. */
const WALK_MS = 300_000;

/** On a phone, whose layout is the same at every text size: what twice the usual size cuts off. */
async function cutAtTwice(page: Page): Promise<string[]> {
  if ((page.viewportSize()?.width ?? 0) >= SIZES.desk.viewport.width) return [];
  const before = await findCutTexts(page);
  await chooseTextSize(page, 32);
  await standStill(page);
  const found = await findCutTexts(page);
  await chooseTextSize(page, 16);
  return found.filter((line) => !before.includes(line));
}

/** Checks the present screen: no violation in either theme, nothing wider than the window, no text cut off at 200 %. */
export function judgeBarriers(page: Page): Look {
  test.info().setTimeout(WALK_MS);
  return async (state) => {
    await standStill(page);
    const light = barriersIn(await findBarriers(page, { exclude: CHART }));
    expect.soft(light, `${state}, light`).toEqual([]);
    await colourIn(page, 'dark');
    const dark = barriersIn(await findBarriers(page, { exclude: CHART, rules: [COLOUR] }));
    expect.soft(dark, `${state}, dark`).toEqual([]);
    await colourIn(page, 'light');
    expect.soft(await cutAtTwice(page), `${state}, text at 200 %`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `${state}: px wider than the window`).toBeLessThanOrEqual(0);
  };
}
