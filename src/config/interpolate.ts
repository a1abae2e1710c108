import { type Scalar, visit } from 'yaml';
import type { ConfigDocument } from './config-document.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\$\{|\$\{([^}]*)(\}?)/g;
const REFERENCE_HINT = `write \${NAME}, or $\${ for a literal \${`;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A reference that could not be resolved. */
export interface BrokenReference {
  /** Where the reference stands, and where the value that holds it starts (characters into the text). */
  readonly offset: number;
  readonly valueOffset: number;
  readonly message: string;
  readonly hint: string;
}

export interface Interpolated {
  readonly broken: readonly BrokenReference[];
  /** By what it became, what stands in the file: messages show the latter, as a variable may hold a secret. */
  readonly written: ReadonlyMap<string, string>;
}

/**
 * Puts environment variables in the place of `${NAME}` in every string value of the document; `$${` stands for a
 * literal `${`. Keys are left alone, and as it works on parsed values, a variable can't add structure to the file.
 */
export function interpolate(document: ConfigDocument, env: Environment): Interpolated {
  const broken: BrokenReference[] = [];
  const written = new Map<string, string>();
  visit(document.root, {
    Scalar(key, scalar) {
      if (key === 'key' || typeof scalar.value !== 'string' || !scalar.value.includes('${')) return;
      const text = scalar.value;
      scalar.value = resolveScalar(scalar, text, env, (reference, message, hint) => {
        const valueOffset = scalar.range?.[0] ?? 0;
        const offset = Math.max(valueOffset, document.text.indexOf(reference, valueOffset));
        broken.push({ offset, valueOffset, message, hint });
      });
      written.set(JSON.stringify(scalar.value), JSON.stringify(text));
    },
  });
  return { broken, written };
}

type Report = (reference: string, message: string, hint: string) => void;

function resolveScalar(scalar: Scalar, text: string, env: Environment, report: Report): string | number | boolean {
  const resolved = text.replace(REFERENCE, (reference: string, name: string | undefined, close: string) => {
    if (name === undefined) return '${';
    if (close === '' || !NAME.test(name)) {
      report(reference, `"${reference}" is no reference to a variable`, REFERENCE_HINT);
      return '';
    }
    const value = env[name];
    if (value === undefined) {
      report(
        reference,
        `the environment variable ${name} is not set`,
        `set ${name}, or write $\${${name}} for the literal text`,
      );
    }
    return value ?? '';
  });
  // Unquoted and nothing but one reference: read as YAML would have read the value itself, so that `port: ${PORT}` works.
  const whole = scalar.type === 'PLAIN' && /^\$\{[^}]*\}$/.test(text);
  return whole ? readPlain(resolved) : resolved;
}

function readPlain(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  // At most 15 digits: longer ones would lose digits as numbers.
  return /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
