import type { Adapter, IntentDeclaration } from '../../contracts/adapter.ts';
import { FAILURE_KINDS } from '../../contracts/failure.ts';
import { Intent, splitIntentKey } from '../../contracts/request.ts';
import { Resource } from '../../contracts/resource.ts';
import { type CompileSchema, createSchemaCompiler } from '../../src/core/schema-validator.ts';
import { type AdapterSubject, isLeftOut } from '../adapter-subject.ts';
import { filledOptions, onBench } from '../bench.ts';
import { type ContractCase, expectNone } from '../contract-case.ts';
import { compileSafely, findMisfit } from '../find-misfit.ts';
import { findUnplain } from '../find-unplain.ts';

const EFFECT_CLASSES: readonly string[] = ['read', 'idempotent', 'unsafe'];

export function declarationCases<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  return [
    {
      name: 'its options fit the schema that it declares for them',
      run: async () => {
        const { errors, options } = filledOptions(subject);
        expectNone(errors === undefined ? [] : [`Expected the options to fit, found: ${errors}`]);
        expectNone((subject.kind.check?.(options) ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`));
      },
    },
    {
      name: 'it declares intents and resource types that the core can read',
      run: () =>
        onBench(subject, async ({ adapter }) => {
          const compile = createSchemaCompiler();
          expectNone([
            ...adapter.intents.flatMap((intent) => readIntent(intent, compile)),
            ...readNames(adapter),
            ...readSubject(subject, adapter),
          ]);
        }),
    },
    {
      name: 'the examples of its intents fit their own schemas',
      run: () =>
        onBench(subject, async ({ adapter }) => {
          const compile = createSchemaCompiler();
          expectNone(adapter.intents.flatMap((intent) => readExample(intent, adapter, compile)));
        }),
    },
  ];
}

function readIntent(intent: IntentDeclaration, compile: CompileSchema): string[] {
  const { key, effect, payload, result } = intent;
  const name = findMisfit(compile, Intent, splitIntentKey(key));
  const broken = [payload, result]
    .map((schema) => compileSafely(compile, schema))
    .filter((check) => typeof check === 'string');
  const unplain = findUnplain(JSON.parse(JSON.stringify(intent)));
  return [
    ...(name === undefined ? [] : [`Expected an intent key, found ${JSON.stringify(key)}: ${name}`]),
    ...(EFFECT_CLASSES.includes(effect) ? [] : [`Expected an effect class for ${key}, found ${effect}`]),
    ...broken.map((why) => `Expected the schemas of ${key} to compile, found: ${why}`),
    ...(unplain === undefined ? [] : [`Expected the declaration of ${key} to be JSON, found ${unplain}`]),
  ];
}

function readNames({ intents, resourceTypes, outages = [] }: Adapter): string[] {
  const names = [...intents.map(({ key }) => key), ...resourceTypes.map(({ type }) => type)];
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const stateless = resourceTypes.filter(({ states }) => states.length === 0);
  return [
    ...(intents.length === 0 ? ['Expected an intent at least, found none'] : []),
    ...twice.map((name) => `Expected ${name} to be declared once, found it twice`),
    ...stateless.map(({ type }) => `Expected a state at least of ${type}, found none`),
    ...outages
      .filter((kind) => !FAILURE_KINDS.includes(kind))
      .map((kind) => `Expected outages to be failure kinds, found ${kind}`),
  ];
}

/** What the subject leaves out although the adapter has it, and what it speaks of although the adapter has it not. */
function readSubject<Options>(subject: AdapterSubject<Options>, { intents, resourceTypes }: Adapter): string[] {
  const named = [subject.longCall, subject.distinct, subject.flood]
    .flatMap((piece) => (isLeftOut(piece) ? [] : [piece.intent]))
    .concat(
      Object.keys(subject.calls),
      isLeftOut(subject.badAnswers) ? [] : subject.badAnswers.map((bad) => bad.intent),
    );
  const strange = [...new Set(named)].filter((name) => !intents.some(({ key }) => key === name));
  const types = resourceTypes.map(({ type }) => type);
  return [
    ...strange.map((name) => `Expected the subject to speak of declared intents only, found ${name}`),
    ...(isLeftOut(subject.resources) && types.length > 0
      ? [`Expected looks at the declared resource types ${types.join(', ')}, found that they are left out`]
      : []),
  ];
}

function readExample({ key, payload, requires, example }: IntentDeclaration, adapter: Adapter, compile: CompileSchema) {
  const misfit = findMisfit(compile, payload, example.payload);
  const missing = requires.filter((type) => !example.resources.some((resource) => resource.type === type));
  const resources = example.resources.flatMap((resource) => {
    const found = findMisfit(compile, Resource, resource);
    const states = adapter.resourceTypes.find(({ type }) => type === resource.type)?.states ?? [resource.state];
    return [
      ...(found === undefined ? [] : [`Expected a resource in the example of ${key}, found: ${found}`]),
      ...(states.includes(resource.state)
        ? []
        : [
            `Expected ${resource.type} in the example of ${key} in one of ${states.join(', ')}, found ${resource.state}`,
          ]),
    ];
  });
  return [
    ...(misfit === undefined ? [] : [`Expected the example of ${key} to fit its payload schema, found: ${misfit}`]),
    ...missing.map((type) => `Expected the example of ${key} to hold a ${type}, which it requires, found none`),
    ...resources,
  ];
}
