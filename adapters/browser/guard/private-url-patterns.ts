const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * Parts of addresses that lead to this machine or a private network by number or by name, as browsers write them once
 * 2130706433 has become 127.0.0.1. Any IPv6 address among them: too many of its forms carry a private one.
 */
export const PRIVATE_URL_PATTERNS: readonly string[] = [
  '://localhost',
  '.localhost/',
  '.localhost:',
  '://[',
  '://0.',
  '://10.',
  '://127.',
  '://169.254.',
  '://168.63.129.16',
  '://192.168.',
  '://198.18.',
  '://198.19.',
  ...range(16, 31).map((second) => `://172.${second}.`),
  ...range(64, 127).map((second) => `://100.${second}.`),
];
