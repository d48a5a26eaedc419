import { RESOLUTIONS } from '@moneytrail/calendar';
import type { Alert } from '@moneytrail/contract';
import { STUDIES } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { describe, expect, it } from 'vitest';
import { NEW_SCREEN } from '../../../lib/screen-address.ts';
import { chartKeyList } from '../keyboard/key-list.ts';
import type { SearchRow } from '../search/match-symbols.ts';
import { paletteCommands } from './commands.ts';
import type { PaletteContext } from './context.ts';
import { foundGroups } from './rank.ts';

const symbol = (code: string, locked = false) =>
  ({
    source: 'FMP',
    code,
    description: '',
    assets: [],
    locked,
    found: 'here',
  }) as unknown as SearchRow & { found: 'here' };

/** A context in which every action tells its name. */
function fake(changes: Partial<PaletteContext> = {}) {
  const ran: string[] = [];
  const tell =
    (name: string) =>
    (...given: unknown[]): void => {
      ran.push(`${name} ${given.map((one) => JSON.stringify(one)).join()}`.trim());
    };
  const context: PaletteContext = {
    info: { supported_resolutions: [...RESOLUTIONS], mayBeNegative: false },
    hasSummary: true,
    hasSingleKeys: true,
    changedKeys: {},
    hasNews: true,
    mayFullScreen: true,
    saved: { save: tell('save'), open: tell('open') },
    isSuperAdmin: true,
    frames: [{ label: '1y', name: '1 year', resolution: '1W', spanMs: 1 }],
    houseStudies: STUDIES,
    technicalStudies: TECHNICAL_STUDIES,
    onChart: [{ id: 'rsi', key: 'rsi-2', name: 'RSI 2', shortName: 'RSI 2', inputsText: '14' }],
    symbols: [symbol('BTCUSD'), symbol('ETHUSD')],
    layouts: [
      {
        id: 7,
        name: 'Metals',
        symbol: 'FMP:XAUUSD',
        resolution: '60',
        revision: 1,
        savedAtMs: 1,
        isShared: false,
      },
    ],
    screens: [
      {
        id: 9,
        name: 'Oversold',
        revision: 1,
        changedAtMs: 1,
        question: NEW_SCREEN.question,
        columns: [],
      },
    ],
    openScreen: ({ id }) => tell('screen')(id),
    alerts: [{ alert: { id: 3 } as Alert, title: 'BTCUSD (FMP)', sentence: 'Price crosses 1' }],
    zoneLabel: (zone) => zone,
    onCommand: tell('command'),
    openPanel: tell('panel'),
    setResolution: tell('interval'),
    openSymbol: ({ source, code }) => tell('symbol')(`${source}:${code}`),
    addStudy: tell('add'),
    newAlert: tell('alert'),
    newNote: tell('note'),
    showFrame: tell('frame'),
    toggleScale: tell('scale'),
    resetScale: tell('auto'),
    setCandleType: tell('type'),
    setZone: tell('zone'),
    setChartCount: (count) => tell(`charts ${count}`)(),
    toggleVolume: tell('volume'),
    toggleDrawings: tell('drawings'),
    removeDrawings: tell('no drawings'),
    startMeasuring: tell('measure'),
    saveCsv: tell('csv'),
    toggleFullScreen: tell('full screen'),
    toggleTheme: tell('theme'),
    openNews: tell('news'),
    openAccount: tell('account'),
    signOut: tell('sign out'),
    goTo: tell('page'),
    leaveTo: tell('document'),
    ...changes,
  };
  return { ran, commands: paletteCommands(context) };
}

/** The effect of the first command that a text finds. */
function effectOf(text: string, changes: Partial<PaletteContext> = {}): string | undefined {
  const { ran, commands } = fake(changes);
  foundGroups(commands, { text, uses: [], nowMs: 1 })[0]?.commands[0]?.run();
  return ran[0];
}

describe('the commands of the palette', () => {
  it('have an id of their own, a name, and one effect each', () => {
    const { ran, commands } = fake();
    const ids = commands.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const command of commands) {
      expect(command.name, command.id).not.toBe('');
      command.run();
    }
    expect(ran).toHaveLength(commands.length);
    expect(new Set(ran).size).toBe(commands.length);
  });

  it.each([
    ['rsi', 'add "rsi"'],
    ['boll', 'add "bollingerBands"'],
    ['4h', 'interval "240"'],
    ['15', 'interval "15"'],
    ['4 hours', 'interval "240"'],
    ['1M', 'interval "1M"'],
    ['eth', 'symbol "FMP:ETHUSD"'],
    ['metals', 'open {"id":7,'],
    ['oversold', 'screen 9'],
    ['undo', 'command {"kind":"undo"}'],
    ['trend line', 'command {"kind":"tool","tool":"trendLine"}'],
    ['go to', 'command {"kind":"open","panel":{"kind":"go-to"}}'],
    ['screenshot', 'command {"kind":"picture"}'],
    ['csv', 'csv'],
    ['log', 'scale "log"'],
    ['dark', 'theme'],
    ['heikin', 'type "heikinAshi"'],
    ['audit', 'page "/dashboard/audit"'],
    ['tightness guide', 'document "/educational/tightness"'],
    ['clear drawings', 'no drawings'],
    ['crosses', 'panel {"kind":"change-alert"'],
  ])('are found by words as people type them: %s', (text, effect) => {
    expect(effectOf(text)).toContain(effect);
  });

  it.each([
    ['moving avg', 'add "sma"'],
    ['bolinger', 'add "bollingerBands"'],
    ['trnd line', 'command {"kind":"tool","tool":"trendLine"}'],
    ['heiken ashi', 'type "heikinAshi"'],
  ])('are found by misspelled words that find no symbol: %s', (text, effect) => {
    expect(effectOf(text, { symbols: [] })).toContain(effect);
  });

  it('name the keys that the list of shortcuts names too', () => {
    const rows = chartKeyList({});
    expect(rows.filter(({ keys }) => keys === '')).toEqual([]);
    const listed = rows.flatMap(({ keys }) => keys.split(', '));
    const { commands } = fake();
    const own = commands.filter(({ group, keys }) => group !== 'Intervals' && keys !== undefined);
    expect(own.length).toBeGreaterThan(20);
    for (const { id, keys } of own) {
      const isListed = listed.some((one) => one === keys || one.split(' ').includes(keys ?? ''));
      expect(isListed, `${id}: ${keys}`).toBe(true);
    }
  });

  it('leave out what the person, the instrument or the browser does not have', () => {
    const { commands } = fake({
      info: { supported_resolutions: ['1D'], mayBeNegative: true },
      hasSummary: false,
      hasNews: false,
      mayFullScreen: false,
      hasSingleKeys: false,
      saved: null,
      isSuperAdmin: false,
    });
    const ids = commands.map(({ id }) => id);
    const all = fake().commands.map(({ id }) => id);
    const missing = all.filter((id) => !ids.includes(id) && !id.startsWith('interval:'));
    expect(missing.filter((id) => !id.startsWith('page:'))).toEqual([
      'save',
      'layouts',
      'summary',
      'log',
      'news',
      'full-screen',
      'layout:7',
    ]);
    expect(missing.filter((id) => id.startsWith('page:'))).toContain('page:/dashboard/users');
    expect(commands.find(({ id }) => id === 'shortcuts')?.keys).toBeUndefined();
  });
});
