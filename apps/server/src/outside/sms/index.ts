export type { SmsSender } from './sms-sender.ts';
export { createTwilioSms, TWILIO_URL } from './twilio-sms.ts';
