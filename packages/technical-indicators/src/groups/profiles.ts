import {
  DASHED,
  type InputValues,
  type StepContext,
  type StudyProfile,
} from '@moneytrail/indicators';
import { type Candle, studyIn } from '../adapter.ts';
import { periodBars } from '../anchored.ts';
import { decimal, integer, outputs } from '../form.ts';
import { growingProfile, startProfile, valueArea } from '../volume-profile.ts';

const study = studyIn('Volume');

const ALIASES = ['volume by price', 'market profile', 'point of control', 'poc', 'value area'];

/** How the rows come about, and the value area. */
const METHOD =
  "The volume of each bar is spread evenly from its low to its high, as its single trades are not known. The value area is that of the CBOT's Market Profile: from the row with the largest volume, the point of control, it grows by the two rows above or below that have more, until it holds its share. Rising bars are apart from falling ones.";

const inputs = {
  rows: integer('Rows', 24, [2, 200]),
  area: decimal('Value area in percent', 70, [1, 100, 5]),
};

const profileOf = (of: StudyProfile['of']): StudyProfile => ({
  of,
  start: ({ rows, area }: InputValues, range) =>
    startProfile({ rows: Number(rows), share: Number(area) / 100 }, range),
});

const PROFILE_OUTPUTS = outputs(
  'price',
  ['control', 'Point of control', { tag: 'POC', colour: 'tightnessShort' }],
  ['high', 'Value area high', { tag: 'VAH', colour: 'longResistance', line: DASHED }],
  ['low', 'Value area low', { tag: 'VAL', colour: 'longResistance', line: DASHED }],
);

const viewProfile = study({
  id: 'volumeProfile',
  name: 'Volume profile of the visible range',
  shortName: 'VPVR',
  aliases: [...ALIASES, 'volume profile visible range'],
  about: `The volume of the bars in view by price, in rows at the price axis. ${METHOD} It changes with the view, so that no bar has a value of it: the table of bars has no column of it, a CSV names it before the heads, and it has no alerts.`,
  isOverlay: true,
  readsVolume: true,
  hasInterval: false,
  profile: profileOf('view'),
  inputs,
  outputs: PROFILE_OUTPUTS,
  neededBars: () => 1,
  formula: () => () => null,
});

type Session = {
  readonly startMs: number;
  readonly bars: readonly Candle[];
  readonly isWhole: boolean;
};

const sessionProfile = study({
  id: 'sessionVolumeProfile',
  name: 'Volume profile of the session',
  shortName: 'Session VP',
  aliases: [...ALIASES, 'vpsv', 'svp', 'session volume profile'],
  about: `The volume of a session by price, in rows at the price axis: of the session of the last bar in view, up to that bar. ${METHOD} The lines have the values known at each bar. The first session is shown only if its first bar is loaded.`,
  isOverlay: true,
  readsVolume: true,
  hasInterval: false,
  profile: profileOf('session'),
  inputs,
  outputs: PROFILE_OUTPUTS,
  neededBars: (_, barsInDay) => periodBars('session', barsInDay),
  formula: ({ rows, area }, context) => {
    const next = sessions(context);
    const profileOf = growingProfile(rows);
    return (candle, replace) => {
      const { bars, isWhole } = next(candle, replace);
      const profile = profileOf(bars);
      const found = isWhole ? valueArea(profile, area / 100) : null;
      return found && [found.control, found.high, found.low];
    };
  },
});

/** The bars of the session that a bar belongs to, up to it. */
function sessions({ periodStart }: StepContext) {
  let before: Session | null = null;
  let session: Session | null = null;
  return (candle: Candle, replace: boolean): Session => {
    if (!replace) before = session;
    const startMs = periodStart('session', candle.timeMs);
    const isSame = before?.startMs === startMs;
    const isWhole = before === null ? candle.timeMs <= startMs : isSame ? before.isWhole : true;
    session = { startMs, bars: [...(isSame ? (before?.bars ?? []) : []), candle], isWhole };
    return session;
  };
}

export const PROFILES = [viewProfile, sessionProfile];
