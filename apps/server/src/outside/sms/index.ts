export type { SmsSender } from './sms-sender.ts';
export { createTwilioSms, TWILIO_URL, TwilioError, type TwilioSettings } from './twilio-sms.ts';
