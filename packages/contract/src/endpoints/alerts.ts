import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { alertDefinition } from './alert-definition.ts';
import { pageQuery, wholeNumber } from './query-fields.ts';

/** `fired` has done its one firing; `paused` has a reason, and goes on by hand or when the reason is gone. */
export const ALERT_STATES = ['active', 'paused', 'fired', 'expired'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** The reasons why an alert is paused. */
export const PAUSE_REASONS = [
  'byOwner',
  'noRight',
  'overLimit',
  'noDrawing',
  'noInstrument',
  'noWatchlist',
  'noScreen',
  'unreadable',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

export const alert = z.extend(alertDefinition, {
  id: z.int(),
  state: z.enum(ALERT_STATES),
  pausedFor: z.nullable(z.enum(PAUSE_REASONS)),
  /** The moment at which a snoozed alert goes on; null unless it is snoozed. */
  snoozedUntilMs: z.nullable(z.int()),
  revision: z.int(),
  createdAtMs: z.int(),
  firedCount: z.int(),
  lastFiredMs: z.nullable(z.int()),
  /** The instruments of an alert on a watchlist, by the states of their own; null for an alert on one symbol. */
  instruments: z.nullable(
    z.strictObject({
      count: z.int(),
      paused: z.int(),
      fired: z.int(),
      /** The instruments that are paused, or over for good. */
      idle: z.array(z.string()),
    }),
  ),
  /** The instruments that are in the screen of an alert on one; null for other alerts, and before the first look. */
  members: z.nullable(z.int()),
});
export type Alert = z.infer<typeof alert>;

const DELIVERY_STATES = ['waiting', 'sent', 'failed'] as const;

/** One way on which a firing is told, with the state of its delivery. */
export const alertDelivery = z.strictObject({
  id: z.int(),
  channel: z.enum(['mail', 'push', 'webhook']),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** The status of the receiver's last answer; null without one. */
  status: z.nullable(z.int()),
  /** The last failure in words; null without one. */
  problem: z.nullable(z.string()),
});
export type AlertDelivery = z.infer<typeof alertDelivery>;

/** A firing of an alert: a fact that stays as it was told. */
export const alertFiring = z.strictObject({
  id: z.int(),
  alertId: z.nullable(z.int()),
  name: z.string(),
  symbol: z.string(),
  resolution: z.string(),
  /** The moment of the tick, or the end of the closed bar. */
  timeMs: z.int(),
  /** The start of the bar in which it fired. */
  barTime: z.int(),
  price: z.number(),
  /** The sentence that tells what happened. */
  text: z.string(),
  /** The span that was missed while nothing was evaluated, if the firing was found afterwards. */
  late: z.nullable(z.strictObject({ fromMs: z.int(), toMs: z.int() })),
  sound: z.nullable(z.string()),
  isSeen: z.boolean(),
  deliveries: z.array(alertDelivery),
});
export type AlertFiring = z.infer<typeof alertFiring>;

const id = wholeNumber({ least: 1, most: 1e15 - 1 });
const params = z.strictObject({ id });
/** Alerts that one call changes. */
export const MOST_SET_AT_ONCE = 200;
const ids = z.array(z.int()).check(z.minLength(1), z.maxLength(MOST_SET_AT_ONCE));

export const listAlerts = endpoint({
  name: 'listAlerts',
  summary: "Lists the caller's alerts, newest first, with the limit of the account.",
  method: 'GET',
  path: '/api/alerts',
  access: 'user',
  scope: 'charts:read',
  response: z.strictObject({ alerts: z.array(alert), limit: z.int() }),
});

export const createAlert = endpoint({
  name: 'createAlert',
  summary: 'Makes an alert; a repeated request with the same key makes no second one.',
  method: 'POST',
  path: '/api/alerts',
  access: 'user',
  scope: 'charts:write',
  prices: 'list',
  body: z.extend(alertDefinition, { key: z.uuid() }),
  /** `isTrueNow` tells that the price fulfils the conditions already: a crossing then waits for the next one. */
  response: z.strictObject({ alert, isTrueNow: z.boolean() }),
});

export const changeAlert = endpoint({
  name: 'changeAlert',
  summary: 'Replaces an alert unless it was changed since; it is active afterwards.',
  method: 'PUT',
  path: '/api/alerts/:id',
  access: 'user',
  scope: 'charts:write',
  prices: 'list',
  params,
  body: z.extend(alertDefinition, { revision: z.int() }),
  response: z.strictObject({ alert, isTrueNow: z.boolean() }),
});

export const setAlerts = endpoint({
  name: 'setAlerts',
  summary: 'Activates, pauses, snoozes or deletes alerts; those of others are not found.',
  method: 'POST',
  path: '/api/alerts/state',
  access: 'user',
  scope: 'charts:write',
  body: z.strictObject({
    ids,
    to: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('active') }),
      z.strictObject({
        kind: z.literal('paused'),
        /** The reason; without one the owner has paused them. Alerts that are not active stay as they are with one. */
        for: z.optional(z.literal('noDrawing')),
      }),
      z.strictObject({
        kind: z.literal('snoozed'),
        minutes: z.int().check(z.minimum(1), z.maximum(10_080)),
      }),
      z.strictObject({ kind: z.literal('deleted') }),
    ]),
  }),
  response: z.strictObject({ changed: z.array(z.int()) }),
});

