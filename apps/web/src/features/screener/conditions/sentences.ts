import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { AnyFigure, ScreenAnswer, ScreenCondition } from '@moneytrail/contract';
import { findStudy } from '@moneytrail/indicators';
import { sourceName } from '../../../lib/source-name.ts';
import { TYPE_NAMES } from '../../../lib/type-names.ts';
import { figureOf, unitOf } from '../figures.ts';

const COUNT = new Intl.NumberFormat('en-US');
const DIGITS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 8 });

/** A bound as it was typed, with its unit: `−1.5 %`. */
function boundText(figure: AnyFigure, value: number): string {
  return `${DIGITS.format(value).replace('-', '\u2212')}${unitOf(figure)}`;
}

const orList = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

function markSentence({
  side,
  isStrongOnly,
  withinDays,
}: Extract<ScreenCondition, { kind: 'mark' }>): string {
  const what = side === 'any' ? 'mark' : `${side} mark`;
  const days = withinDays === 1 ? 'the last day' : `the last ${DIGITS.format(withinDays)} days`;
  return `Newest mark is a ${isStrongOnly ? 'strong ' : ''}${what} of ${days}`;
}

function plainSentence(condition: ScreenCondition): string {
  switch (condition.kind) {
    case 'figure': {
      const { figure, is, than } = condition;
      const other = 'value' in than ? boundText(figure, than.value) : figureOf(than.figure).name;
      return `${figureOf(figure).name} is ${is} ${other}`;
    }
    case 'between': {
      const { figure, from, to } = condition;
      const bounds = `${boundText(figure, from)} and ${boundText(figure, to)}`;
      return `${figureOf(figure).name} is between ${bounds}`;
    }
    case 'mark':
      return markSentence(condition);
    case 'exchange':
      return `Exchange is ${orList(condition.exchanges.map(sourceName))}`;
    case 'type':
      return `Type is ${orList(condition.types.map((type) => TYPE_NAMES[type]))}`;
  }
}

/** A condition in words, with its interval if that is one of its own: `RSI is below 30 (4h)`. */
export function conditionSentence(condition: ScreenCondition): string {
  const own = 'resolution' in condition ? condition.resolution : undefined;
  return `${plainSentence(condition)}${own === undefined ? '' : ` (${RESOLUTION_LABELS[own]})`}`;
}

/** How far asked studies are computed, by the one that is the least: null if all are. */
export function pendingSentence(pending: ScreenAnswer['pending']): string | null {
  const share = ({ known, total }: (typeof pending)[number]) => known / total;
  const [slowest] = pending.toSorted((a, b) => share(a) - share(b));
  if (!slowest) return null;
  const names = [...new Set(pending.map(({ study }) => findStudy(study)?.shortName ?? study))];
  const what = names.length > 3 ? `${names.length} indicators` : names.join(', ');
  const verb = names.length === 1 ? 'is' : 'are';
  return `${what} ${verb} being computed: ${COUNT.format(slowest.known)} of ${COUNT.format(slowest.total)} instruments`;
}

/** `37 of 212 instruments; 18 are locked for your account`. */
export function countSentence({
  matched,
  total,
  locked,
}: Pick<ScreenAnswer, 'matched' | 'total' | 'locked'>): string {
  const found = `${COUNT.format(matched)} of ${COUNT.format(total)} ${total === 1 ? 'instrument' : 'instruments'}`;
  if (locked === 0) return found;
  return `${found}; ${COUNT.format(locked)} ${locked === 1 ? 'is' : 'are'} locked for your account`;
}
