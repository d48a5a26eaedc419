import { HOUR_MS } from '@moneytrail/calendar';
import type { ImportState } from '@moneytrail/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { type InstrumentServer, startInstrumentServer } from '../testing/instrument-server.ts';

const START_MS = Date.parse('2024-01-02T00:00:00Z');

describe.each(USUAL_KINDS)('an imported instrument on %s', (kind) => {
  let server: InstrumentServer;
  beforeAll(async () => {
    server = await startInstrumentServer(kind);
    return server.close;
  });

  const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const answer = await server.app.inject({ method, url, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  };
  const edit = (code: string, payload: object) =>
    call('PATCH', `/api/admin/instruments/imported/${code}`, payload);

  async function importFile(code: string, text: string): Promise<ImportState> {
    const bytes = Buffer.from(text);
    const file = { name: 'bars.csv', sizeBytes: bytes.length };
    const { body: begun } = await call('POST', '/api/admin/imports', file);
    await server.app.inject({
      method: 'PUT',
      url: `/api/admin/imports/${begun.id}/parts/0`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: bytes,
    });
    const request = { code, description: 'Hours', type: 'stock', marketHours: 'crypto' };
    for (const step of ['plan', 'store']) {
      const body = step === 'plan' ? { ...request, access: 'fullAccess' } : undefined;
      await call('POST', `/api/admin/imports/${begun.id}/${step}`, body);
      await server.runJob('instruments.run-import', { id: begun.id });
    }
    return (await call('GET', `/api/admin/imports/${begun.id}`)).body;
  }

  const hoursFile = (count: number) => {
    const rows = Array.from(
      { length: count },
      (_, i) => `${(START_MS + i * HOUR_MS) / 1_000},${10 + i},${12 + i},${9 + i},${11 + i},1`,
    );
    return `time,open,high,low,close,volume\n${rows.join('\n')}\n`;
  };
  const daysOf = async (code: string) => {
    const instrument = server.catalogue.byName(`Imported:${code}`);
    if (!instrument) throw new Error('not in the catalogue');
    const { columns } = await server.bars.lastBars({ instrument, resolution: '1D', count: 20 });
    return Array.from({ length: columns.length }, (_, i) => [
      new Date(columns.time[i] ?? 0).toISOString().slice(0, 10),
      columns.volume?.[i],
    ]);
  };

  test('gets another name, type and access at once, with an audit entry of what has changed', async () => {
    expect((await importFile('NAMED', hoursFile(48))).state).toBe('stored');
    const { status, body } = await edit('NAMED', {
      description: 'Gold, spot',
      type: 'commodity',
      access: 'BVG',
      marketHours: 'crypto',
    });
    expect(status).toBe(200);
    expect(body.enabled).toContainEqual(
      expect.objectContaining({
        code: 'NAMED',
        description: 'Gold, spot',
        type: 'commodity',
        imported: { access: 'BVG', marketHours: 'crypto' },
      }),
    );
    expect(server.catalogue.byName('Imported:NAMED')).toMatchObject({
      description: 'Gold, spot',
      type: 'commodity',
      importAccess: 'BVG',
    });
    expect(server.enqueued).not.toContain('instruments.rebuild-imported');
    expect((await edit('NAMED', { description: 'Gold, spot' })).status).toBe(200);
    expect(await server.audited('Imported:NAMED')).toEqual(['instrument.changed', 'bars.imported']);
  });

  test('with other hours has its longer bars built anew, but for those that files have brought', async () => {
    expect((await importFile('HOURS', hoursFile(72))).state).toBe('stored');
    expect(await daysOf('HOURS')).toEqual([
      ['2024-01-02', 24],
      ['2024-01-03', 24],
      ['2024-01-04', 24],
    ]);
    const day = 'time,open,high,low,close,volume\n2024-01-03,1,2,1,2,777\n';
    const file = await importFile('HOURS', `${day}2024-01-02,1,2,1,2,778\n`);
    expect(file.state).toBe('stored');
    expect((await edit('HOURS', { marketHours: 'forex' })).status).toBe(200);
    expect(server.enqueued).toContain('instruments.rebuild-imported');
    const { id = 0 } = server.catalogue.byName('Imported:HOURS') ?? {};
    await server.runJob('instruments.rebuild-imported', { id });
    // A day of forex begins at 17:00 in New York, which is 22:00 UTC the evening before.
    const expected = [
      ['2024-01-02', 778],
      ['2024-01-03', 777],
      ['2024-01-04', 24],
      ['2024-01-05', 2],
    ];
    expect(await daysOf('HOURS')).toEqual(expected);
    await server.runJob('instruments.rebuild-imported', { id });
    expect(await daysOf('HOURS')).toEqual(expected);
  });

  test('is not found among the instruments of vendors', async () => {
    for (const code of ['ZIN', 'NOPE']) {
      expect((await edit(code, { access: 'signedIn' })).status).toBe(404);
    }
  });
});
