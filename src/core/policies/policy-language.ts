import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import { type Condition, compileCondition } from '../../../expressions/compile-condition.ts';
import { callOf, type ExpressionProblem, nodesOf } from '../../../expressions/read-expression.ts';
import { CapabilitiesView, ContextView, IntentView } from './policy-input.ts';

/** The macros that go through a list. */
const LOOPS = ['all', 'exists', 'exists_one', 'map', 'filter'];

/** Reads the condition of a policy, against the variables that a policy has. */
export type ReadCondition = (source: string) => Condition | ExpressionProblem;

export function openPolicyLanguage(): ReadCondition {
  const environment = declareVariables();
  return (source) => {
    const condition = compileCondition(environment, source);
    if ('problem' in condition) return condition;
    return costly(condition.tree) ?? condition;
  };
}

function declareVariables(): Environment {
  return new Environment()
    .registerType('Intent', {
      ctor: IntentView,
      fields: { type: 'string', sub_type: 'string', key: 'string', priority: 'string', mode: 'string' },
    })
    .registerType('Context', {
      ctor: ContextView,
      fields: { domain: 'string', business_key: 'string', sequence: 'int', lifecycle: 'string' },
    })
    .registerType('ClientCapabilities', {
      ctor: CapabilitiesView,
      fields: {
        browser: 'string',
        version: 'string',
        os: 'string',
        arch: 'string',
        execution_context: 'string',
        supports_streaming: 'bool',
        max_payload_size: 'int',
        supported_actions: 'list<string>',
      },
    })
    .registerVariable('intent', 'Intent')
    .registerVariable('context', 'Context')
    .registerVariable('client_capabilities', 'ClientCapabilities')
    .registerVariable('principal', 'map')
    .registerVariable('payload', 'map')
    .registerVariable('resources', 'list<map>')
    .registerVariable('target', 'string')
    .registerVariable('transport', 'string')
    .registerVariable('now', 'google.protobuf.Timestamp');
}

/**
 * A condition is judged in between everything else that the service does, so its time must grow with the request, never
 * with the square of it: a payload may hold a list of many thousands.
 */
function costly(tree: ASTNode): ExpressionProblem | undefined {
  const loops = nodesOf(tree).filter((node) => node.op === 'rcall' && LOOPS.includes(node.args[0]));
  for (const { args } of loops) {
    const [, range, parts] = args as [string, ASTNode, ASTNode[]]; // `as`: the arguments of an `rcall`, as filtered above
    if (parts.some((part) => callOf(part, LOOPS) !== undefined)) {
      return { problem: 'one list macro stands inside another: a large request would hold up the service', hint: HINT };
    }
    if (reads(range, 'payload') && parts.some((part) => reads(part, 'payload'))) {
      return {
        problem:
          'goes through the payload once for each part of the payload: a large request would hold up the service',
        hint: HINT,
      };
    }
  }
  return undefined;
}

const HINT = 'ask something simpler, or demand a guard of kind module';

function reads(tree: ASTNode, variable: string): boolean {
  return nodesOf(tree).some(({ op, args }) => op === 'id' && args === variable);
}
