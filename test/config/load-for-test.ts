import Type, { type TSchema } from 'typebox';
import { type ConfigSource, loadConfig } from '../../src/config/load-config.ts';

/** An adapter kind as a third party would bring it: numbers, nested options, a choice, a default. */
export const KINDS: ReadonlyMap<string, TSchema> = new Map<string, TSchema>([
  [
    'browser',
    Type.Object(
      {
        endpoint: Type.Optional(Type.String({ pattern: '^https?://', description: 'An http or https address.' })),
        launch: Type.Optional(Type.Boolean({ default: false })),
        allow_origins: Type.Optional(Type.Array(Type.String())),
        api_key: Type.Optional(Type.String({ pattern: '^k-' })),
        size: Type.Optional(Type.Object({ width: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })),
        mode: Type.Optional(Type.Enum(['visible', 'headless'])),
      },
      { additionalProperties: false },
    ),
  ],
  ['game', Type.Object({ url: Type.String() }, { additionalProperties: false })],
]);

export const SECRET = 'a-secret-for-tests-0123456789-abcdefgh';

export function load(text: string, more: Partial<ConfigSource> = {}) {
  return loadConfig({
    file: { name: 'waybill.yaml', text },
    env: { WAYBILL_SECRET: SECRET },
    kinds: new Map([...KINDS].map(([kind, options]) => [kind, { options }])),
    developmentSecret: new Uint8Array(32).fill(7),
    ...more,
  });
}
