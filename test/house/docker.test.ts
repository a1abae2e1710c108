import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadShipped } from './load-shipped.ts';
import { ROOT } from './plant.ts';
import { readDockerfile } from './read-dockerfile.ts';

const NEWEST_LTS = 26;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const service = readDockerfile(read('Dockerfile'));
const chromium = readDockerfile(read('docker/chromium/Dockerfile'));
const last = (file: typeof service, keyword: string) => file.findLast((each) => each.keyword === keyword)?.rest ?? '';
const finalStage = service.slice(service.findLastIndex(({ keyword }) => keyword === 'FROM'));

describe('the image of the service', () => {
  test('stands on the newest Node LTS in both of its stages', () => {
    const bases = service.filter(({ keyword }) => keyword === 'FROM').map(({ rest }) => rest);
    expect(bases).toHaveLength(2);
    for (const base of bases) expect(base).toMatch(new RegExp(`^node:${NEWEST_LTS}-`));
  });

  test('copies only files that exist and that .dockerignore lets through', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const sources = service
      .filter(({ keyword, rest }) => keyword === 'COPY' && !rest.startsWith('--from='))
      .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1));
    expect(sources.length).toBeGreaterThan(8);
    for (const source of sources) {
      expect(existsSync(join(ROOT, source)), `${source} exists`).toBe(true);
      expect(allowed, `${source} is let through`).toContain(source.split('/')[0]);
    }
  });

  test('copies everything that the build compiles, but for the demo', () => {
    const { include }: { include: string[] } = JSON.parse(read('tsconfig.build.json'));
    const copied = service.filter(({ keyword }) => keyword === 'COPY').map(({ rest }) => rest.split('/')[0]);
    expect(copied).toEqual(expect.arrayContaining(include.filter((folder) => !folder.startsWith('examples/'))));
  });

  test('leaves dev packages out and runs without root', () => {
    expect(finalStage.filter(({ keyword }) => keyword === 'RUN').map(({ rest }) => rest)).toEqual([
      expect.stringContaining('npm ci --omit=dev'),
    ]);
    expect(last(finalStage, 'USER')).toBe('node');
  });

  test('starts node itself, so that SIGTERM arrives', () => {
    const command: string[] = JSON.parse(last(finalStage, 'CMD'));
    expect(command.slice(0, 4)).toEqual(['node', '--enable-source-maps', 'dist/src/main.js', 'serve']);
    expect(finalStage.some(({ keyword }) => keyword === 'ENTRYPOINT')).toBe(false);
  });

  test('asks /livez for its health, in exec form', () => {
    const [options = '', command = ''] = last(finalStage, 'HEALTHCHECK').split(/\sCMD\s/);
    expect(options).toContain('--interval=');
    const [program, flag, script] = JSON.parse(command);
    expect([program, flag]).toEqual(['node', '-e']);
    expect(script).toContain('/livez');
    expect(() => new Function(script)).not.toThrow();
  });
});

describe('the image of Chromium', () => {
  test('runs Chromium itself, without root, with its debugging port on loopback', () => {
    const command: string[] = JSON.parse(last(chromium, 'ENTRYPOINT'));
    expect(command[0]).toBe('chromium');
    expect(command).toContain('--remote-debugging-port=9222');
    expect(command.filter((flag) => flag.startsWith('--remote-debugging-address'))).toEqual([]);
    expect(last(chromium, 'USER')).toBe('browser');
  });
});

describe('the compose file', () => {
  const compose = parse(read('docker/compose.yaml'));

  test('builds from folders that hold a Dockerfile, and mounts files that exist', () => {
    for (const { build } of Object.values<{ build: string }>(compose.services)) {
      expect(existsSync(join(ROOT, 'docker', build, 'Dockerfile'))).toBe(true);
    }
    const [mount] = compose.services.waybill.volumes;
    expect(existsSync(join(ROOT, 'docker', mount.split(':')[0]))).toBe(true);
    expect(JSON.parse(last(finalStage, 'CMD'))).toContain(mount.split(':')[1]);
  });

  test('publishes the service to this machine only, and the debugging port not at all', () => {
    expect(compose.services.waybill.ports).toEqual(['127.0.0.1:8080:8080']);
    expect(compose.services.chromium).not.toHaveProperty('ports');
    expect(compose.services.chromium.network_mode).toBe('service:waybill');
  });

  test.for(['waybill', 'chromium'])('gives the service %s no more rights than it needs', (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });
});

test('the configuration of the image is one that the service accepts', () => {
  const loaded = loadShipped('docker/waybill.yaml');
  expect(loaded).not.toHaveProperty('problems');
  expect(loaded).toMatchObject({ settings: { development: false, listen: { host: '0.0.0.0', port: 8080 } } });
});
