import { IMPORT_PART_BYTES } from '@moneytrail/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { supportedResolutions } from '../../catalogue/index.ts';
import { type InstrumentServer, startInstrumentServer } from '../testing/instrument-server.ts';

const GOLD = {
  code: 'MYGOLD',
  description: 'Gold from a terminal',
  type: 'commodity',
  marketHours: 'crypto',
  access: 'signedIn',
};

/** Two hours of minutes, as MetaTrader 4 writes them. */
const MINUTES = Array.from({ length: 120 }, (_, i) => {
  const clock = `${String(Math.floor(i / 60)).padStart(2, '0')}:${String(i % 60).padStart(2, '0')}`;
  return `2024.01.02,${clock},${2000 + i}.125,${2001 + i}.5,${1999 + i},${2000.5 + i},10`;
});

describe.each(USUAL_KINDS)('on %s', (kind) => {
  let server: InstrumentServer;
  beforeAll(async () => {
    server = await startInstrumentServer(kind);
    return server.close;
  });

  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const answer = await server.app.inject({ method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  };
  const send = (id: string, part: number, bytes: Buffer) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/admin/imports/${id}/parts/${part}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: bytes,
    });

  async function drop(text: string): Promise<string> {
    const bytes = Buffer.from(text);
    const begun = await call('POST', '/api/admin/imports', {
      name: 'bars.csv',
      sizeBytes: bytes.length,
    });
    expect(begun.status, JSON.stringify(begun.body)).toBe(200);
    for (let part = 0; part * IMPORT_PART_BYTES < bytes.length; part++) {
      const from = part * IMPORT_PART_BYTES;
      const sent = await send(begun.body.id, part, bytes.subarray(from, from + IMPORT_PART_BYTES));
      expect(sent.statusCode, sent.body).toBe(204);
    }
    return begun.body.id;
  }

  /** Starts a step, runs its job, and answers the state that it left. */
  async function step(id: string, name: 'plan' | 'store', body?: object) {
    const started = await call('POST', `/api/admin/imports/${id}/${name}`, body);
    if (started.status !== 200) return started.body;
    await server.runJob('instruments.run-import', { id });
    return (await call('GET', `/api/admin/imports/${id}`)).body;
  }

  test('a file is asked for its zone, planned, stored, charted and exported as it was', async () => {
    const id = await drop(`${MINUTES.join('\n')}\n`);
    const asked = await step(id, 'plan', GOLD);
    expect(asked).toMatchObject({
      state: 'refused',
      outcome: { questions: [{ option: 'zone' }], plan: [] },
    });
    const planned = await step(id, 'plan', { ...GOLD, zone: 'Etc/UTC' });
    expect(planned.state).toBe('planned');
    expect(planned.outcome.plan).toContain('To store: 120 bars of 1 minute');
    expect(await server.catalogue.byName('Imported:MYGOLD')).toBeUndefined();
    const stored = await step(id, 'store');
    expect(stored).toMatchObject({
      state: 'stored',
      outcome: { message: 'Stored 120 bars of Imported:MYGOLD.' },
    });
    const instrument = server.catalogue.byName('Imported:MYGOLD');
    expect(instrument).toMatchObject({
      description: 'Gold from a terminal',
      importAccess: 'signedIn',
      finestResolution: '1',
      priceScale: 1_000,
    });
    if (!instrument) throw new Error('not in the catalogue');
    const lastOf = async (resolution: '1' | '60' | '1D') => {
      const { columns } = await server.bars.lastBars({ instrument, resolution, count: 10 });
      return { count: columns.length, close: columns.close[columns.length - 1] };
    };
    expect(await lastOf('1')).toEqual({ count: 10, close: 2119.5 });
    // Longer bars are built from the file's.
    expect(await lastOf('60')).toEqual({ count: 2, close: 2119.5 });
    expect(await lastOf('1D')).toEqual({ count: 1, close: 2119.5 });
    const url = '/api/admin/instruments/bars?exchange=Imported&symbol=MYGOLD&resolution=1';
    const { body } = await call('GET', url);
    expect(body).toMatchObject({ barCount: 120, nextMs: null });
    expect(body.text.split('\n').slice(0, 2)).toEqual([
      'time,open,high,low,close,volume',
      `${Date.UTC(2024, 0, 2) / 1_000},2000.125,2001.5,1999,2000.5,10`,
    ]);
    const actions = await server.db
      .selectFrom('audit_entries')
      .select('action')
      .where('action', '=', 'bars.imported')
      .execute();
    expect(actions).toHaveLength(1);
  });

  test('a further file keeps name, type, hours and access of its instrument, and says so', async () => {
    const rows = (day: number) =>
      `time,open,high,low,close\n2024-01-0${day},1,2,1,2\n2024-01-0${day + 1},2,3,2,3\n`;
    const silver = { ...GOLD, code: 'XAGUSD', access: 'FMP', isAccessKept: true };
    const first = await step(await drop(rows(1)), 'plan', silver);
    expect(first).toMatchObject({
      state: 'planned',
      outcome: { suggested: { type: 'commodity', marketHours: 'metals' } },
    });
    await step(first.id, 'store');
    const other = { description: 'Other', type: 'stock', marketHours: 'xjse', access: 'signedIn' };
    const second = await step(await drop(rows(3)), 'plan', { ...silver, ...other });
    expect(second.outcome).not.toHaveProperty('suggested');
    expect(second.outcome.plan[0]).toBe(
      'Adds to: Imported:XAGUSD, Gold from a terminal; type commodity, hours crypto, access FMP: kept',
    );
    expect((await step(second.id, 'store')).state).toBe('stored');
    expect(server.catalogue.byName('Imported:XAGUSD')).toMatchObject({
      description: 'Gold from a terminal',
      type: 'commodity',
      importAccess: 'FMP',
    });
  });

  test('a file with several instruments is asked for one, and what is made of files has nothing to resync', async () => {
    const id = await drop(
      'Symbol,Date,Open,High,Low,Close\nAAA,2024-01-02,1,2,1,2\nBBB,2024-01-02,5,6,5,6\nBBB,2024-01-03,6,7,6,7\n',
    );
    const request = { ...GOLD, code: 'BBB' };
    expect(await step(id, 'plan', request)).toMatchObject({
      outcome: { questions: [{ option: 'ticker', choices: ['AAA', 'BBB'] }] },
    });
    expect(await step(id, 'plan', { ...request, ticker: 'BBB' })).toMatchObject({
      state: 'planned',
    });
    expect(await step(id, 'store')).toMatchObject({
      outcome: { message: 'Stored 2 bars of Imported:BBB.' },
    });
    const named = { symbol: 'BBB', exchange: 'Imported' };
    const started = await call('POST', '/api/schedulers/backfill/start', named);
    expect(started).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const all = await call('POST', '/api/schedulers/backfill/startAll', { exchange: 'Imported' });
    expect(all.status).toBe(409);
  });

  test('bars of five minutes, half an hour and four hours are kept as they are, beside longer ones only', async () => {
    const bars = (minutes: number, count: number) => {
      const rows = Array.from(
        { length: count },
        (_, i) => `${1_704_067_200 + i * 60 * minutes},${10 + i},${12 + i},${9 + i},${11 + i},${i}`,
      );
      return `time,open,high,low,close,volume\n${rows.join('\n')}\n`;
    };
    const importBars = async (code: string, minutes: number, count = 48) => {
      const id = await drop(bars(minutes, count));
      const planned = await step(id, 'plan', { ...GOLD, code });
      return planned.state === 'planned' ? step(id, 'store') : planned;
    };
    for (const [minutes, finer, longer] of [
      [5, '1', '15'],
      [30, '15', '60'],
      [240, '60', '1D'],
    ] as const) {
      const code = `EVERY${minutes}`;
      expect(await importBars(code, minutes)).toMatchObject({
        state: 'stored',
        outcome: { message: `Stored 48 bars of Imported:${code}.` },
      });
      const instrument = server.catalogue.byName(`Imported:${code}`);
      if (!instrument) throw new Error('not in the catalogue');
      const own = String(minutes) as '5';
      expect(instrument.finestResolution).toBe(own);
      const supported = supportedResolutions(instrument);
      expect(supported[0]).toBe(own);
      expect(supported).not.toContain(finer);
      const { columns } = await server.bars.lastBars({ instrument, resolution: own, count: 100 });
      expect(columns.length).toBe(48);
      const column = (values: ArrayLike<number>) => Array.from(values).slice(0, 48);
      expect(column(columns.open)).toEqual(Array.from({ length: 48 }, (_, i) => 10 + i));
      expect(column(columns.close)).toEqual(Array.from({ length: 48 }, (_, i) => 11 + i));
      expect(column(columns.time).at(-1)).toBe(1_704_067_200_000 + 47 * minutes * 60_000);
      const rolled = await server.bars.lastBars({ instrument, resolution: longer, count: 100 });
      expect(rolled.columns.length).toBe(
        (48 * minutes) / (longer === '1D' ? 1_440 : Number(longer)),
      );
      // Shorter bars would stand in the same series, or build others in it.
      expect(await importBars(code, 1)).toMatchObject({
        state: 'refused',
        outcome: {
          questions: [{ option: 'resolution', text: expect.stringContaining('1 minute') }],
        },
      });
    }
    expect(await importBars('MYGOLD', 5)).toMatchObject({
      outcome: { questions: [{ option: 'resolution', choices: ['15', '60', '1D'] }] },
    });
    expect(await importBars('EVERY30', 5)).toMatchObject({
      outcome: { questions: [{ option: 'resolution', choices: ['60', '1D'] }] },
    });
    expect(await importBars('EVERY5', 15)).toMatchObject({ state: 'stored' });
    const coverage = '/api/admin/instruments/coverage?exchange=Imported&symbol=EVERY5&resolution=1';
    const { body } = await call('GET', `${coverage}&year=2024`);
    expect(body.days[0]).toMatchObject({ date: '2024-01-01', bars: 48, expected: 288 });
  });

  test('weeks are refused, and days asked for', async () => {
    const id = await drop(
      'Date,Open,High,Low,Close\n2024-01-01,1,2,1,2\n2024-01-08,1,2,1,2\n2024-01-15,1,2,1,2\n',
    );
    expect(await step(id, 'plan', { ...GOLD, code: 'WEEKS' })).toMatchObject({
      outcome: { questions: [{ text: expect.stringContaining('Import a file of days.') }] },
    });
  });

  test('days from another file win over days built from minutes, and imports never change names', async () => {
    const id = await drop('Date,Open,High,Low,Close\n2024-01-01,1,2,1,2\n2024-01-02,1,9,1,7.5\n');
    await step(id, 'plan', { ...GOLD, description: 'Another name', access: 'fullAccess' });
    expect(await step(id, 'store')).toMatchObject({ state: 'stored' });
    const instrument = server.catalogue.byName('Imported:MYGOLD');
    expect(instrument).toMatchObject({
      description: 'Gold from a terminal',
      importAccess: 'fullAccess',
      finestResolution: '1',
    });
    if (!instrument) throw new Error('not in the catalogue');
    const { columns } = await server.bars.lastBars({ instrument, resolution: '1D', count: 5 });
    expect([...columns.close.subarray(0, columns.length)]).toEqual([2, 7.5]);
  });

  test('bad lines, simulated files and incomplete ones are refused in words', async () => {
    const bad = await drop('Date,Open,High,Low,Close\n2024-01-01,1,2,1,2\n2024-01-02,1,0.5,1,1\n');
    expect(await step(bad, 'plan', GOLD)).toMatchObject({
      state: 'refused',
      outcome: { badLines: [{ line: 3, reason: 'its high is below its open or close' }] },
    });
    expect((await call('POST', `/api/admin/imports/${bad}/store`)).status).toBe(409);
    const simulated = await drop(
      '# Simulated\ntime,open,high,low,close,volume\n1704153600,1,1,1,1,\n1704240000,1,1,1,1,\n',
    );
    expect(await step(simulated, 'plan', GOLD)).toMatchObject({
      state: 'refused',
      outcome: { message: expect.stringContaining('labelled as simulated') },
    });
    const begun = await call('POST', '/api/admin/imports', {
      name: 'half.csv',
      sizeBytes: 700_000,
    });
    const { id } = begun.body;
    expect((await send(id, 0, Buffer.alloc(10))).statusCode).toBe(400);
    expect((await send(id, 0, Buffer.alloc(IMPORT_PART_BYTES))).statusCode).toBe(204);
    expect(await step(id, 'plan', GOLD)).toMatchObject({
      message: `${IMPORT_PART_BYTES} of 700000 bytes have come.`,
    });
    for (const each of [bad, simulated, id]) {
      expect((await call('DELETE', `/api/admin/imports/${each}`)).status).toBe(204);
      expect((await call('GET', `/api/admin/imports/${each}`)).status).toBe(404);
    }
  });

  test('a file cannot be discarded while its bars are stored, and a part that is lost stops the import', async () => {
    const rows = Array.from(
      { length: 14_000 },
      (_, i) => `${1_704_067_200 + 60 * i},2000.125,2001.5,1999.25,2000.5,10.000001`,
    );
    const id = await drop(`time,open,high,low,close,volume\n${rows.join('\n')}\n`);
    expect(await step(id, 'plan', { ...GOLD, code: 'LOST' })).toMatchObject({ state: 'planned' });
    expect((await call('POST', `/api/admin/imports/${id}/store`)).body.state).toBe('storing');
    const dropped = await call('DELETE', `/api/admin/imports/${id}`);
    expect(dropped).toMatchObject({ status: 409, body: { message: 'The file is storing.' } });
    await server.db
      .deleteFrom('import_file_parts')
      .where('file_id', '=', id)
      .where('part', '=', 1)
      .execute();
    const stored = server.runJob('instruments.run-import', { id });
    await expect(stored).rejects.toThrow('parts of the file are missing');
    expect((await call('GET', `/api/admin/imports/${id}`)).body.state).toBe('failed');
    expect(server.catalogue.byName('Imported:LOST')).toBeUndefined();
    expect((await call('DELETE', `/api/admin/imports/${id}`)).status).toBe(204);
  });

  test('an import whose worker was killed in every run is told as failed, and can be read again', async () => {
    const id = await drop('Date,Open,High,Low,Close\n2024-01-01,1,2,1,2\n');
    await step(id, 'plan', { ...GOLD, code: 'KILLED' });
    for (const state of ['storing', 'reading']) {
      const next = state === 'storing' ? 'store' : 'plan';
      const body = state === 'storing' ? undefined : { ...GOLD, code: 'KILLED' };
      const started = await call('POST', `/api/admin/imports/${id}/${next}`, body);
      expect(started.body.state).toBe(state);
      server.areJobsLost = true;
      expect((await call('GET', `/api/admin/imports/${id}`)).body).toMatchObject({
        state: 'failed',
        outcome: { message: expect.stringContaining('interrupted each time') },
      });
      server.areJobsLost = false;
    }
    expect(await step(id, 'plan', { ...GOLD, code: 'KILLED' })).toMatchObject({ state: 'planned' });
    expect(await step(id, 'store')).toMatchObject({ state: 'stored' });
    expect((await call('DELETE', `/api/admin/imports/${id}`)).status).toBe(204);
  });

  test('files that were left behind make room for new ones, and files under way do not', async () => {
    const left: string[] = [];
    while (left.length < 8) {
      server.nowMs += 1_000;
      left.push(await drop('Date,Open,High,Low,Close\n2024-01-01,1,2,1,2\n'));
    }
    const begin = () => call('POST', '/api/admin/imports', { name: 'ninth.csv', sizeBytes: 10 });
    expect((await begin()).status).toBe(200);
    expect((await call('GET', `/api/admin/imports/${left[0]}`)).status).toBe(404);
    expect((await call('GET', `/api/admin/imports/${left[1]}`)).status).toBe(200);
    await server.db.updateTable('import_files').set({ state: 'reading' }).execute();
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await server.db.deleteFrom('import_files').execute();
  });

  test('a file that is too large is refused before a byte is sent', async () => {
    const begun = await call('POST', '/api/admin/imports', {
      name: 'huge.csv',
      sizeBytes: 65 * 1_024 * 1_024,
    });
    expect(begun.status).toBe(400);
    expect(begun.body.message).toContain('at most 64 MB');
  });
});
