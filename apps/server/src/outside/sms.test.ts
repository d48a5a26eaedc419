import { startTwilioSimulator, type TwilioSimulator } from '@moneytrail/simulators';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTwilioSms } from './sms.ts';

let twilio: TwilioSimulator;
beforeAll(async () => {
  twilio = await startTwilioSimulator({ now: () => Date.parse('2026-03-02T10:00:00Z') });
});
afterAll(() => twilio.close());
beforeEach(() => twilio.setFault('none'));

const message = { to: '+27821234567', text: 'Your code is 123456. ü & = +' };

test('a message is taken as it was written, from the configured number', async () => {
  await createTwilioSms(twilio).send(message);
  expect(twilio.messages().at(-1)).toMatchObject({
    to: '+27821234567',
    from: twilio.from,
    body: 'Your code is 123456. ü & = +',
  });
});

test('a messaging service sends in the place of a number', async () => {
  await createTwilioSms({ ...twilio, from: 'MG00000000000000000000000000000000' }).send(message);
  expect(twilio.messages().at(-1)?.from).toBe('MG00000000000000000000000000000000');
});

test('wrong credentials and impossible numbers are refused with the code of Twilio', async () => {
  const wrongKey = createTwilioSms({ ...twilio, authToken: 'x' });
  await expect(wrongKey.send(message)).rejects.toMatchObject({ status: 401, code: 20_003 });
  const sender = createTwilioSms(twilio);
  const refused = sender.send({ ...message, to: '12345' });
  await expect(refused).rejects.toMatchObject({ status: 400, code: 21_211 });
});

test('a full number is in no error', async () => {
  const to = '+0821234567890';
  await expect(createTwilioSms(twilio).send({ ...message, to })).rejects.toSatisfy(
    (error) => error instanceof Error && !error.message.includes('082123456'),
  );
});

test.each(['429', '500', 'html', 'cut'] as const)('an answer of %s is a failure', async (fault) => {
  const before = twilio.messages().length;
  twilio.setFault(fault);
  await expect(createTwilioSms(twilio).send(message)).rejects.toThrow();
  expect(twilio.messages()).toHaveLength(before);
});

test('the simulator answers like the Messages resource', async () => {
  const { baseUrl, accountSid, authToken } = twilio;
  const response = await fetch(`${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` },
    body: new URLSearchParams({ To: '+27821234567', From: twilio.from, Body: 'x' }),
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
    account_sid: accountSid,
    status: 'queued',
    date_created: 'Mon, 02 Mar 2026 10:00:00 +0000',
    num_segments: '1',
    price: null,
    direction: 'outbound-api',
  });
});
