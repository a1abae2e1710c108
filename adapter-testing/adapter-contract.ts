import type { AdapterSubject } from './adapter-subject.ts';
import { actingCases } from './cases/acting.ts';
import { badAnswerCases } from './cases/bad-answers.ts';
import { closingCases } from './cases/closing.ts';
import { declarationCases } from './cases/declarations.ts';
import { healthCases } from './cases/health.ts';
import { lookingCases } from './cases/looking.ts';
import { manyAtOnceCases } from './cases/many-at-once.ts';
import { secretCases } from './cases/secrets.ts';
import { stoppingCases } from './cases/stopping.ts';
import { upstreamCases } from './cases/upstream.ts';
import type { ContractCase } from './contract-case.ts';
import { withoutEscapes } from './without-escapes.ts';

export type {
  AdapterSubject,
  CallSubject,
  DistinctCalls,
  LeftOut,
  LongCall,
  LookSubject,
  NamedCall,
  ResourceSubject,
  Upstream,
  Use,
  WorkingCall,
  WorkingLook,
} from './adapter-subject.ts';
export type { ContractCase } from './contract-case.ts';

/**
 * What every adapter kind owes the core, a case for each promise, for any test runner:
 * `for (const { name, run } of adapterContract(subject)) test(name, run)`. Cases run one after the other, never at once.
 */
export function adapterContract<Options>(subject: AdapterSubject<Options>): readonly ContractCase[] {
  return [
    ...declarationCases(subject),
    ...actingCases(subject),
    ...lookingCases(subject),
    ...stoppingCases(subject),
    ...manyAtOnceCases(subject),
    ...upstreamCases(subject),
    ...badAnswerCases(subject),
    ...healthCases(subject),
    ...closingCases(subject),
    ...secretCases(subject),
  ].map(({ name, run }) => ({ name, run: () => withoutEscapes(run) }));
}
