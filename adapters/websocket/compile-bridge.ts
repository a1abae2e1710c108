import type { IntentDeclaration, OptionProblem, ResourceTypeDeclaration } from '../../contracts/adapter.ts';
import type { Failure } from '../../contracts/failure.ts';
import { declareIntent } from '../../declarative/declare-intent.ts';
import { compileProgressReader, type ReadProgress } from '../../declarative/progress-reader.ts';
import { compileAnswerReader, type ReadAnswer } from '../../declarative/read-answer.ts';
import { declareResourceType } from '../../declarative/resource-type-keys.ts';
import { compileStateReader, type ReadState } from '../../declarative/state-reader.ts';
import { takeCondition } from '../../declarative/take-condition.ts';
import { CALL_VARIABLES, PROBE_VARIABLES } from '../../declarative/template-input.ts';
import type { Condition } from '../../expressions/compile-condition.ts';
import { openLanguage } from '../../expressions/open-language.ts';
import { checkHeaders } from './check-headers.ts';
import { type Compose, compileSend, compileText } from './compile-send.ts';
import { compileReadMessage, type ReadMessage } from './read-message.ts';
import type { IntentOptions, ResourceTypeOptions, WebSocketOptions } from './websocket-options.ts';

export interface BridgeIntent {
  readonly declaration: IntentDeclaration;
  readonly compose: Compose;
  readonly readAnswer: ReadAnswer;
  readonly readProgress: ReadProgress | undefined;
}

export interface BridgeResourceType {
  readonly declaration: ResourceTypeDeclaration;
  readonly compose: Compose;
  readonly readState: ReadState;
}

/** A bridge as its configuration describes it, compiled, and what is wrong with the description. */
export interface CompiledBridge {
  readonly intents: ReadonlyMap<string, BridgeIntent>;
  readonly resourceTypes: ReadonlyMap<string, BridgeResourceType>;
  readonly readMessage: ReadMessage;
  readonly helloUntil: Condition | undefined;
  /** What tells the bridge that a request is given up. */
  readonly composeCancel: ((input: object) => string | Failure) | undefined;
  readonly problems: readonly OptionProblem[];
}

export function compileBridge(options: WebSocketOptions): CompiledBridge {
  const problems = checkHeaders(options);
  const { url, intents = {}, resource_types: types = {}, cancel } = options;
  if (!URL.canParse(url)) problems.push({ path: ['url'], message: 'the address can not be read: ws://host:port/path' });
  const messages = openLanguage(['message']);
  const requests = openLanguage([...CALL_VARIABLES, 'request_id']);
  if (options.event === undefined) problems.push(...checkProgress(intents));
  return {
    intents: new Map(Object.entries(intents).map(([key, section]) => [key, compileIntent(key, section, problems)])),
    resourceTypes: new Map(
      Object.entries(types).map(([type, section]) => [type, compileResourceType(type, section, problems)]),
    ),
    readMessage: compileReadMessage(messages, options, problems),
    helloUntil: compileHelloUntil(options, problems),
    composeCancel: cancel === undefined ? undefined : compileText(requests, cancel, ['cancel'], problems),
    problems,
  };
}

/** Of a target that tells events from answers by nothing. */
function checkProgress(intents: Readonly<Record<string, IntentOptions>>): OptionProblem[] {
  return Object.entries(intents).flatMap(([key, { progress }]): OptionProblem[] => {
    if (progress === undefined) return [];
    return [
      {
        path: ['intents', key, 'progress'],
        message: 'progress is read from events, and nothing says which messages are events',
        hint: 'give the target event: { when, id }, or leave progress out',
      },
    ];
  });
}

function compileIntent(key: string, section: IntentOptions, problems: OptionProblem[]): BridgeIntent {
  const path = ['intents', key];
  const { send, effect, progress, returns = '{{ response }}' } = section;
  const events = openLanguage([...CALL_VARIABLES, 'message']);
  return {
    declaration: declareIntent(key, section, effect),
    compose: compileSend(openLanguage([...CALL_VARIABLES, 'request_id']), send, [...path, 'send'], problems),
    readAnswer: compileAnswerReader(
      openLanguage([...CALL_VARIABLES, 'response']),
      { ...section, returns },
      effect,
      path,
      problems,
    ),
    readProgress: progress && compileProgressReader(events, progress, [...path, 'progress'], problems),
  };
}

function compileResourceType(
  type: string,
  section: ResourceTypeOptions,
  problems: OptionProblem[],
): BridgeResourceType {
  const path = ['resource_types', type];
  const language = openLanguage([...PROBE_VARIABLES, 'request_id']);
  return {
    declaration: declareResourceType(type, section),
    compose: compileSend(language, section.send, [...path, 'send'], problems),
    readState: compileStateReader(openLanguage([...PROBE_VARIABLES, 'response']), section, path, problems),
  };
}

function compileHelloUntil({ hello }: WebSocketOptions, problems: OptionProblem[]): Condition | undefined {
  return takeCondition(openLanguage(['message']), hello?.until, ['hello', 'until'], problems);
}
