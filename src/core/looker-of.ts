import type { Offers, Target } from './catalogue.ts';

/** The target that looks at resources of a type: the routed one where it can; undefined where none does. */
export function lookerOf(offers: Offers, type: string, routed: Target): Target | undefined {
  const targets = offers.resourceTypes.get(type)?.targets;
  return targets?.includes(routed) ? routed : targets?.[0];
}
