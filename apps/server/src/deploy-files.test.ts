import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { getLiveness, getReadiness } from '@moneytrail/contract';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ENDPOINTS } from './api-documents.ts';
import { readConfig } from './config.ts';
import { commonHeaders } from './http/security-headers.ts';
import { FORM_LIMIT_BYTES } from './modules/workspace/index.ts';
import { ROLES, settings } from './settings.ts';
import { START_ENVIRONMENT } from './start-environment.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const NAMES: readonly string[] = Object.keys(settings.shape);
const settingOf = (name: string) => name.replace(/_FILE$/, '');

/** The lines `NAME=value` of a file of settings. */
function linesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, ...pair]) => pair));
}

/** Settings of the program among those that tools of others read. */
function expectSettings(given: object, others: readonly string[] = []): void {
  const names = Object.keys(given).filter((name) => !others.includes(name));
  expect(names.filter((name) => !NAMES.includes(settingOf(name)))).toEqual([]);
}

/** The settings of the image. */
function imageSettings(): Record<string, string> {
  const [, text = ''] = /^ENV ([\s\S]*?)^USER/m.exec(read('deploy/Dockerfile')) ?? [];
  return Object.fromEntries([...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, ...pair]) => pair));
}

const MALLOC = Object.keys(START_ENVIRONMENT).filter((name) => name.startsWith('MALLOC_'));
const image = imageSettings();

/** A production start with these settings, whose secrets are in files. */
function startWith(given: Record<string, string>): void {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const addresses: Record<string, string> = {
    DATABASE_URL: 'postgres://moneytrail:secret@postgres/moneytrail',
    NATS_URL: 'nats://moneytrail:secret@nats:4222',
    SMTP_URL: 'smtps://moneytrail:secret@mail.example.com',
  };
  const files = Object.entries(given).map(([name, value]) => {
    if (!name.endsWith('_FILE')) return [name, value] as const;
    expect(value).toBe(`/etc/moneytrail/secrets/${settingOf(name)}`);
    const path = join(folder, basename(value));
    writeFileSync(path, `${addresses[settingOf(name)] ?? 'x'.repeat(32)}\n`);
    return [name, path] as const;
  });
  for (const ROLE of ROLES) {
    const config = readConfig({ ...Object.fromEntries(files), ROLES: ROLE });
    expect(config).toMatchObject({ isProduction: true, roles: [ROLE] });
  }
}

test('the example of settings lists every setting once, and with its secrets it is enough for production', () => {
  const text = read('deploy/.env.example');
  const listed = [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(listed.map(settingOf).toSorted()).toEqual(NAMES.toSorted());
  startWith(linesOf(text));
});

test('the image sets settings of the program, restarts nothing and asks for its readiness', () => {
  expectSettings(image, ['PATH', ...MALLOC]);
  for (const name of MALLOC) expect(START_ENVIRONMENT).toHaveProperty(name, image[name]);
  expect(read('deploy/Dockerfile')).toContain(`}${getReadiness.path}`);
});

test('the image is built with the package files that the lock file names', () => {
  const ignored = read('.dockerignore').split('\n');
  const { workspaces } = JSON.parse(read('package.json'));
  const left = workspaces.filter((name: string) => ignored.includes(`${name}/*`));
  expect(left.length).toBeGreaterThan(0);
  for (const name of left) expect(ignored).toContain(`!${name}/package.json`);
});

test('the services of the composition have settings, roles and addresses that exist', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true });
  const isOurs = (service: { image: string }) => service.image.includes('MONEYTRAIL_IMAGE');
  const ours = Object.keys(services).filter((name) => isOurs(services[name]));
  for (const name of ours) expectSettings(services[name].environment);
  const running = ours.filter((name) => services[name].restart !== 'no');
  const roles = running.map((name) => services[name].environment.ROLES);
  expect(roles.toSorted()).toEqual(['api', 'api', 'ingest', 'ingest', 'worker']);
  const apis = running.filter((name) => services[name].environment.ROLES === 'api');
  const addresses = apis.map((name) => `${name}:${image.PORT}`).join(' ');
  expect(services.caddy.environment.API_ADDRESSES).toBe(addresses);
  const [job] = parse(read('deploy/prometheus/prometheus.yml')).scrape_configs;
  const scraped = running.map((name) => `${name}:${image.METRICS_PORT}`);
  expect(job.static_configs[0].targets.toSorted()).toEqual(scraped.toSorted());
});

