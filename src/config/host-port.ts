import { isIPv6 } from 'node:net';

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** `10.0.0.5:8081`, `replica-1:8081`, `[fd00::5]:8081`; undefined where it is none of these. */
export function parseHostPort(text: string): HostPort | undefined {
  const parts = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]/@]+)):(\d{1,5})$/i.exec(text);
  const host = parts?.[1] ?? parts?.[2];
  const port = Number(parts?.[3]);
  if (host === undefined || port > 65_535) return undefined;
  return parts?.[1] === undefined || isIPv6(host) ? { host, port } : undefined;
}
