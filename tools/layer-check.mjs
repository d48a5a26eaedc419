import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/;

/** Every source file that is tracked by git or not ignored. */
function sourceFiles(root) {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'packages'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return listed.split('\n').filter((file) => SOURCE.test(file));
}

/**
 * Checks the layer rules. A file that dependency-cruiser did not read is a violation too, because nothing is known
 * about its imports.
 */
export async function checkLayers(root = ROOT) {
  const { cruise } = await import('dependency-cruiser');
  const { default: rules } = await import('./layers.cjs');
  const previous = process.cwd();
  process.chdir(root);
  try {
    const { output } = await cruise(['apps', 'packages'], {
      ...rules.options,
      ruleSet: { forbidden: rules.forbidden },
      validate: true,
    });
    const read = new Set(output.modules.map((module) => module.source));
    const files = sourceFiles(root);
    const unread = files.filter((file) => !read.has(file));
    return {
      filesRead: files.length - unread.length,
      violations: [
        ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
        ...unread.map((file) => `not read: ${file}`),
      ],
    };
  } finally {
    process.chdir(previous);
  }
}