export const listAlertFirings = endpoint({
  name: 'listAlertFirings',
  summary: "Lists the firings of the caller's alerts, newest first.",
  method: 'GET',
  path: '/api/alerts/firings',
  access: 'user',
  scope: 'charts:read',
  query: z.strictObject({ ...pageQuery, alert: z.optional(id) }),
  response: z.strictObject({
    firings: z.array(alertFiring),
    nextCursor: z.nullable(z.string()),
    unseen: z.int(),
  }),
});

export const seeAlertFirings = endpoint({
  name: 'seeAlertFirings',
  summary: 'Marks all firings up to one as seen.',
  method: 'POST',
  path: '/api/alerts/firings/seen',
  access: 'user',
  scope: 'charts:write',
  body: z.strictObject({ upTo: z.int() }),
  response: z.strictObject({ unseen: z.int() }),
});

export const resendAlertFiring = endpoint({
  name: 'resendAlertFiring',
  summary: 'Sends the failed messages of a firing again.',
  method: 'POST',
  path: '/api/alerts/firings/:id/resend',
  access: 'user',
  scope: 'charts:write',
  params,
  response: alertFiring,
});

/** The time during which both secrets of a rotated webhook sign. */
export const WEBHOOK_ROTATION_HOURS = 24;
export const MOST_WEBHOOKS = 10;

const webhookUrl = text().check(z.minLength(1), z.maxLength(2_000));

export const webhook = z.strictObject({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  isEnabled: z.boolean(),
  /** The reason why it was disabled; null while it is enabled. */
  disabledFor: z.nullable(z.enum(['byOwner', 'failing'])),
  createdAtMs: z.int(),
  oldSecretEndsMs: z.nullable(z.int()),
});
export type AlertWebhook = z.infer<typeof webhook>;

/** One attempt to call a webhook. */
export const webhookAttempt = z.strictObject({
  atMs: z.int(),
  firingId: z.nullable(z.int()),
  status: z.nullable(z.int()),
  ms: z.int(),
  /** The first 200 characters of the answer, or the failure in words. */
  answer: z.string(),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

const webhookFields = { name: text().check(z.minLength(1), z.maxLength(60)), url: webhookUrl };
/** The secret is told once; it is stored encrypted. */
const withSecret = z.strictObject({ webhook, secret: z.string() });

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  summary: "Lists the account's webhooks, oldest first.",
  method: 'GET',
  path: '/api/webhooks',
  access: 'user',
  response: z.array(webhook),
});

export const createWebhook = endpoint({
  name: 'createWebhook',
  summary: 'Makes a webhook for alerts. Its address must be public and https.',
  method: 'POST',
  path: '/api/webhooks',
  access: 'user',
  body: z.strictObject(webhookFields),
  response: withSecret,
});

export const rotateWebhook = endpoint({
  name: 'rotateWebhook',
  summary: 'Gives a webhook another secret; messages carry both signatures for a day.',
  method: 'POST',
  path: '/api/webhooks/:id/rotate',
  access: 'user',
  params,
  response: withSecret,
});

export const enableWebhook = endpoint({
  name: 'enableWebhook',
  summary: 'Enables or disables a webhook.',
  method: 'POST',
  path: '/api/webhooks/:id/enabled',
  access: 'user',
  params,
  body: z.strictObject({ isEnabled: z.boolean() }),
  response: webhook,
});

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  summary: 'Removes a webhook; alerts that named it go on without it.',
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'user',
  params,
  response: z.undefined(),
});

export const testWebhook = endpoint({
  name: 'testWebhook',
  summary: 'Calls a webhook once with a test message and tells the answer.',
  method: 'POST',
  path: '/api/webhooks/:id/test',
  access: 'user',
  params,
  response: webhookAttempt,
});

export const listWebhookAttempts = endpoint({
  name: 'listWebhookAttempts',
  summary: 'Lists the last 100 calls of a webhook, newest first.',
  method: 'GET',
  path: '/api/webhooks/:id/attempts',
  access: 'user',
  params,
  response: z.array(webhookAttempt),
});

/** A push service's address of a browser, with the keys that encrypt for it. */
export const pushSubscription = z.strictObject({
  endpoint: text().check(z.minLength(1), z.maxLength(2_000)),
  keys: z.strictObject({
    p256dh: text().check(z.minLength(1), z.maxLength(200)),
    auth: text().check(z.minLength(1), z.maxLength(100)),
  }),
});

export const getPushKey = endpoint({
  name: 'getPushKey',
  summary: 'Returns the key with which browsers subscribe to push messages.',
  method: 'GET',
  path: '/api/push/key',
  access: 'user',
  response: z.strictObject({ publicKey: z.string() }),
});

export const addPushSubscription = endpoint({
  name: 'addPushSubscription',
  summary: 'Keeps a browser that gets push messages of the account; a known one is renewed.',
  method: 'POST',
  path: '/api/push/subscriptions',
  access: 'user',
  body: pushSubscription,
  response: z.undefined(),
});

const browser = z.strictObject({ endpoint: pushSubscription.shape.endpoint });

export const checkPushSubscription = endpoint({
  name: 'checkPushSubscription',
  summary: 'Tells whether a browser gets push messages of the account.',
  method: 'POST',
  path: '/api/push/subscriptions/check',
  access: 'user',
  body: browser,
  response: z.strictObject({ isOn: z.boolean() }),
});

export const removePushSubscription = endpoint({
  name: 'removePushSubscription',
  summary: 'Forgets a browser.',
  method: 'POST',
  path: '/api/push/subscriptions/remove',
  access: 'user',
  body: browser,
  response: z.undefined(),
});
