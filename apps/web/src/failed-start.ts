import classes from './failed-start.module.css';

const TITLE = 'Moneytrail could not be loaded.';
const TEXT = 'There may be no connection, or a newer version. Reload the page to try again.';

function element(tag: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text });
}

/** Shown when the application's code fails to load: it cannot report that itself. */
export function createFailedStart(): HTMLElement {
  const place = document.createElement('main');
  place.className = classes.place ?? '';
  const words = document.createElement('div');
  words.setAttribute('role', 'alert');
  words.append(element('h1', TITLE), element('p', TEXT));
  const reload = element('button', 'Reload');
  reload.className = classes.reload ?? '';
  reload.addEventListener('click', () => location.reload());
  place.append(words, reload);
  return place;
}
