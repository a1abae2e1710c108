/** Ids are unique a domain and business key; this many keep every cache of equal requests out of the picture. */
const BODIES = 500;

/** `system.echo` requests of about 700 bytes, each with a context id of its own, minted by the service under test. */
export async function makeBodies(origin: string): Promise<readonly string[]> {
  const bodies: string[] = [];
  for (let index = 0; bodies.length < BODIES; index += 1) {
    const businessKey = `user_${index}`;
    const response = await fetch(`${origin}/mcp/v2/contexts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'login-flow', business_key: businessKey, count: 100 }),
    });
    // `as`: the bench fails at the first request if the service answers otherwise
    const { contexts } = (await response.json()) as { readonly contexts: readonly { readonly id: string }[] };
    bodies.push(...contexts.map(({ id }) => JSON.stringify(echoRequest(id, businessKey))));
  }
  return bodies;
}

function echoRequest(id: string, businessKey: string) {
  return {
    client_capabilities: {
      browser: 'chromium',
      version: '156.0',
      os: 'linux',
      arch: 'x64',
      execution_context: 'isolated',
      supports_streaming: true,
      max_payload_size: 1_048_576,
      preferred_encoding: 'gzip',
      supported_actions: ['click', 'input', 'screenshot', 'echo'],
      context_schema_version: '2.0',
      resource_cache_ttl: 300_000,
    },
    intent: { type: 'system', sub_type: 'echo', priority: 'high', mode: 'execute', timeout_ms: 10_000 },
    context: { id, parent_id: null, lifecycle: 'active', business_key: businessKey },
    resources: [],
    payload: {
      username: 'zhangsan',
      remember: true,
      note: 'a parcel that needs nothing but what is written on it',
      attempt: 1,
    },
  };
}
