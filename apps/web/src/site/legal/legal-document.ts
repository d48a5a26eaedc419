import type { ReactNode } from 'react';

/** A numbered section; its id is its address within the page. */
export type LegalSection = { id: string; title: string; body: ReactNode };

/** A text that people accept. */
export type LegalText = {
  title: string;
  /** The day it was changed last, `YYYY-MM-DD`: the version that a registration accepts. */
  updated: string;
  /** What it is, in a few sentences, before its sections. */
  introduction: ReactNode;
  /** Numbered in this order, from 1 on. */
  sections: readonly LegalSection[];
};

/** `September 19, 2025`, of a date `YYYY-MM-DD`. */
export function dateOfUpdate(updated: string): string {
  const form = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', form).format(Date.parse(updated));
}
