import { readFileSync } from 'node:fs';
import { settings } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A file that cannot be used; its path is not told, because a secret may stand there by mistake. */
export type FileFault = { name: keyof typeof settings.shape; file: string; message: string };

/** Throws unless the file can be read; the line breaks at its end are cut. */
function contentOf(path: string): string {
  return readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
}

function messageOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return `the file cannot be read${code}`;
}

/**
 * Replaces each `NAME_FILE` of a setting by `NAME` with the content of that file, so that secrets need not stand in the
 * environment. A file that cannot be used stays in the environment, unread, and is a fault.
 */
export function readSettingFiles(given: Environment): {
  environment: Environment;
  faults: FileFault[];
} {
  const environment = { ...given };
  const faults: FileFault[] = [];
  for (const name of settings.keyof().options) {
    const file = `${name}_FILE`;
    const path = given[file];
    if (path === undefined) continue;
    const refuse = (message: string) => faults.push({ name, file, message });
    if (given[name] !== undefined) {
      refuse(`${name} is given too`);
      continue;
    }
    try {
      const content = contentOf(path);
      if (content === '') {
        refuse('the file is empty');
        continue;
      }
      environment[name] = content;
      delete environment[file];
    } catch (error) {
      refuse(messageOf(error));
    }
  }
  return { environment, faults };
}
