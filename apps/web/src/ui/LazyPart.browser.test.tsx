import 'virtual:theme-variables.css';
import './theme/mantine.ts';
import './theme/base.css';
import { type ComponentType, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { LazyPart, lazyPart } from './LazyPart.tsx';

type WordProps = { word: string };
const Word = ({ word }: WordProps) => <p>{word}</p>;

/** React logs errors that a boundary caught. */
function muteConsole(): void {
  const muted = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => muted.mockRestore());
}

/** Code that the test lets fail, hang or load for each attempt. */
function codeOf() {
  const load = vi.fn<() => Promise<ComponentType<WordProps>>>();
  return { load, part: lazyPart(load) };
}

type PageProps = { part: ReturnType<typeof lazyPart<WordProps>>; texts?: { failedText: string } };

/** A page that shows a part until it is given up. */
function PartPage({ part, texts }: PageProps) {
  const [isOpen, setOpen] = useState(true);
  const giveUp = () => setOpen(false);
  return (
    <App>
      <p>The page around it</p>
      {isOpen && <LazyPart part={part} props={{ word: 'The part' }} onGiveUp={giveUp} {...texts} />}
    </App>
  );
}

async function open(props: PageProps): Promise<void> {
  const screen = await render(<PartPage {...props} />);
  onTestFinished(() => screen.unmount());
}

const around = page.getByText('The page around it');
const alert = page.getByRole('alert');
const shown = page.getByText('The part');

test('a part that fails to load shows an error while the page works on, and a retry shows it', async () => {
  muteConsole();
  const { load, part } = codeOf();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(Word);
  await open({ part });
  await expect.element(alert).toMatchTextContent('This part of the page could not be opened.');
  await expect.element(around).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(shown).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('a part that fails again can be dismissed, with its own text', async () => {
  muteConsole();
  const { load, part } = codeOf();
  load.mockRejectedValue(new TypeError('Failed to fetch'));
  await open({ part, texts: { failedText: 'The table could not be opened.' } });
  await expect.element(alert).toMatchTextContent('The table could not be opened.');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await expect.element(alert).toBeVisible();
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(around).toBeVisible();
});

test('a slow part shows that it is loading', async () => {
  const { load, part } = codeOf();
  let arrive = () => {};
  const code = new Promise<ComponentType<WordProps>>((resolve) => {
    arrive = () => resolve(Word);
  });
  load.mockReturnValue(code);
  await open({ part });
  const opening = page.getByRole('status').filter({ hasText: 'Opening…' });
  await expect.element(opening).toBeVisible();
  arrive();
  await expect.element(shown).toBeVisible();
  await expect.element(opening).not.toBeInTheDocument();
});

test('a preloaded part is shown at once', async () => {
  const { load, part } = codeOf();
  load.mockResolvedValue(Word);
  expect(await part.preload()).toBe(true);
  await open({ part });
  await expect.element(shown).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});
