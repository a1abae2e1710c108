import { SYSTEM_TARGET } from '../../contracts/config.ts';
import { type Contradictions, isLate, type Offers, type Target } from './catalogue.ts';
import { compileGlob } from './glob.ts';

/** One line of the config's `routes`. */
export interface RouteRule {
  readonly type: string;
  readonly subType?: string;
  readonly domain?: string;
  readonly target: string;
  readonly timeoutMs: number;
  /** Left out: optional. */
  readonly nonce?: 'optional' | 'required';
}

/** One way from an intent key to a target. */
export interface Route {
  /** As written: for explain and the log. */
  readonly rule: RouteRule;
  readonly target: Target;
  readonly timeoutMs: number;
  readonly requiresNonce: boolean;
  readonly servesDomain: (domain: string) => boolean;
}

/** By intent key, the routes in the order in which they are tried. */
export type RouteTable = ReadonlyMap<string, readonly Route[]>;

const DEFAULT_TIMEOUT_MS = 30_000;

/** Compiles the config's rules against what is on offer; returns the problems where a rule leads nowhere. */
export function compileRoutes(rules: readonly RouteRule[], offers: Offers): RouteTable | Contradictions {
  const problems: string[] = rules.length > 0 ? [] : ambiguities(offers);
  const table = new Map<string, Route[]>();
  for (const rule of [...withoutRules(rules, offers), everythingTo(SYSTEM_TARGET)]) {
    const ways = compileRule(rule, offers);
    if (ways.length === 0 && !mayLeadNowhere(rules, offers.targets.get(rule.target)))
      problems.push(`route ${describeRule(rule)} matches no intent of target ${rule.target}`);
    for (const [key, route] of ways) table.set(key, [...(table.get(key) ?? []), route]);
  }
  return problems.length > 0 ? { problems } : table;
}

/** A target that comes late may offer nothing yet, or, where nobody has written a rule for it, nothing any more. */
function mayLeadNowhere(rules: readonly RouteRule[], target: Target | undefined): boolean {
  if (target === undefined) return false;
  return target.adapter.undeclared?.() !== undefined || (rules.length === 0 && isLate(target));
}

export function describeRule(rule: RouteRule): string {
  const domain = rule.domain === undefined ? '' : ` in ${rule.domain}`;
  return `${rule.type}${rule.subType === undefined ? '' : `.${rule.subType}`}${domain} → ${rule.target}`;
}

/** Where no rules are written, each target has all that it offers. */
export function withoutRules(rules: readonly RouteRule[], offers: Offers): readonly RouteRule[] {
  if (rules.length > 0) return rules;
  return [...offers.targets.keys()].filter((name) => name !== SYSTEM_TARGET).map(everythingTo);
}

function everythingTo(target: string): RouteRule {
  return { type: '*', target, timeoutMs: DEFAULT_TIMEOUT_MS };
}

/** The intent keys of its target that a rule matches, each with the rule's route. */
function compileRule(rule: RouteRule, offers: Offers): readonly (readonly [string, Route])[] {
  const target = offers.targets.get(rule.target);
  if (target === undefined) return [];
  const servesDomain = rule.domain === undefined ? () => true : compileGlob(rule.domain);
  const route: Route = {
    rule,
    target,
    timeoutMs: rule.timeoutMs,
    requiresNonce: rule.nonce === 'required',
    servesDomain,
  };
  const matches = matcher(rule);
  return offers.catalogue.intents
    .filter(({ key, targets }) => targets.includes(target.name) && matches(key))
    .map(({ key }) => [key, route] as const);
}

export function matcher(rule: RouteRule): (key: string) => boolean {
  const type = compileGlob(rule.type);
  const subType = rule.subType === undefined ? undefined : compileGlob(rule.subType);
  return (key) => {
    const dot = key.indexOf('.');
    const keyType = dot === -1 ? key : key.slice(0, dot);
    if (!type(keyType)) return false;
    return subType === undefined || (dot !== -1 && subType(key.slice(dot + 1)));
  };
}

/** Without rules an intent that two targets offer has no one way to go. */
function ambiguities(offers: Offers): string[] {
  return offeredTwice(offers)
    .filter(({ targets }) => targets.filter((target) => !isLate(target)).length > 1)
    .map(({ key, targets }) => {
      const names = targets.map(({ name }) => name).join(' and ');
      return `${key} is offered by ${names}: say under \`routes\` which one serves it`;
    });
}

/** What no rule says the way of and a target came with late: the first target serves it, the others are left out. In sentences. */
export function shadowedRoutes(rules: readonly RouteRule[], offers: Offers): readonly string[] {
  if (rules.length > 0) return [];
  return offeredTwice(offers).map(({ key, targets }) => {
    const [first, ...others] = targets.map(({ name }) => name);
    return `${key} of ${others.join(' and ')} is served by ${first}, which offers it too`;
  });
}

function offeredTwice({ catalogue, targets }: Offers) {
  return catalogue.intents
    .filter((intent) => intent.targets.length > 1)
    .map(({ key, targets: names }) => ({ key, targets: names.flatMap((name) => targets.get(name) ?? []) }));
}
