import { register } from 'node:module';

/**
 * The conformance suite imports `globSync` of `fs`, which came with Node 22, and calls it for nothing that is run here: on an older
 * Node it would not start. So it is lent one; nobody else is.
 */
const hooks = `
  const lent = 'data:text/javascript,' + encodeURIComponent(
    "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => { throw new Error('lent only') };",
  );
  export const resolve = (specifier, context, next) =>
    specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/')
      ? { url: lent, shortCircuit: true }
      : next(specifier, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
