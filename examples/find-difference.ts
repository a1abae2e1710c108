/** Where `actual` lacks something that `expected` names, as a path with both; undefined where it has it all. */
export function findDifference(actual: unknown, expected: unknown, path = 'outcome'): string | undefined {
  if (Array.isArray(expected)) return findInArray(actual, expected, path);
  if (expected instanceof RegExp) {
    return typeof actual === 'string' && expected.test(actual) ? undefined : tell(path, actual, String(expected));
  }
  if (typeof expected === 'object' && expected !== null) return findInObject(actual, expected, path);
  return actual === expected ? undefined : tell(path, actual, expected);
}

function findInArray(actual: unknown, expected: readonly unknown[], path: string): string | undefined {
  if (!Array.isArray(actual) || actual.length !== expected.length) return tell(path, actual, expected);
  return first(expected.map((item, index) => findDifference(actual[index], item, `${path}.${index}`)));
}

function findInObject(actual: unknown, expected: object, path: string): string | undefined {
  if (typeof actual !== 'object' || actual === null) return tell(path, actual, expected);
  return first(
    Object.entries(expected).map(([key, member]) => findDifference(Reflect.get(actual, key), member, `${path}.${key}`)),
  );
}

function first(differences: readonly (string | undefined)[]): string | undefined {
  return differences.find((difference) => difference !== undefined);
}

function tell(path: string, actual: unknown, expected: unknown): string {
  return `${path} is ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`;
}
