import { expect, test } from 'vitest';
import { CONTACT_TEXTS, type ContactFields, checkContact } from './contact-rules.ts';
import { sendContactMessage } from './index.ts';

const GOOD: ContactFields = {
  name: 'Ana Botha',
  email: 'ana@example.com',
  phone: '+27821234567',
  message: 'Which exchanges are there?\nThank you.',
};
const { required, email, phone, oneLine } = CONTACT_TEXTS;
const NOT_TEXT = 'Contains characters that are not allowed';

const CASES: [field: keyof ContactFields, value: string, problem: string | null][] = [
  ['name', '', required],
  ['name', ' \u200b\u2060 ', required],
  ['name', 'A', null],
  ['name', '  Ana  ', null],
  ['name', 'علی\u200cرضا', null],
  ['name', '👩‍👩‍👧 <b>"&', null],
  ['name', 'x'.repeat(80), null],
  ['name', 'x'.repeat(81), 'At most 80 characters'],
  ['name', 'Ana\r\nBcc: all@example.com', oneLine],
  ['name', 'Ana\n', oneLine],
  ['name', 'Ana\u2028Botha', oneLine],
  ['name', 'Ana\u0085Botha', oneLine],
  ['name', 'Ana\0', oneLine],
  ['name', 'Ana\ud800', NOT_TEXT],
  ['email', '', required],
  ['email', 'ana', email],
  ['email', 'ana@example', email],
  ['email', ' Ana@Example.COM ', null],
  ['email', 'ana@example.com\n', email],
  ['email', 'ana@example.com\r\nBcc: all@example.com', email],
  ['email', 'ana@example.com, all@example.com', email],
  ['email', '"Ana" <ana@example.com>', email],
  ['email', `${' '.repeat(2_000)}ana@example.com`, email],
  ['phone', '', null],
  ['phone', '  ', null],
  ['phone', ' '.repeat(2_000), phone],
  ['phone', '1234567', null],
  ['phone', ' +123456789012345 ', null],
  ['phone', '123456', phone],
  ['phone', '1234567890123456', phone],
  ['phone', '++1234567', phone],
  ['phone', '082 555 0101', null],
  ['phone', '+27 82 555 0101', null],
  ['phone', '+44 (20) 7946-0958', null],
  ['phone', '(011) 555.0101', null],
  ['phone', '082 555', phone],
  ['phone', '082 555 0101 ext 3', phone],
  ['phone', '- - - - - - - -', phone],
  ['phone', '１２３４５６７', phone],
  ['phone', '1234567\n1', phone],
  ['message', '', required],
  ['message', '\n \u200b\n', required],
  ['message', 'x'.repeat(5_000), null],
  ['message', 'x'.repeat(5_001), 'At most 5,000 characters'],
  ['message', 'مرحبا \u202e👩‍👩‍👧\u0301\r\n.\r\n', null],
  ['message', 'NUL \0', NOT_TEXT],
  ['message', 'half \udc00', NOT_TEXT],
];

test.each(CASES)('%s %j: the form and the server agree', (field, value, problem) => {
  const fields = { ...GOOD, [field]: value };
  expect(checkContact(fields)).toEqual(problem === null ? {} : { [field]: problem });
  const read = sendContactMessage.body?.safeParse(fields);
  expect(read?.success).toBe(problem === null);
});

test('all invalid fields are reported at once', () => {
  const fields = { name: '', email: 'x', phone: '1', message: '' };
  expect(checkContact(fields)).toEqual({ name: required, email, phone, message: required });
});

test('the server stores an address in canonical form and a message as typed', () => {
  const typed = { ...GOOD, name: ' Ana ', email: ' ANA@Example.com', phone: ' +27 (82) 555-0101 ' };
  const read = sendContactMessage.body?.parse({ ...typed, message: ' a\r\nb ' });
  expect(read).toEqual({
    name: 'Ana',
    email: 'ana@example.com',
    phone: '+27825550101',
    message: ' a\r\nb ',
    website: '',
  });
});
