import type { ReactNode } from 'react';

/** A numbered section; its id is its anchor. */
export type LegalSection = { id: string; title: string; body: ReactNode };

export type LegalText = {
  title: string;
  /** Last change, `YYYY-MM-DD`: the version a registration accepts. */
  updated: string;
  /** Before the sections. */
  introduction: ReactNode;
  /** Numbered in this order from 1. */
  sections: readonly LegalSection[];
};

/** `September 19, 2025` from `YYYY-MM-DD`. */
export function dateOfUpdate(updated: string): string {
  const form = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', form).format(Date.parse(updated));
}
