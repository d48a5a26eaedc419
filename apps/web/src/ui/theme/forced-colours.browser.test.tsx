import './base.css';
import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import classes from '../ToolButton.module.css';

/** The protocol of the browser, which the test runner types for its own package alone. */
type Protocol = { send: (method: string, parameters: object) => Promise<unknown> };

/** A contrast theme of the system. */
async function forceColours(value: 'active' | 'none'): Promise<void> {
  const features = [{ name: 'forced-colors', value }];
  await (cdp() as unknown as Protocol).send('Emulation.setEmulatedMedia', { features });
}

test.each([
  ['a toggle', 'button', { 'aria-pressed': true }, { 'aria-pressed': false }],
  [
    'a tool',
    'button',
    { className: classes.button, 'data-active': true },
    { className: classes.button },
  ],
  [
    'a menu item',
    'li',
    { role: 'menuitemradio', 'aria-checked': true },
    { role: 'menuitemradio', 'aria-checked': false },
  ],
  [
    'an option',
    'li',
    { role: 'option', 'aria-selected': true },
    { role: 'option', 'aria-selected': false },
  ],
  ['a page', 'a', { 'aria-current': 'page' }, {}],
] as const)('%s that is chosen is shown so by a contrast theme', async (_, Tag, chosen, other) => {
  await forceColours('active');
  onTestFinished(() => forceColours('none'));
  const shown = await render(
    <>
      <Tag {...chosen}>One</Tag>
      <Tag {...other}>Other</Tag>
    </>,
  );
  const [one, another] = [shown.getByText('One'), shown.getByText('Other')].map((place) =>
    getComputedStyle(place.element()),
  );
  expect(one?.backgroundColor).not.toBe(another?.backgroundColor);
  expect(one?.color).not.toBe(another?.color);
  // Else a plate in the colour of the page covers the text.
  expect(one?.getPropertyValue('forced-color-adjust')).toBe('none');
  await shown.unmount();
});
