import { describe, expect, test } from 'vitest';
import { sayField, sayPointer, sayText, type V1Words } from '../../src/core/v1/v1-words.ts';

/** Of `{"action": "input", "target": "#a", "args": {"value": …, "a/b": …}}`. */
const WORDS: V1Words = {
  action: 'input',
  selector: 'target',
  sources: new Map([
    ['text', '/args/value'],
    ['url', '/target'],
    ['odd/name', '/args/a~1b'],
  ]),
};

describe('where a translated request is wrong, its client is told where the action is', () => {
  test.for([
    ['/payload/text', '/args/value', 'the argument has another name'],
    ['/payload/clear', '/args/clear', 'the argument has the same name'],
    ['/payload/files/0/name', '/args/files/0/name', 'deep inside an argument'],
    ['/payload/text/0', '/args/value/0', 'deep inside a renamed one'],
    ['/payload/url', '/target', 'the selector became a payload property'],
    ['/payload/odd~1name', '/args/a~1b', 'names are escaped on both sides'],
    ['/payload', '/args', 'the payload as a whole'],
    ['/resources/0/identifier', '/target', 'the selector became a resource'],
    ['/resources/0/state', '/target', 'its state is that of the mapping'],
    ['/client_capabilities/max_payload_size', '/client/max_payload_size', 'a part of client'],
    ['/intent', '/action', 'the intent stands for the action'],
  ])('%s is %s: %s', ([pointer = '', said]) => {
    expect(sayPointer(WORDS, pointer)).toBe(said);
  });

  test.for([
    ['payload.text', 'args.value'],
    ['payload.files.0.content_base64', 'args.files.0.content_base64'],
    ['resources.0.identifier', 'target'],
    ['client_capabilities.max_payload_size', 'client.max_payload_size'],
    ['context.id', 'action'],
    ['Content-Type', 'Content-Type'],
  ])('the field %s is %s', ([field = '', said]) => {
    expect(sayField(WORDS, field)).toBe(said);
  });

  test.for([
    ['missing payload.text', 'missing args.value'],
    ['Expected payload.url to be an address, found neither.', 'Expected target to be an address, found neither.'],
    ['answers that (payload.dialog {"action": "accept"})', 'answers that (args.dialog {"action": "accept"})'],
    ['Expected a selector at resources.0.identifier, found "//a".', 'Expected a selector at target, found "//a".'],
    ['Expected a selector at resources.identifier, found "//a".', 'Expected a selector at target, found "//a".'],
    ['more than the client_capabilities.max_payload_size of 9', 'more than the client.max_payload_size of 9'],
    ['Use one of details.resources[0].candidates.', 'Use one of details.resources[0].candidates.'],
    ['dom_element .payload.text is hidden', 'dom_element .payload.text is hidden'],
    ['"payload.text" is absent', '"payload.text" is absent'],
    ['#payload.text is absent', '#payload.text is absent'],
  ])('the text %s reads %s', ([text = '', said]) => {
    expect(sayText(WORDS, text)).toBe(said);
  });
});
