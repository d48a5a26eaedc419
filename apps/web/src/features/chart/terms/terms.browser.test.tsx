import '../../../testing/open-page.tsx';
import type { PointedMarks, PointedTag } from '@moneytrail/chart';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../../App.tsx';
import { createValueStore } from '../../../lib/value-store.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { askedTerm } from './asked-term.ts';
import { TermName } from './TermName.tsx';
import { TermPlace } from './TermPlace.tsx';
import { followTerms } from './use-term-pointing.ts';

const TAG: PointedTag = {
  lines: [
    { study: 'shortTermLevels', output: 'resistance' },
    { study: 'longTermLevels', output: 'resistance' },
  ],
  leftPx: 200,
  rightPx: 300,
  topPx: 40,
  bottomPx: 58,
};
const MARKS = { marks: [{ id: 'one', strong: true }] } as unknown as PointedMarks;

/** A chart of 300 × 100 px with a tag at its right and a mark at its left. */
function chartOf() {
  const drawing = createValueStore<{ tool: string | null }>({ tool: null });
  const controller = {
    engine: {
      tagAt: (x: number, y: number) => (x >= 200 && y >= 40 && y <= 58 ? TAG : null),
      marksAt: (x: number) => (x < 20 ? MARKS : null),
    },
    drawing,
    measure: createValueStore('off'),
  } as unknown as ChartController;
  return { controller, drawing };
}

function Page({ controller }: { controller: ChartController }) {
  return (
    <App>
      <main>
        <div id="chart" style={{ width: 300, height: 100 }} />
        <p data-term="inputs">20 close</p>
        <p>
          <TermName term="deployment">Deployment</TermName>
        </p>
        <p data-term="combo">
          <button type="button">Combo</button>
        </p>
        <p>elsewhere</p>
      </main>
      <TermPlace controller={controller} />
    </App>
  );
}

const dialog = page.getByRole('dialog');
const tooltip = page.getByRole('tooltip');

afterEach(() => askedTerm.set(null));

async function open() {
  const { controller } = chartOf();
  const shown = await render(<Page controller={controller} />);
  onTestFinished(() => shown.unmount());
}

test('a word explains itself to the keyboard: Enter opens its card, Escape returns to the word', async () => {
  await open();
  const word = page.getByRole('button', { name: 'Deployment' });
  (word.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveAccessibleName('Deployment');
  await expect.element(dialog).toHaveAccessibleDescription(/The sum of where.*counts as long/);
  const link = dialog.getByRole('link', { name: /Read the guide on Deployment/ });
  await expect.element(link).toHaveAttribute('href', '/educational/deployment#zones');
  await userEvent.keyboard('{Tab}');
  await expect.element(link).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(word).toHaveFocus();
});

test('a press opens the card, a second one closes it, a press elsewhere too', async () => {
  await open();
  const word = page.getByRole('button', { name: 'Deployment' });
  await word.click();
  await expect.element(dialog).toBeVisible();
  await word.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByText('20 close').click();
  await expect.element(dialog).toHaveAccessibleName('Inputs');
  await page.getByText('elsewhere').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a pointer that rests on a tag opens its card, whose link can be reached', async () => {
  await open();
  await userEvent.hover(page.elementLocator(document.querySelector('#chart') as Element), {
    position: { x: 250, y: 50 },
  });
  await expect.element(tooltip).toMatchTextContent(/\(SR\)[\s\S]*\(LR\)/);
  await tooltip.getByRole('link').first().hover();
  await expect.element(tooltip).toBeVisible();
  await userEvent.hover(page.getByText('elsewhere'));
  await expect.element(tooltip).not.toBeInTheDocument();
});

/** Follows a chart under a clock that stands. */
function follow() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { controller, drawing } = chartOf();
  const place = document.createElement('div');
  place.innerHTML = `
    <div id="chart" style="width: 300px; height: 100px"></div>
    <p data-term="inputs">20 close</p>
    <p data-term="combo"><button>Combo</button> <i data-term="">icon</i></p>
    <p id="elsewhere">elsewhere</p>`;
  document.body.prepend(place);
  const end = followTerms(controller);
  onTestFinished(() => {
    end();
    place.remove();
    vi.useRealTimers();
  });
  const send = (type: string, selector: string, options: PointerEventInit = {}, at = [5, 5]) => {
    const target = place.querySelector(selector);
    const { left = 0, top = 0 } = target?.getBoundingClientRect() ?? {};
    const [x = 0, y = 0] = at;
    const event = { bubbles: true, cancelable: true, clientX: left + x, clientY: top + y };
    target?.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', ...event, ...options }));
  };
  return { send, drawing, names: () => askedTerm.get()?.names ?? null };
}

const ON_TAG = [250, 50];
const INPUTS = '[data-term="inputs"]';
const TOUCH = { pointerType: 'touch' };

