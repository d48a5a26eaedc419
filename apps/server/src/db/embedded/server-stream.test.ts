import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfLastPiece } from './server-stream.ts';

const message = fc.record({
  type: fc.constantFrom('P', 'B', 'D', 'E', 'S', 'Q'),
  body: fc.uint8Array({ maxLength: 40 }),
});

function encode({ type, body }: { type: string; body: Uint8Array }): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('a piece ends exactly after its last whole query or sync, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), fc.nat(), (messages, cutAt) => {
      const encoded = messages.map(encode);
      const bytes = Buffer.concat(encoded);
      const cut = bytes.length === 0 ? 0 : cutAt % (bytes.length + 1);
      let at = 0;
      let expected = 0;
      for (const [index, each] of encoded.entries()) {
        at += each.length;
        const ends = messages[index]?.type === 'S' || messages[index]?.type === 'Q';
        if (ends && at <= cut) expected = at;
      }
      expect(endOfLastPiece(bytes.subarray(0, cut), true)).toBe(expected);
    }),
  );
});

test('the first message of a connection is a piece of its own', () => {
  const startup = Buffer.alloc(12);
  startup.writeUInt32BE(12, 0);
  expect(endOfLastPiece(startup, false)).toBe(12);
  expect(endOfLastPiece(startup.subarray(0, 11), false)).toBe(0);
});
