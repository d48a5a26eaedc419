import type { AuditEntryShown } from '@moneytrail/contract';
import { expect, it } from 'vitest';
import { auditCsv, changesOf } from './audit-csv.ts';

const ENTRY: AuditEntryShown = {
  seq: 7,
  at: '2026-11-22T10:00:00.000Z',
  action: 'account.approved',
  actorId: 'a',
  actorName: 'admin@example.org',
  subjectId: 's',
  subjectName: '=cmd()@example.org',
  before: { isApproved: false, name: 'A' },
  after: { isApproved: true, name: 'A', seats: [1] },
  reason: 'by phone, "twice"',
  address: '203.0.113.7',
  deviceId: null,
  requestId: 'r',
};

it('writes entries that no spreadsheet evaluates as formulas', () => {
  const [head, line, end] = auditCsv([ENTRY]).split('\r\n');
  expect(head).toBe(
    'Number,Time (UTC),Action,Actor,Actor id,Subject,Subject id,Instrument,Before,After,Reason,Address,Device,Request',
  );
  expect(line).toContain("7,2026-11-22T10:00:00.000Z,account.approved,admin@example.org,a,'=cmd()");
  expect(line).toContain('"by phone, ""twice""",203.0.113.7,,r');
  expect(end).toBe('');
});

it('lists fields, changed ones first', () => {
  expect(changesOf(ENTRY)).toEqual([
    { field: 'isApproved', before: 'no', after: 'yes', isChanged: true },
    { field: 'seats', before: '–', after: '1', isChanged: true },
    { field: 'name', before: 'A', after: 'A', isChanged: false },
  ]);
  expect(changesOf({ before: null, after: null })).toEqual([]);
  const after = { fields: ['first_name', 'user_type'], suspendedUserIds: [] };
  expect(changesOf({ before: null, after }).map((change) => change.after)).toEqual([
    'first name, user type',
    'none',
  ]);
});
