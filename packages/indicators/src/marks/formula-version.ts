/** Part of every mark's id. Raise it with any change to the maths that can move a mark. */
export const FORMULA_VERSION = 1;
