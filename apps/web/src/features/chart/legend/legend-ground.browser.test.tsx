import '../../../testing/open-page.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import classes from './Legend.module.css';

const CLEAR = 'rgba(0, 0, 0, 0)';

test('on a phone the texts of the legend have a ground, the room beside them has none and hides no tag', async () => {
  const shown = await render(
    <App>
      <button type="button" className={classes.phoneHead}>
        <span className={classes.dots}>
          <span className={classes.code}>AAPL</span>
          <span>FMP</span>
        </span>
        <span className={classes.ohlc}>
          <span>166.41</span>
          <span>Studies: 25 Nov 2026, closed</span>
        </span>
      </button>
    </App>,
  );
  // Pages of other files may still be open beside it.
  const legend = page.elementLocator(shown.container);
  const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(groundOf(legend.getByRole('button').element())).toBe(CLEAR);
  for (const text of ['AAPL', 'FMP', '166.41', /^Studies/]) {
    expect(groundOf(legend.getByText(text).element())).not.toBe(CLEAR);
  }
  await shown.unmount();
});
