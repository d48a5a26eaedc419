import { test as base, expect } from '@playwright/test';
import { PHONE_CODE, readMessage } from '../mailbox.ts';
import { ORIGIN } from '../origin.ts';
import { makePerson, type Person } from '../people.ts';
import type { Driver } from './drivers.ts';
import { openFirefox, openWebKit } from './drivers.ts';

const OPEN: Record<string, () => Promise<Driver>> = { firefox: openFirefox, webkit: openWebKit };

const test = base.extend<{ driver: Driver; person: Person }>({
  driver: async ({ request: _ }, use, info) => {
    const driver = await OPEN[info.project.name]?.();
    if (!driver) throw new Error(`no browser is called ${info.project.name}`);
    await use(driver);
    await driver.screenshot(info.outputPath('end.png'));
    await driver.close();
  },
  person: async ({ request }, use) => use(await makePerson(request)),
});

const FAILURES = 'window.failures';
const KEPT = `(${FAILURES} = [], addEventListener('error', ({ message }) => ${FAILURES}.push(message)), true)`;
const CHART = `document.querySelector('[role=application]')`;

/** The middle of the element with this accessible name or text; null while there is none. */
const middleOf = (name: string) => `(() => {
  const all = [...document.querySelectorAll('button, a, [role=option], [role=menuitem]')];
  const found = all.find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(${JSON.stringify(name)}));
  if (!found) return null;
  const { x, y, width, height } = found.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})()`;

test('a first visit leads from Home through sign-in to a chart that pans, searches and draws', async ({
  driver,
  person,
  request,
}) => {
  const until = (expression: string) =>
    expect.poll(() => driver.read(`Boolean(${expression})`), expression).toBe(true);
  const press = async (name: string) => {
    await until(middleOf(name));
    const [x, y] = (await driver.read(middleOf(name))) as [number, number];
    await driver.clickAt(x, y);
  };
  const chartNamed = (name: string) => until(`${CHART}?.getAttribute('aria-label') === '${name}'`);

  await driver.goto(`${ORIGIN}/`);
  await until(`document.querySelector('h1')?.textContent`);
  await driver.goto(`${ORIGIN}/login`);
  await until(`document.querySelector('input[type=email], input[name=email], #root input')`);
  await driver.read(KEPT);
  await driver.click('#root input');
  await driver.type(person.email);
  await driver.click('input[type=password]');
  await driver.type(person.password);
  await press('Sign In');
  await until(`document.body.innerText.includes('Mobile phone verification')`);
  const code = await readMessage(request, person.phoneE164, PHONE_CODE);
  await driver.read(`document.querySelector('#root input')?.focus() ?? true`);
  await driver.type(code);

  await chartNamed('BTCUSD 1 day chart, FMP');
  await until(`/Last closed bar/.test(document.body.textContent)`);
  const [left, top] = (await driver.read(
    `(({ x, y }) => [x, y])(${CHART}.getBoundingClientRect())`,
  )) as [number, number];
  await driver.drag([left + 150, top + 200], [left + 650, top + 200]);
  await press('Newest bar');

  await driver.type('ethusd');
  await until(`document.querySelector('[role=option]')`);
  await press('ETHUSD');
  await until(`/^ETHUSD 1 day chart/.test(${CHART}?.getAttribute('aria-label'))`);

  await driver.pressWithAlt('h');
  await until(`document.body.innerText.includes('Horizontal line')`);
  await driver.clickAt(left + 400, top + 250);
  await until(`document.querySelector('[role=toolbar][aria-label*="Horizontal line"]')`);
  expect(await driver.read(FAILURES)).toEqual([]);
});
