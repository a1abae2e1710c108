/** Environment variables that stand in a configuration for what must not be written there. */
export class Variables {
  readonly #byName = new Map<string, { readonly value: string | undefined; readonly what: string }>();

  /** What is to be set, and where its value stands now. */
  list(): readonly { readonly name: string; readonly what: string }[] {
    return [...this.#byName].map(([name, { what }]) => ({ name, what }));
  }

  /** `${NAME}` for a value, under the wished name where that is free or stands for the same value. */
  refer(wished: string, value: string, what: string): string {
    const base = toName(wished);
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? base : `${base}_${n}`;
      const there = this.#byName.get(name);
      if (there !== undefined && there.value !== value) continue;
      if (there === undefined) this.#byName.set(name, { value, what });
      return `\${${name}}`;
    }
  }

  /** `${NAME}` for what a host takes from its environment, or asks for. */
  take(name: string, what: string): string {
    const known = toName(name);
    if (!this.#byName.has(known)) this.#byName.set(known, { value: undefined, what });
    return `\${${known}}`;
  }
}

/** `my-server apiKey` as `MY_SERVER_API_KEY`. */
function toName(text: string): string {
  const words = text.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9]+/g, '_');
  const name = words.replace(/^_+|_+$/g, '').toUpperCase();
  return /^[A-Z]/.test(name) ? name : `V_${name}`;
}
