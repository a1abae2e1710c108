import Type, { type Static } from 'typebox';

/** Options of a target of kind `module`. */
export const ModuleOptions = Type.Object(
  {
    module: Type.String({
      minLength: 1,
      description: 'A JavaScript module: a path that starts with ./, ../ or /, or the name of an npm package.',
    }),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        default: {},
        description: "What the module's adapter is opened with; its own schema judges them when it is.",
      }),
    ),
    open_ms: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 600_000,
        default: 10_000,
        description: 'How long the module may take to load and open; the start of the service waits for it.',
      }),
    ),
    silent_ms: Type.Optional(
      Type.Integer({
        minimum: 1000,
        maximum: 600_000,
        default: 5000,
        description: 'How long its thread may be busy without a pause, before it is ended and opened again.',
      }),
    ),
    memory_mb: Type.Optional(
      Type.Integer({
        minimum: 16,
        maximum: 65_536,
        default: 256,
        description: 'How much memory it may use in MiB, before it is ended and opened again.',
      }),
    ),
    result_bytes: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: 268_435_456,
        default: 8_388_608,
        description: 'How large a result may be, as JSON.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ModuleOptions = Static<typeof ModuleOptions>;

/** As they are once their defaults are filled in. */
export interface ModuleSettings {
  readonly module: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly openMs: number;
  readonly silentMs: number;
  readonly memoryMb: number;
  readonly resultBytes: number;
}

export function readModuleOptions(options: ModuleOptions): ModuleSettings {
  return {
    module: options.module,
    options: options.options ?? {},
    openMs: options.open_ms ?? 10_000,
    silentMs: options.silent_ms ?? 5000,
    memoryMb: options.memory_mb ?? 256,
    resultBytes: options.result_bytes ?? 8_388_608,
  };
}
