import type { Example } from '../example.ts';
import { openStandIn } from './stand-in.ts';

export const example: Example = {
  domain: 'security-scan',
  open: async () => {
    const { burpUrl, siteUrl, apiKey, close } = await openStandIn();
    const site = (path = '') => [{ type: 'target_url', identifier: `${siteUrl}${path}`, state: 'reachable' }];
    return {
      variables: { BURP_URL: burpUrl, BURP_API_KEY: apiKey },
      close,
      steps: [
        {
          title: 'Scan a site, and hear how far it is',
          intent: 'security_scan',
          resources: site(),
          payload: { configuration: 'Crawl strategy - fastest' },
          expected: {
            status: 'fulfilled',
            effect: 'applied',
            verification: { status: 'verified' },
            result: { scan_id: '3', issues: [{ severity: 'high', path: '/search' }, { severity: 'low' }] },
          },
        },
        {
          title: 'Read the issues of that scan once more',
          intent: 'security_scan.issues',
          payload: ([scanned]) => ({ scan_id: scanIdOf(scanned?.result) }),
          expected: { status: 'fulfilled', effect: 'none', result: { status: 'succeeded', issues: 2 } },
        },
        {
          title: 'Scan a site that does not answer: refused before the scanner hears of it',
          intent: 'security_scan',
          resources: [{ type: 'target_url', identifier: 'http://127.0.0.1:1/', state: 'reachable' }],
          expected: {
            status: 'rejected',
            effect: 'none',
            error: {
              code: 'resource_state_mismatch',
              details: { resources: [{ expected_state: 'reachable', actual_state: 'unreachable' }] },
            },
          },
        },
        {
          title: 'Scan without a site: refused by name',
          intent: 'security_scan',
          expected: { status: 'rejected', effect: 'none', error: { code: 'resource_missing' } },
        },
        {
          title: 'Scan by a configuration that the scanner does not know',
          intent: 'security_scan',
          resources: site(),
          payload: { configuration: 'Everything at once' },
          expected: { status: 'rejected', effect: 'none', error: { code: 'payload_invalid' } },
        },
        {
          title: 'A scan that fails on its way',
          intent: 'security_scan',
          resources: site('broken'),
          expected: {
            status: 'partially_fulfilled',
            effect: 'partial',
            error: { code: 'adapter_failed', details: { expected_state: 'succeeded', actual_state: 'failed' } },
          },
        },
        {
          title: 'Read the issues of a scan that is not there',
          intent: 'security_scan.issues',
          payload: { scan_id: '../3' },
          expected: {
            status: 'rejected',
            effect: 'none',
            error: { code: 'resource_missing', details: { expected_state: 'known', actual_state: 'missing' } },
          },
        },
      ],
    };
  },
};

function scanIdOf(result: unknown): unknown {
  return typeof result === 'object' && result !== null ? Reflect.get(result, 'scan_id') : undefined;
}
