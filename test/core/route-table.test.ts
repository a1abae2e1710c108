import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Adapter, IntentDeclaration, ResourceTypeDeclaration } from '../../contracts/adapter.ts';
import { isFailure } from '../../contracts/failure.ts';
import { compileOffers, type Offers, type Target } from '../../src/core/catalogue.ts';
import { findRoute } from '../../src/core/find-route.ts';
import { compileRoutes, type RouteRule } from '../../src/core/route-table.ts';
import { createSchemaCompiler } from '../../src/core/schema-validator.ts';

function intent(key: string, more: Partial<IntentDeclaration> = {}): IntentDeclaration {
  return {
    key,
    title: key,
    description: key,
    effect: 'read',
    actions: [],
    requires: [],
    payload: Type.Object({}),
    result: Type.Object({}),
    example: { payload: {}, resources: [] },
    ...more,
  };
}

function target(
  name: string,
  intents: readonly IntentDeclaration[],
  types: readonly ResourceTypeDeclaration[] = [],
): Target {
  const adapter: Adapter = {
    intents,
    resourceTypes: types,
    probe: () => ({ state: 'on' }),
    execute: () => ({ effect: 'none', result: {} }),
    health: () => ({ status: 'healthy' }),
    close: async () => {},
  };
  return { name, adapter, gate: undefined };
}

const SYSTEM = target('system', [intent('system.echo')]);
const ONE = target('one', [intent('page.open'), intent('page.close'), intent('login')]);
const TWO = target('two', [intent('page.open'), intent('mail')]);

function offersOf(...targets: readonly Target[]): Offers {
  const offers = compileOffers([SYSTEM, ...targets], createSchemaCompiler());
  if ('problems' in offers) throw new Error(offers.problems.join());
  return offers;
}

const rule = (type: string, to: string, more: Partial<RouteRule> = {}): RouteRule => ({
  type,
  target: to,
  timeoutMs: 1000,
  ...more,
});

/** The target that a request goes to, or the failure kind. */
function routed(
  rules: readonly RouteRule[],
  key: string,
  domain = 'shop',
  targets: readonly Target[] = [ONE, TWO],
): string {
  const table = compileRoutes(rules, offersOf(...targets));
  if ('problems' in table) throw new Error(table.problems.join());
  const route = findRoute(table, key, domain);
  return isFailure(route) ? route.kind : route.target.name;
}

describe('routes', () => {
  test.for([
    { rules: [rule('page', 'one')], key: 'page.open', to: 'one', because: 'the type matches' },
    { rules: [rule('page', 'one')], key: 'login', to: 'no_route', because: 'no rule takes it' },
    {
      rules: [rule('page', 'one', { subType: 'open' })],
      key: 'page.close',
      to: 'no_route',
      because: 'the sub type differs',
    },
    { rules: [rule('page', 'one', { subType: 'c*' })], key: 'page.close', to: 'one', because: '* is any run' },
    { rules: [rule('login', 'one')], key: 'login', to: 'one', because: 'a type alone is a key' },
    { rules: [rule('*', 'two'), rule('page', 'one')], key: 'page.open', to: 'two', because: 'the first match wins' },
    { rules: [rule('page', 'one'), rule('*', 'two')], key: 'page.open', to: 'one', because: 'the first match wins' },
    { rules: [rule('*', 'two'), rule('*', 'one')], key: 'page.close', to: 'one', because: 'the first target lacks it' },
    {
      rules: [rule('page', 'one', { domain: 'bank-*' }), rule('page', 'two')],
      key: 'page.open',
      to: 'two',
      because: 'the domain of the first differs',
    },
    { rules: [rule('page', 'one', { domain: 's*p' })], key: 'page.open', to: 'one', because: '* is any run' },
    { rules: [rule('page', 'one', { domain: 'shop.' })], key: 'page.open', to: 'no_route', because: 'a dot is a dot' },
    { rules: [rule('page', 'one', { domain: 'SHOP' })], key: 'page.open', to: 'no_route', because: 'case counts' },
    { rules: [rule('page', 'one')], key: 'system.echo', to: 'system', because: 'system is always routed' },
  ])('$key goes to $to: $because', ({ rules, key, to }) => {
    expect(routed(rules, key)).toBe(to);
  });

  test('are, without any rule, each intent to the target that offers it', () => {
    expect(routed([], 'mail', 'any', [TWO])).toBe('two');
    expect(routed([], 'system.echo', 'any', [TWO])).toBe('system');
  });

  test.for([
    { rules: [], says: 'page.open is offered by one and two: say under `routes` which one serves it' },
    { rules: [rule('pge', 'one')], says: 'route pge → one matches no intent of target one' },
    { rules: [rule('mail', 'one')], says: 'route mail → one matches no intent of target one' },
    { rules: [rule('mail', 'three')], says: 'route mail → three matches no intent of target three' },
  ])('are refused at boot: $says', ({ rules, says }) => {
    expect(compileRoutes(rules, offersOf(ONE, TWO))).toEqual({ problems: [says] });
  });

  test('are refused all at once', () => {
    expect(compileRoutes([rule('a', 'one'), rule('b', 'two')], offersOf(ONE, TWO))).toHaveProperty(
      'problems.length',
      2,
    );
  });
});

describe('offers', () => {
  const lever = (states: readonly string[]): ResourceTypeDeclaration => ({
    type: 'lever',
    description: 'A lever.',
    states,
    identifier: 'Any.',
    cacheable: false,
  });

  test('of two targets may be the same', () => {
    const { catalogue } = offersOf(
      target('a', [intent('x')], [lever(['on'])]),
      target('b', [intent('x')], [lever(['on'])]),
    );
    expect(catalogue.intents).toContainEqual(expect.objectContaining({ key: 'x', targets: ['a', 'b'] }));
    expect(catalogue.resourceTypes).toEqual([expect.objectContaining({ type: 'lever', targets: ['a', 'b'] })]);
  });

  test.for([
    { what: 'effect', other: target('b', [intent('x', { effect: 'unsafe' })], [lever(['on'])]), name: 'x' },
    { what: 'payload', other: target('b', [intent('x', { payload: Type.String() })], [lever(['on'])]), name: 'x' },
    { what: 'states', other: target('b', [intent('x')], [lever(['off'])]), name: 'lever' },
  ])('of the same name and another $what are refused at boot', ({ other, name }) => {
    const offers = compileOffers([target('a', [intent('x')], [lever(['on'])]), other], createSchemaCompiler());
    expect(offers).toEqual({ problems: [`${name} is declared differently by the targets a, b`] });
  });
});
