import type { EnabledInstrument } from '@moneytrail/contract';
import { INSTRUMENT_TEXTS } from './texts.ts';

const MOST_NAMED = 5;

/** Whether a search finds an instrument; the search is in lower case. */
export function matches({ code, description }: EnabledInstrument, search: string): boolean {
  return code.toLowerCase().includes(search) || description.toLowerCase().includes(search);
}

type Props = { enabled: readonly EnabledInstrument[]; text: string };

/** Names the matches of a search among available instruments that are enabled already. */
export function EnabledAlready({ enabled, text }: Props) {
  const search = text.trim().toLowerCase();
  const found = search === '' ? [] : enabled.filter((each) => matches(each, search));
  if (found.length === 0) return null;
  const names = found
    .slice(0, MOST_NAMED)
    .map(({ code, description }) => (description === '' ? code : `${code} (${description})`));
  const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
  return (
    <p>
      {INSTRUMENT_TEXTS.enabledAlready} {names.join(', ')}
      {more}
    </p>
  );
}
