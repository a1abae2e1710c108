import Type, { type Static } from 'typebox';
import { NAME_PATTERN } from './name-pattern.ts';
import { Milliseconds } from './whole-numbers.ts';

/** One named check; the other options depend on its kind. */
export const GuardConfig = Type.Object({
  kind: Type.Enum(['device_fingerprint', 'module'], { description: 'Kind of the guard.' }),
  timeout_ms: Milliseconds(1, 60_000, 1000, 'How long it may take to answer; past it the request is denied'),
});

export const GuardsConfig = Type.Record(Type.String({ pattern: NAME_PATTERN }), GuardConfig, {
  description: 'Checks that policies may demand, by name.',
});

/** Options of the kind `device_fingerprint`. */
export const DeviceFingerprintOptions = Type.Object(
  {
    require: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        default: ['fingerprint'],
        minItems: 1,
        maxItems: 32,
        description: 'What payload.device must hold, as text.',
      }),
    ),
    known: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        maxItems: 100_000,
        description: 'Fingerprints that are let pass; others are denied, or must bring a proof.',
      }),
    ),
    proof_key: Type.Optional(
      Type.String({
        minLength: 32,
        description:
          'Key of 32 characters or more that is shared with whoever enrols devices: payload.device.proof is its HMAC.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type DeviceFingerprintOptions = Static<typeof DeviceFingerprintOptions>;

/** Options of the kind `module`. */
export const ModuleGuardOptions = Type.Object(
  {
    module: Type.String({
      minLength: 1,
      description: 'A JavaScript module: a path that starts with ./, ../ or /, or the name of an npm package.',
    }),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { default: {}, description: 'What the module is given at opening.' }),
    ),
  },
  { additionalProperties: false },
);
export type ModuleGuardOptions = Static<typeof ModuleGuardOptions>;
