/** Npm packages and Node modules that reach a network, a disk or another process. */
const NETWORK_PACKAGES = 'node_modules/(@?fastify|ws|undici|ioredis|@modelcontextprotocol|@restatedev)(/|$)';
const OUTSIDE_MODULES =
  '^(node:)?(http|https|http2|net|tls|dgram|dns|fs|child_process|cluster|worker_threads|inspector)(/promises)?$';
const PRODUCT = '^(contracts|expressions|declarative|supervised|src|routes|adapters|adapter-testing|client)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contracts-import-only-typebox',
      comment: 'The shared language must be readable by every side without pulling any of them in.',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { pathNot: '^contracts/|(^|/)node_modules/typebox/' },
    },
    {
      name: 'expressions-know-only-contracts',
      comment: 'One set-up of CEL, and of patterns, for the core and for adapters: it can lean on neither.',
      severity: 'error',
      from: { path: '^expressions/' },
      to: { path: '^(src|routes|adapters|client|declarative)/' },
    },
    {
      name: 'declarative-knows-contracts-and-expressions',
      comment: 'What the kinds of adapters that are described in a configuration share: it can lean on none of them.',
      severity: 'error',
      from: { path: '^declarative/' },
      to: { path: '^(src|routes|adapters|client)/' },
    },
    {
      name: 'declarative-is-for-adapters',
      severity: 'error',
      from: { path: '^(src|routes|client|contracts)/', pathNot: '^src/(cli|adapter-kinds)' },
      to: { path: '^declarative/' },
    },
    {
      name: 'supervised-stands-alone',
      comment: 'Processes that leave nothing behind, for whatever kind of adapter starts them.',
      severity: 'error',
      from: { path: '^supervised/' },
      to: { path: '^(src|routes|adapters|client|expressions|declarative)/' },
    },
    {
      name: 'supervised-is-for-adapters',
      severity: 'error',
      from: { path: '^(src|routes|client|contracts|expressions|declarative)/' },
      to: { path: '^supervised/' },
    },
    {
      name: 'core-knows-only-contracts',
      comment: 'The core is what every transport and adapter stands on; it can not lean on one of them.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^(src|routes|adapters|client)/', pathNot: '^src/core/' },
    },
    {
      name: 'core-has-no-network',
      comment: 'The core is pure: everything outside reaches it through contracts.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: [NETWORK_PACKAGES, OUTSIDE_MODULES] },
    },
    {
      name: 'adapters-know-only-contracts',
      comment: 'An adapter can be moved into a package of its own at any time.',
      severity: 'error',
      from: { path: '^adapters/' },
      to: { path: '^(src|routes|client)/' },
    },
    {
      name: 'adapters-stay-apart',
      severity: 'error',
      from: { path: '^adapters/([^/]+)/' },
      to: { path: '^adapters/', pathNot: '^adapters/$1/' },
    },
    {
      name: 'routes-know-core-and-contracts',
      comment: 'A transport turns bytes into a request and an outcome into bytes; it never picks an adapter.',
      severity: 'error',
      from: { path: '^routes/' },
      to: { path: '^(src|adapters|client)/', pathNot: '^src/core/' },
    },
    {
      name: 'client-knows-only-contracts',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(src|routes|adapters)/' },
    },
    {
      name: 'adapter-testing-knows-contracts-and-core',
      comment: 'The contract suite stands in for the service around an adapter, whatever its kind.',
      severity: 'error',
      from: { path: '^adapter-testing/' },
      to: { path: '^(src|routes|adapters|client|expressions|declarative)/', pathNot: '^src/(core|outbound)/' },
    },
    {
      name: 'product-needs-no-adapter-testing',
      severity: 'error',
      from: { path: PRODUCT, pathNot: '^adapter-testing/' },
      to: { path: '^adapter-testing/' },
    },
    {
      name: 'adapters-are-registered-in-one-place',
      comment: 'src/open-targets.ts knows the one adapter that needs no configuration: system.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(app|adapter-kinds|open-targets)\\.ts$' },
      to: { path: '^adapters/' },
    },
    {
      name: 'routes-are-mounted-in-one-place',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(app|front|http-front|http-server|internal-server|open-listener|stdio-front)\\.ts$',
      },
      to: { path: '^routes/' },
    },
    {
      name: 'mounted-routes-reach-no-adapter',
      comment: 'src/app.ts is the composition root: the one place where routes and adapters meet.',
      severity: 'error',
      from: { path: '^src/(front|http-front|http-server|internal-server|open-listener|stdio-front)\\.ts$' },
      to: { path: '^adapters/', reachable: true },
    },
    {
      name: 'registered-adapters-reach-no-route',
      severity: 'error',
      from: { path: '^src/(adapter-kinds|open-targets)\\.ts$' },
      to: { path: '^routes/', reachable: true },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: PRODUCT },
      to: { path: '^(test|bench|scripts|examples)/' },
    },
    {
      name: 'product-needs-no-dev-package',
      comment: 'A dev dependency is missing where the package is installed; its types alone may be used.',
      severity: 'error',
      from: { path: PRODUCT },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycle',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'A module that nothing imports and that imports nothing is forgotten code.',
      severity: 'error',
      from: { orphan: true, path: PRODUCT },
      to: {},
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    exclude: { path: '^(dist|coverage|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      // devtools-protocol holds types only and has no `main`.
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
