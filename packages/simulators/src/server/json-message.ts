/** An object as its named values. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The named values of anything; none where it is no object. */
export function jsonObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A message from a client as an object; empty where it is not JSON or no object. */
export function parseMessage(data: unknown): JsonObject {
  try {
    return jsonObject(JSON.parse(String(data)));
  } catch {
    return {};
  }
}
