/**
 * Arrays that grow at both ends. A view into its buffer knows how much room lies before and behind it: growing into that
 * room costs nothing, and where it is used up the whole is copied into twice as much, so that a value costs O(1)
 * amortised. Views handed out before stay as they were.
 */

/** The first `length` values moved `count` places back; the places before them are free. */
export function withRoomBefore(values: Float64Array, count: number, length: number): Float64Array {
  const free = values.byteOffset / values.BYTES_PER_ELEMENT;
  if (free >= count) {
    return new Float64Array(values.buffer, (free - count) * values.BYTES_PER_ELEMENT);
  }
  const room = Math.max(count, length);
  const roomier = new Float64Array(room + count + values.length);
  roomier.set(values.subarray(0, length), room + count);
  return roomier.subarray(room);
}

/** The first `length` values with room for at least `capacity` of them. */
export function withRoomBehind(
  values: Float64Array,
  capacity: number,
  length: number,
): Float64Array {
  if (values.length >= capacity) return values;
  const free = values.byteOffset / values.BYTES_PER_ELEMENT;
  const roomier = new Float64Array(free + capacity * 2);
  roomier.set(values.subarray(0, length), free);
  return roomier.subarray(free);
}
