import { expect, onTestFinished, test } from 'vitest';
import { findCutTexts } from './cut-texts.ts';

/** Shows HTML alone: files of tests share a page, and what another left open would be found as well. */
function show(html: string): void {
  const place = document.createElement('div');
  place.id = 'shown-alone';
  place.innerHTML = html;
  const others = document.createElement('style');
  others.textContent =
    'body > :not(#shown-alone), body > :not(#shown-alone) * { display: none !important }';
  document.head.append(others);
  document.body.append(place);
  onTestFinished(() => {
    place.remove();
    others.remove();
  });
}

const LINE = 'width: 60px; white-space: nowrap; overflow: hidden;';

test.each([
  [
    'a line cut by its box',
    `<p style="${LINE}">More than sixty pixels</p>`,
    ['cut off: More than sixty pixels'],
  ],
  [
    'a line shortened to an ellipsis',
    `<p style="${LINE} text-overflow: ellipsis">More than sixty pixels</p>`,
    ['cut off: More than sixty pixels', 'shortened: More than sixty pixels'],
  ],
  [
    'a second line below the end of its box',
    '<p style="width: 60px; height: 20px; line-height: 20px; overflow: hidden">Two short lines</p>',
    ['cut off: Two short lines'],
  ],
  [
    'a button out of reach',
    `<div style="position: relative; width: 100px; height: 40px; overflow: hidden">
      <button aria-label="Close" style="position: absolute; left: 90px; width: 44px"></button>
    </div>`,
    ['control cut off: Close'],
  ],
  [
    'two texts in one place',
    `<p style="position: absolute; top: 40px">One text</p>
    <p style="position: absolute; top: 45px">Another</p>`,
    ['over each other: One text | Another'],
  ],
  [
    'a page wider than the window',
    '<p style="width: 3000px">Wide</p>',
    [expect.stringMatching(/^page wider by \d+ px$/)],
  ],
  [
    'a text that must be scrolled sideways',
    `<div style="width: 60px; overflow: auto; white-space: nowrap">More than sixty pixels</div>`,
    ['sideways: More than sixty pixels'],
  ],
])('found: %s', (_, html, lines) => {
  show(html);
  expect(findCutTexts()).toEqual(lines);
});

test.each([
  [
    'a text that is scrolled upright',
    '<div style="height: 30px; overflow: auto"><p>One</p><p>Two</p></div>',
  ],
  [
    'a wide table in its own scroller',
    `<div style="width: 60px; overflow: auto"><table>
      <tr><td style="white-space: nowrap">More than sixty pixels</td></tr>
    </table></div>`,
  ],
  ['a text for screen readers alone', '<p class="visually-hidden">Hidden from sight</p>'],
  ['a paragraph that wraps', '<p style="width: 60px">More than sixty pixels</p>'],
])('not found: %s', (_, html) => {
  show(html);
  expect(findCutTexts()).toEqual([]);
});
