import { type ConfigDocument, offsetOf, placeAt } from './config-document.ts';
import type { ConfigProblem } from './config-problem.ts';
import { type Finding, pointerOf } from './finding.ts';
import type { Interpolated } from './interpolate.ts';

export interface PlacedFile {
  readonly document: ConfigDocument;
  readonly interpolated: Interpolated;
}

/** Findings to problems: first those of the command line's own options, then the file's, in its order. */
export function placeFindings(
  findings: readonly Finding[],
  file: PlacedFile | undefined,
  overridden: readonly string[],
): ConfigProblem[] {
  const optionOf = ({ path }: Finding) => overridden.find((name) => path.join('.') === `listen.${name}`);
  const fromOptions = findings.flatMap((found) => {
    const option = optionOf(found);
    return option === undefined ? [] : [toProblem(found, `--${option}`)];
  });
  const rest = findings.filter((found) => optionOf(found) === undefined);
  const fromFile =
    file === undefined ? rest.map((found) => toProblem(found, 'built-in defaults')) : placeInFile(rest, file);
  return [...fromOptions, ...fromFile];
}

function placeInFile(findings: readonly Finding[], { document, interpolated }: PlacedFile): ConfigProblem[] {
  const brokenValues = new Set(interpolated.broken.map(({ valueOffset }) => valueOffset));
  const references = interpolated.broken.map(({ offset, message, hint }) => ({
    offset,
    problem: { where: placeAt(document, offset), pointer: '', message, hint },
  }));
  const others = findings
    .map((found) => ({ found, offset: offsetOf(document, found.path, found.at) }))
    // What is left of a value whose variable is not set is wrong for that reason alone.
    .filter(({ offset }) => !brokenValues.has(offset))
    .map(({ found, offset }) => ({
      offset,
      problem: unresolve(toProblem(found, placeAt(document, offset)), interpolated.written),
    }));
  return [...references, ...others].sort((a, b) => a.offset - b.offset).map(({ problem }) => problem);
}

/** A problem that shows what stands in the file, where it showed what a variable held. */
function unresolve(problem: ConfigProblem, written: Interpolated['written']): ConfigProblem {
  const message = [...written].reduce(
    (text, [resolved, original]) => text.replaceAll(resolved, original),
    problem.message,
  );
  return { ...problem, message };
}

function toProblem({ path, message, hint }: Finding, where: string): ConfigProblem {
  return { where, pointer: pointerOf(path), message, ...(hint === undefined ? {} : { hint }) };
}
