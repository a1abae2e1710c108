import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { loadShipped } from './load-shipped.ts';
import { ROOT } from './plant.ts';
import { readDockerfile } from './read-dockerfile.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

describe('the compose file of replicas', () => {
  const { services } = parse(read('docker/compose.replicas.yaml'), { merge: true });
  const replicas = ['waybill-1', 'waybill-2', 'waybill-3'].map((name) => services[name]);
  const portOf = ({ command }: { command: string[] }): string | undefined => command[command.indexOf('--port') + 1];

  test('builds from folders that hold a Dockerfile, and mounts files that exist', () => {
    const all = Object.values<{ build?: string; volumes?: string[] }>(services);
    for (const { build, volumes = [] } of all) {
      if (build !== undefined) expect(existsSync(join(ROOT, 'docker', build, 'Dockerfile'))).toBe(true);
      for (const volume of volumes) expect(existsSync(join(ROOT, 'docker', volume.split(':')[0] ?? ''))).toBe(true);
    }
  });

  test('lets only the gateway be reached, from this machine', () => {
    const { gateway, ...others } = services;
    expect(gateway.ports).toEqual(['127.0.0.1:8080:8080']);
    for (const service of Object.values<object>(others)) {
      expect(service).not.toHaveProperty('ports');
      expect(service).toMatchObject({ network_mode: 'service:gateway' });
    }
  });

  test('gives no service more rights than it needs', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  test('starts each replica as the image does, on a port of its own that the gateway knows', () => {
    const own = JSON.parse(readDockerfile(read('Dockerfile')).findLast(({ keyword }) => keyword === 'CMD')?.rest ?? '');
    for (const replica of replicas) {
      expect(replica.command.slice(0, -2)).toEqual(own);
      expect(replica.healthcheck.test.at(-1)).toContain(`127.0.0.1:${portOf(replica)}/livez`);
    }
    const ports = [...read('docker/nginx/nginx.conf').matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
    expect(new Set(ports)).toEqual(new Set(replicas.map(portOf)));
    expect(new Set(ports).size).toBe(3);
  });

  test('gives each a configuration that it accepts, with the same secret and an internal address of its own', () => {
    const internal = replicas.map(({ environment }) => {
      const loaded = loadShipped('docker/waybill.replicas.yaml', environment);
      expect(loaded).not.toHaveProperty('problems');
      return 'settings' in loaded ? loaded.settings.listen.internal?.port : undefined;
    });
    expect(new Set(internal).size).toBe(3);
    expect(new Set(replicas.map(({ environment }) => environment.WAYBILL_SECRET)).size).toBe(1);
  });
});

describe('the configurations for gateways', () => {
  const PATH = `${process.env.PATH}:/usr/sbin`;
  const check = (command: string, ...args: string[]) =>
    spawnSync(command, args, { encoding: 'utf8', env: { PATH }, cwd: ROOT });

  test('are in order for nginx', () => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-nginx-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, read('docker/nginx/nginx.conf').replaceAll(/\/tmp\/|\/dev\//g, `${folder}/`));
    const ran = check('nginx', '-t', '-c', file);
    expect(ran.stderr).toContain('test is successful');
    expect(ran.stderr).not.toContain('[warn]');
  });

  test('are in order for HAProxy', () => {
    const ran = check('haproxy', '-c', '-f', 'docker/haproxy/haproxy.cfg');
    expect(ran.stdout).toContain('Configuration file is valid');
    expect(ran.stderr).not.toContain('[WARNING]');
  });

  test('are at least YAML for Envoy, and say that nobody has tried them', () => {
    const text = read('docker/envoy/envoy.yaml');
    expect(text.split('\n')[0]).toContain('Untried');
    const { clusters } = parse(text, { merge: true }).static_resources;
    expect(clusters.map(({ name }: { name: string }) => name)).toEqual(['waybill_v2', 'waybill_v1']);
  });

  test('let through what Waybill lets through, and wait longer than it does', () => {
    const loaded = loadShipped('docker/waybill.replicas.yaml', { WAYBILL_INTERNAL_PORT: '9081' });
    if ('problems' in loaded) throw new Error('The configuration is refused');
    const { limits, polling, webSocket } = loaded.settings;
    expect(limits.bodyBytes).toBe(1024 * 1024);
    expect(read('docker/nginx/nginx.conf')).toContain('client_max_body_size 1m;');
    for (const file of ['docker/haproxy/haproxy.cfg', 'docker/envoy/envoy.yaml'])
      expect(read(file)).toContain('1048576');
    expect(90_000).toBeGreaterThan(Math.max(polling.maxWaitMs, webSocket.heartbeatMs));
    expect(read('docker/nginx/nginx.conf')).toContain('proxy_read_timeout 90s;');
    for (const timeout of ['client', 'server', 'tunnel']) {
      expect(read('docker/haproxy/haproxy.cfg')).toContain(`timeout ${timeout} 90s`);
    }
    expect(read('docker/envoy/envoy.yaml')).toContain('stream_idle_timeout: 90s');
  });
});
