import {
  getAllExchanges,
  getRuleTest,
  listRuleTests,
  type RuleResult,
  type RuleTest,
  removeRuleTest,
  startRuleTest,
} from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RETAIL } from '../../testing/accounts.ts';
import { FakeServer, Refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { openScreen, SCREENS } from '../../testing/screens.ts';
import { makeInstrument, makeResult, makeTest, makeTrade } from './testing/make-result.ts';

const PAGE = '/dashboard/rule-test';

/** A server with some tests, which starts and removes further ones. */
function serverOfTests(tests: RuleTest[], resultOf: () => RuleResult | null = makeResult) {
  const server = new FakeServer(RETAIL);
  server.on(getAllExchanges, () => {
    throw new Refusal('INTERNAL', 'It failed.');
  });
  server.on(listRuleTests, () => ({ tests: tests.toReversed() }));
  server.on(getRuleTest, ({ params: { id } }) => {
    const found = tests.find((each) => each.id === id);
    if (!found) throw new Refusal('NOT_FOUND', 'There is no such test.');
    return { test: found, result: found.state.kind === 'done' ? resultOf() : null };
  });
  const started = server.on(startRuleTest, ({ body }) => {
    const made = makeTest({ id: 20 + tests.length, ...body, state: { kind: 'waiting' } });
    tests.push(made);
    return made;
  });
  server.on(removeRuleTest, ({ params: { id } }) => {
    tests.splice(
      tests.findIndex((each) => each.id === id),
      1,
    );
    return undefined;
  });
  return { server, started };
}

const result = page.getByRole('region', { name: 'Result' });
const editor = page.getByRole('form', { name: 'The rule' });

test.each(SCREENS)('editor, finding, figures and trades $guarantee', async (screen) => {
  const look = await openScreen(screen);
  const { server } = serverOfTests([makeTest()], () =>
    makeResult({
      instruments: [
        makeInstrument(),
        makeInstrument({ symbol: 'FMP:AAPL', simulated: false, open: null }),
        makeInstrument({ symbol: 'JSE:WMAZ', problem: 'The feed does not answer.' }),
      ],
      trades: [33, 20, 12].map((day) =>
        makeTrade(day, { exit: 'stop', isGap: day === 20, r: -1.1 }),
      ),
    }),
  );
  await openPage(`${PAGE}?symbols=FMP:BTCUSD&test=7`, server, RETAIL);
  await expect.element(result.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect.element(result.getByRole('list', { name: 'Cautions' })).toBeVisible();
  await expect.element(page.getByText('The feed does not answer.')).toBeVisible();
  const href = expect.stringMatching(/live-chart\?symbol=FMP:BTCUSD&resolution=1D&at=2026-11-08$/);
  const trades = result.getByRole('region', { name: 'Trades' });
  await expect.element(trades.getByRole('link').first()).toHaveAttribute('href', href);
  await page.getByText('The equity as a table').click();
  await expect.element(page.getByRole('region', { name: 'Equity and drawdown' })).toBeVisible();
  if (screen.width < 500) await page.getByRole('button', { name: 'Change the rule' }).click();
  await expect.element(editor.getByRole('button', { name: 'Run the test' })).toBeVisible();
  await look('a result');
});

test('a rule is changed, run, followed and cancelled; its address holds it', async () => {
  const tests: RuleTest[] = [];
  const { server, started } = serverOfTests(tests);
  const { router } = await openPage(PAGE, server, RETAIL);
  await editor.getByRole('button', { name: 'Reach of support' }).click();
  await editor.getByLabelText('Number of bars').fill('30');
  await editor.getByText('List', { exact: true }).click();
  await editor.getByLabelText('Symbols').fill('FMP:AAPL, FMP:MSFT\nFMP:AAPL');
  await editor.getByRole('button', { name: 'Run the test' }).click();
  await expect.element(result.getByText('The test waits for its turn.').last()).toBeVisible();
  expect(started[0]?.body).toMatchObject({
    symbols: ['FMP:AAPL', 'FMP:MSFT'],
    rule: { short: null, exit: { level: 'shortTerm', bars: 30 } },
  });
  expect(router.state.location.search).toEqual({
    symbols: 'FMP:AAPL,FMP:MSFT',
    long: 'and/level_shortTermSupport_reached',
    exit: 'level_shortTerm/stop_atr_2/bars_30',
    test: '20',
  });
  tests[0] = makeTest({ ...tests[0], state: { kind: 'running', done: 1, total: 2 } });
  const progress = result.getByRole('progressbar', { name: 'Instruments tested' });
  await expect.element(progress, { timeout: 4_000 }).toHaveAttribute('max', '2');
  await result.getByRole('button', { name: 'Cancel the test' }).click();
  await expect.element(result.getByText('Choose a rule and run it on past bars.')).toBeVisible();
  await expect.element(page.getByText('The test is cancelled.')).toBeVisible();
  expect(tests).toEqual([]);
});

test('wrong numbers are told at their fields, and nothing is asked of the server', async () => {
  const { server, started } = serverOfTests([]);
  await openPage(PAGE, server, RETAIL);
  const commission = editor.getByLabelText('Commission a side, %');
  await commission.fill('9');
  await editor.getByRole('button', { name: 'Run the test' }).click();
  await expect.element(editor.getByText('Type a number from 0 to 5.')).toBeVisible();
  await expect.element(commission).toHaveFocus();
  expect(started).toEqual([]);
});

test('a former test is opened with its rule, and told apart from a changed one', async () => {
  const { server } = serverOfTests([
    makeTest(),
    makeTest({ id: 8, symbols: ['FMP:AAPL'], years: 2 }),
  ]);
  await openPage(PAGE, server, RETAIL);
  const recent = page.getByRole('region', { name: 'Your tests' });
  await recent
    .getByRole('button', { name: /^Follow the marks FMP:AAPL · 1D · last 2 years/ })
    .click();
  await expect.element(editor.getByRole('button', { name: /^FMP:AAPL\./ })).toBeVisible();
  const changed = result.getByText('The rule has changed since this test.');
  await expect.element(result.getByText('Equity after costs')).toBeVisible();
  await expect.element(changed).not.toBeInTheDocument();
  await editor.getByRole('button', { name: 'Oversold' }).click();
  await expect.element(changed).toBeVisible();
});

test('the curve is read by arrow keys', async () => {
  const { server } = serverOfTests([makeTest()]);
  await openPage(`${PAGE}?test=7`, server, RETAIL);
  const curve = result.getByRole('slider', { name: 'Equity at closes' });
  await expect.element(curve).toHaveAttribute('aria-valuenow', '119');
  (curve.element() as HTMLElement).focus();
  const { userEvent } = await import('vitest/browser');
  await userEvent.keyboard('{Home}{ArrowRight}');
  await expect.element(curve).toHaveAttribute('aria-valuenow', '1');
  await expect
    .element(curve)
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/2020: equity 103\./));
});

test('failures are told with a way on; locked instruments show no figure', async () => {
  const failed = makeTest({ state: { kind: 'failed', reason: 'The test took too long.' } });
  const { server } = serverOfTests([failed]);
  server.refuse(startRuleTest, 'CONFLICT', 'A test of your account is running.');
  await openPage(`${PAGE}?test=7`, server, RETAIL);
  await expect.element(result.getByText('The test took too long.')).toBeVisible();
  await editor.getByRole('button', { name: 'Run the test' }).click();
  await expect.element(editor.getByText('A test of your account is running.')).toBeVisible();
  server.refuse(startRuleTest, 'SOURCE_LOCKED', 'Source locked');
  await editor.getByRole('button', { name: 'Run the test' }).click();
  await expect.element(result.getByRole('button', { name: 'How to unlock' })).toBeVisible();
});