describe('a mouse', () => {
  test('opens a card by resting, never by passing', () => {
    const { send, names } = follow();
    send('pointermove', INPUTS);
    vi.advanceTimersByTime(499);
    send('pointermove', '#elsewhere');
    vi.advanceTimersByTime(5_000);
    expect(names()).toBeNull();
    send('pointermove', INPUTS);
    vi.advanceTimersByTime(300);
    send('pointermove', INPUTS, {}, [8, 8]);
    vi.advanceTimersByTime(200);
    expect(names()).toEqual(['inputs']);
  });

  test('keeps a card for a moment on its way to it, and longer only if it arrives', () => {
    const { send, names } = follow();
    send('pointermove', '#chart', {}, ON_TAG);
    vi.advanceTimersByTime(500);
    expect(names()).toEqual(['shortTermLevels.resistance', 'longTermLevels.resistance']);
    send('pointermove', '#elsewhere');
    vi.advanceTimersByTime(249);
    send('pointermove', '#chart', {}, ON_TAG);
    vi.advanceTimersByTime(5_000);
    expect(names()).not.toBeNull();
    send('pointermove', '#elsewhere');
    vi.advanceTimersByTime(250);
    expect(names()).toBeNull();
  });

  test('opens none while it drags, while a tool places points, over icons, or by a press on a tag', () => {
    const { send, drawing, names } = follow();
    const rest = (selector: string, options: PointerEventInit, at?: number[]) => {
      send('pointermove', '#elsewhere');
      send('pointermove', selector, options, at);
      vi.advanceTimersByTime(5_000);
      return names();
    };
    expect(rest('#chart', { buttons: 1 }, ON_TAG)).toBeNull();
    expect(rest('i', {})).toBeNull();
    drawing.set({ tool: 'trendLine' });
    expect(rest('#chart', {}, ON_TAG)).toBeNull();
    drawing.set({ tool: null });
    send('pointerdown', '#chart', {}, ON_TAG);
    send('pointerup', '#chart', {}, ON_TAG);
    expect(names()).toBeNull();
    expect(rest('#chart', {}, ON_TAG)).not.toBeNull();
  });

  test('keeps the card of a mark that it presses, until the next press', () => {
    const { send, names } = follow();
    const onMark = [10, 50];
    send('pointermove', '#chart', {}, onMark);
    vi.advanceTimersByTime(500);
    send('pointerdown', '#chart', {}, onMark);
    expect(names()).toEqual(['strongMark']);
    send('pointerup', '#chart', {}, onMark);
    send('pointermove', '#elsewhere');
    vi.advanceTimersByTime(5_000);
    expect(names()).toEqual(['strongMark']);
    send('pointerdown', '#elsewhere');
    expect(names()).toBeNull();
    // A press that becomes a drag opens nothing.
    send('pointerdown', '#chart', {}, onMark);
    send('pointerup', '#chart', {}, [90, 50]);
    expect(names()).toBeNull();
  });

  test('closes the card by a press, a wheel or Escape, which goes no further', () => {
    const { send, names } = follow();
    const keys = vi.fn();
    window.addEventListener('keydown', keys);
    onTestFinished(() => window.removeEventListener('keydown', keys));
    for (const close of ['pointerdown', 'wheel', 'keydown']) {
      send('pointermove', '#elsewhere');
      send('pointermove', INPUTS);
      vi.advanceTimersByTime(500);
      expect(names(), close).toEqual(['inputs']);
      if (close === 'keydown') {
        const press = new KeyboardEvent(close, { key: 'Escape', bubbles: true });
        document.body.dispatchEvent(press);
      } else send(close, '#elsewhere');
      expect(names(), close).toBeNull();
    }
    expect(keys).not.toHaveBeenCalled();
  });
});

describe('a finger', () => {
  const tap = (send: ReturnType<typeof follow>['send'], selector: string, at?: number[]) => {
    send('pointerdown', selector, TOUCH, at);
    send('pointerup', selector, TOUCH, at);
  };

  test('opens a card by a tap on a tag, a mark or a text, not on a control', () => {
    const { send, names } = follow();
    tap(send, '#chart', ON_TAG);
    expect(names()).toContain('longTermLevels.resistance');
    tap(send, '#chart', [10, 50]);
    expect(names()).toEqual(['strongMark']);
    tap(send, INPUTS);
    expect(names()).toEqual(['inputs']);
    tap(send, 'button');
    expect(names()).toBeNull();
  });

  test('keeps a card that is still loading when it taps again, and closes one that is seen', () => {
    const { send, names } = follow();
    tap(send, INPUTS);
    tap(send, INPUTS);
    expect(names()).toEqual(['inputs']);
    const card = document.createElement('div');
    card.dataset.termCard = '';
    document.body.append(card);
    onTestFinished(() => card.remove());
    tap(send, INPUTS);
    expect(names()).toBeNull();
  });

  test('does not open one by a swipe, nor by a tap that places a point', () => {
    const { send, drawing, names } = follow();
    send('pointerdown', '#chart', TOUCH, ON_TAG);
    send('pointerup', '#chart', TOUCH, [270, 50]);
    expect(names()).toBeNull();
    drawing.set({ tool: 'trendLine' });
    tap(send, '#chart', ON_TAG);
    expect(names()).toBeNull();
  });
});
