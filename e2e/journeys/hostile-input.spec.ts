import { expect, NOBODY, test, testAnyConsole } from '../journey.ts';
import { avatar, makePerson, signInByPage } from '../people.ts';

/** True if a payload has run. */
const wasRun = () => Reflect.get(globalThis, 'ran') === true;
const CALL = 'window.ran=true';

/** Elements with attributes that would run a call. */
const ELEMENTS = [
  `<script>${CALL}</script>`,
  `<ScRiPt>${CALL}</sCrIpT>`,
  `<img src=x onerror=${CALL}>`,
  `<img/src=x/onerror=${CALL}>`,
  `<svg onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`,
  `<body onload=${CALL}>`,
  `<input autofocus onfocus=${CALL}>`,
  `<details open ontoggle=${CALL}>`,
  `<video><source onerror=${CALL}>`,
  `<audio src=x onerror=${CALL}>`,
  `<iframe srcdoc="<script>parent.ran=true</script>">`,
  `<iframe src="javascript:parent.ran=true">`,
  `<object data="javascript:${CALL}">`,
  `<embed src="javascript:${CALL}">`,
  `<a href="javascript:${CALL}" autofocus>x</a>`,
  `<form action="javascript:${CALL}"><button autofocus>`,
  `<math><mtext></mtext><script>${CALL}</script></math>`,
  `<style>@import 'data:text/css,*{x:y}'</style>`,
  `<link rel=stylesheet href="data:text/css,*{}" onload=${CALL}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${CALL}">`,
  `<base href="//evil.example/">`,
  `<template><script>${CALL}</script></template>`,
  `<marquee onstart=${CALL}>`,
];
/** Ways to break out of the surroundings of a text. */
const BREAKOUTS = ['"', "'", '">', "'>", '`>', '</title>', '</textarea>', '-->', ']]>', '\\"'];
const [script = '', , image = ''] = ELEMENTS;
const OTHERS = [
  `javascript:${CALL}`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `%3Cscript%3E${CALL}%3C/script%3E`,
  `&lt;img src=x onerror=${CALL}&gt;`,
];
const PAYLOADS = [
  ...ELEMENTS,
  ...BREAKOUTS.flatMap((out) => [`${out}${script}`, `${out}${image}`]),
  ...OTHERS,
];

testAnyConsole(
  'C28: a script that the page does not bring itself does not run',
  async ({ page }) => {
    await page.goto('/dashboard/live-chart');
    await expect(avatar(page)).toBeVisible();
    const refusals = await page.evaluate((call) => {
      const tries = [
        () => document.body.insertAdjacentHTML('beforeend', `<img src=x onerror=${call}>`),
        () => {
          const script = document.createElement('script');
          script.textContent = call;
          document.body.append(script);
        },
        () => {
          const script = document.createElement('script');
          script.append(document.createTextNode(call));
          document.body.append(script);
        },
        () => {
          const image = document.createElement('img');
          image.setAttribute('onerror', call);
          image.src = 'data:,';
          document.body.append(image);
        },
      ];
      return tries.filter((attempt) => {
        try {
          attempt();
          return false;
        } catch {
          return true;
        }
      }).length;
    }, CALL);
    expect(refusals).toBeGreaterThan(0);
    await expect(page.locator('img[onerror]')).toHaveCount(0);
    expect(await page.evaluate(wasRun)).toBe(false);
  },
);

test.describe(() => {
  test.use({ storageState: NOBODY });

  test('C34: user text is shown as it was written', async ({ page, consoleGuard }) => {
    consoleGuard.expectAnswer(400, /\/api\/data\//);
    consoleGuard.expectAnswer(403, /\/api\/data\//);
    consoleGuard.expectAnswer(404, /\/api\/data\//);
    const names = { firstName: image, lastName: script };
    const person = await makePerson(page.request, names);
    await signInByPage(page, person);
    await page.goto(
      `/dashboard/live-chart?${new URLSearchParams({ account: 'true', symbol: image })}`,
    );
    await expect(page.getByRole('dialog')).toContainText(`${image} ${script}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toContainText(image);
    expect(await page.evaluate(wasRun), image).toBe(false);
    // The others are also passed in the address, without loading the application for each.
    for (const payload of PAYLOADS) {
      await page.evaluate(
        (search) => {
          history.pushState(null, '', `/dashboard/live-chart?${search}`);
        },
        `${new URLSearchParams({ symbol: payload })}`,
      );
      await expect(page.getByRole('alert')).toContainText(payload);
      expect(await page.evaluate(wasRun), payload).toBe(false);
    }
  });
});
