import type { Environment } from '@marcbachmann/cel-js';
import { type Failure, failure } from '../../contracts/failure.ts';
import type { JsonValue } from '../../contracts/json.ts';
import { isWholeText } from '../../declarative/is-whole-text.ts';
import { unfillable } from '../../declarative/translate-unjudged.ts';
import { compileTemplate, writeText } from '../../expressions/compile-template.ts';
import type { ExpressionProblem } from '../../expressions/read-expression.ts';

export type FillPath = (input: object) => { readonly path: string } | Failure;

/** Compiles a path whose values each stay within the segment where they stand. */
export function compilePath(language: Environment, text: string): FillPath | ExpressionProblem {
  const template = compileTemplate(language, text);
  if ('problem' in template) return template;
  const constant = text.replace(/\{\{.*?\}\}/gs, 'x');
  if (!/^\/[\w\-.~!$&'()*+,;=:@%/]*$/.test(constant)) {
    return {
      problem: 'is no path: it must start with /, hold no ? or #, and be encoded',
      hint: 'parameters go under query',
    };
  }
  if (constant.split('/').some(isDotSegment)) return { problem: 'holds a segment . or .., which leads elsewhere' };
  return (input) => {
    const rendered = template.render(input, writeSegment);
    if (!('text' in rendered)) return unfillable(rendered, 'path');
    const path = rendered.text;
    return path.split('/').some(isDotSegment) ? refuseDots() : { path };
  };
}

/** Slashes, dots of another folder, `?` and `#` in a value stay plain data: all of them are encoded. */
function writeSegment(value: JsonValue): string | undefined {
  const text = writeText(value);
  // Without its value the path would be that of something else: DELETE /users/ is not DELETE /users/7.
  if (text === undefined || text === '' || !isWholeText(text)) return undefined;
  return encodeURIComponent(text);
}

/** No encoding keeps `.` and `..` from being read as what they are: whoever normalizes an address decodes %2e first. */
function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}

function refuseDots(): Failure {
  return failure('payload_invalid', 'A value comes to a path segment . or .., which would lead to another address', {
    hint: 'Nothing was sent. Send the name of what is meant.',
  });
}
