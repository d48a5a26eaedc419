/** A bar in whole units of its instrument's scale. */
export type UnitBar = { open: number; high: number; low: number; close: number; volume: number };
