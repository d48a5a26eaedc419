import { describe, expect, it } from 'vitest';
import { createStoredText } from '../../lib/stored-text.ts';
import { deviceId, deviceInfo } from './device.ts';

describe('a device', () => {
  it('keeps one id from its first use on, and replaces an invalid one', () => {
    const store = createStoredText('deviceId', undefined);
    const first = deviceId(store);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(deviceId(store)).toBe(first);
    store.write('<script>');
    expect(deviceId(store)).not.toBe('<script>');
  });

  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge 140 on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari 18 on iPhone',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
      'Firefox 143 on Linux',
    ],
    ['x'.repeat(500), 'Browser'],
  ])('is named in words (%#)', (userAgent, name) => {
    expect(deviceInfo(userAgent)).toBe(name);
  });
});