test('the manifests have settings, roles, ports, probes and commands that exist', () => {
  startWith(linesOf(read('deploy/kubernetes/settings.env')));
  const { resources, images } = parse(read('deploy/kubernetes/kustomization.yaml'));
  const files = globSync('*.yaml', { cwd: join(ROOT, 'deploy/kubernetes') });
  const apart = ['kustomization.yaml', 'adapter-rules.yaml'];
  expect([...resources, ...apart].toSorted()).toEqual(files.toSorted());
  expect(images[0].newTag).toBe(JSON.parse(read('package.json')).version);
  const objects = resources.flatMap((file: string) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => document.toJS()),
  );
  const containers = objects.flatMap((object: { spec?: { template?: unknown } }) =>
    object.spec?.template ? Object(object.spec.template).spec.containers : [],
  );
  const roles: string[] = [];
  for (const { env, ports, command, ...probes } of containers) {
    expectSettings(Object.fromEntries(env.map(({ name }: { name: string }) => [name, true])));
    roles.push(env.find(({ name }: { name: string }) => name === 'ROLES').value);
    if (command) {
      expect(readFileSync(join(ROOT, command[1]), 'utf8')).toContain('runCommand');
      continue;
    }
    const numbers = ports.map(({ containerPort }: { containerPort: number }) => `${containerPort}`);
    expect(numbers).toEqual([image.PORT, image.METRICS_PORT]);
    expect(probes.readinessProbe.httpGet.path).toBe(getReadiness.path);
    expect(probes.livenessProbe.httpGet.path).toBe(getLiveness.path);
    expect(probes.startupProbe.httpGet.path).toBe(getLiveness.path);
  }
  expect(new Set(roles)).toEqual(new Set(ROLES));
});

test('the ingress lets the largest body through that the server accepts', () => {
  const [ingress] = parseAllDocuments(read('deploy/kubernetes/network.yaml'));
  const size: string =
    ingress?.toJS().metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'];
  expect(size).toMatch(/^\d+m$/);
  const limits = ENDPOINTS.map(({ bodyLimitBytes = 0 }) => bodyLimitBytes);
  const largest = Math.max(FORM_LIMIT_BYTES, ...limits);
  expect(Number.parseInt(size, 10) * 1_048_576).toBeGreaterThanOrEqual(largest);
});

test('the units start processes whose settings, roles and ports exist and do not collide', () => {
  const unit = read('deploy/systemd/moneytrail@.service');
  for (const name of MALLOC) expect(unit).toContain(`${name}=${Object(START_ENVIRONMENT)[name]}`);
  const processes = globSync('*.env', { cwd: join(ROOT, 'deploy/systemd/processes') });
  const wanted = [...read('deploy/systemd/moneytrail.target').matchAll(/moneytrail@([\w-]+)/g)];
  expect(processes.toSorted()).toEqual(wanted.map(([, name]) => `${name}.env`).toSorted());
  const given = processes.map((file) => linesOf(read(`deploy/systemd/processes/${file}`)));
  for (const one of given) {
    expectSettings(one);
    expect(ROLES).toContain(one.ROLES);
  }
  const ports = given.flatMap(({ PORT, METRICS_PORT }) => [PORT, METRICS_PORT]);
  expect(new Set(ports).size).toBe(2 * given.length);
  const apis = given.filter((one) => one.ROLES === 'api').map(({ PORT }) => `127.0.0.1:${PORT}`);
  const addresses = apis.toSorted().join(' ');
  expect(read('deploy/systemd/caddy.conf')).toContain(`"API_ADDRESSES=${addresses}"`);
  expect(read('deploy/caddy/Caddyfile')).toContain(`{$API_ADDRESSES:${addresses}}`);
});

test('the proxy asks for readiness, and gives files the headers that the server would', () => {
  const caddyfile = read('deploy/caddy/Caddyfile');
  expect(caddyfile).toContain(`health_uri ${getReadiness.path}`);
  const [, block = ''] = /header \{([^}]*)\}/.exec(caddyfile) ?? [];
  const given = [...block.matchAll(/^\s*([A-Z][\w-]+) "?(.*?)"?$/gm)];
  const headers: Record<string, string> = {
    ...commonHeaders(true),
    'cache-control': 'public, max-age=31536000, immutable',
  };
  expect(given.length).toBeGreaterThan(3);
  for (const [, name = '', value] of given) expect(headers[name.toLowerCase()]).toBe(value);
});
