export type MessagePart = { kind: 'text' | 'code' | 'link'; text: string };

/** A link; six digits; or six capitals and digits that stand alone, as recovery codes do. */
const COPYABLE = /(https?:\/\/[^\s]+)|\b(\d{6}|(?=[A-Z0-9]*\d)[A-Z0-9]{6})\b/g;

/** Splits a message into text, codes and links. */
export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const found of text.matchAll(COPYABLE)) {
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) });
    parts.push({ kind: found[1] ? 'link' : 'code', text: found[0] });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}
